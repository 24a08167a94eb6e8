/** The committed OpenAPI document, for suites that hold the service to it. */

import { readFileSync } from 'node:fs'

export interface DocumentedOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, object>>
}

const text = readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8')
const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, DocumentedOperation>> }

/** Throws where there is none of that name. */
export function operationOf(operationId: string): DocumentedOperation {
  const all = Object.values(paths).flatMap(methods => Object.values(methods))
  const found = all.find(operation => operation.operationId === operationId)
  if (!found) throw new Error(`schema/openapi.json has no operation ${operationId}`)
  return found
}
