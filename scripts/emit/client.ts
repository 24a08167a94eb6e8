/**
 * Writes examples/typescript/generated.ts: types and documents of the example's operations, made of the committed
 * schema by GraphQL Code Generator.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { codegen } from '@graphql-codegen/core'
import * as documents from '@graphql-codegen/typed-document-node'
import * as operations from '@graphql-codegen/typescript-operations'
import { parse } from 'graphql'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
export const clientFile = 'examples/typescript/generated.ts'

export const generateClient = (): Promise<string> =>
  codegen({
    filename: clientFile,
    schema: parse(read('schema/schema.graphql')),
    documents: [
      {
        location: 'examples/typescript/plotgate.graphql',
        document: parse(read('examples/typescript/plotgate.graphql')),
      },
    ],
    pluginMap: { operations, documents },
    plugins: [{ operations: {} }, { documents: {} }],
    config: {
      documentMode: 'string',
      immutableTypes: true,
      scalars: { ID: 'string', JSON: 'unknown', DateTime: 'string', URL: 'string', Scope: 'string' },
      skipTypename: true,
      strictScalars: true,
      useTypeImports: true,
    },
  })

if (import.meta.main) writeFileSync(new URL(`../../${clientFile}`, import.meta.url), await generateClient())
