/** Compiles the charting library's plot-schema.json into src/plotly/schema/schema.generated.ts. */

import { writeFileSync } from 'node:fs'
import { compileSchema, readPlotSchema } from './compile-plotly-schema.ts'

const target = new URL('../../src/plotly/schema/schema.generated.ts', import.meta.url)
const text = compileSchema(readPlotSchema())
writeFileSync(target, text)
console.log(`${target.pathname.split('/').at(-1)}: ${Math.round(text.length / 1024)} KB`)
