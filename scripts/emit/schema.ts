/** Generates schema/schema.graphql from the code. */

import { writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../../src/api/graphql/schema.ts'

const file = new URL('../../schema/schema.graphql', import.meta.url)
writeFileSync(file, `${printSchema(lexicographicSortSchema(schema))}\n`)
