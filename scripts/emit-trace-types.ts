/** Writes the charting library's trace types into src/plotly/trace-types.generated.ts. Run after each update of it. */

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const schema: { traces: Record<string, unknown> } = JSON.parse(
  readFileSync(require.resolve('plotly.js/dist/plot-schema.json'), 'utf8'),
)
const names = Object.keys(schema.traces).sort()
const target = new URL('../src/plotly/trace-types.generated.ts', import.meta.url)
writeFileSync(
  target,
  `/** The charting library's trace types. Written by scripts/emit-trace-types.ts from its plot-schema.json. */

export const traceTypes: readonly string[] = [
${names.map(name => `  '${name}',\n`).join('')}]
`,
)
console.log(`${names.length} trace types`)
