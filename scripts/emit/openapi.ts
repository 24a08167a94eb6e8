/** Generates schema/openapi.json from the code. */

import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../../src/api/openapi/openapi.ts'

const file = new URL('../../schema/openapi.json', import.meta.url)
writeFileSync(file, `${JSON.stringify(openApiDocument(), null, 2)}\n`)
