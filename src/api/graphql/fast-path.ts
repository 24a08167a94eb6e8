/**
 * The fast path for ordinary requests: one valid query or mutation, posted and answered as JSON. It uses graphql-js alone,
 * with the same limits, schema and presentation. All others (errors, subscriptions, batches, persisted queries, other media
 * types) are left to yoga. Measured by `npm run bench -- graphql`.
 */

import { type DocumentNode, execute, getOperationAST, type OperationDefinitionNode } from 'graphql'
import type { Context } from './context.ts'
import type { Documents } from './documents.ts'
import { presentError } from './errors.ts'
import { writeWithPlaceholders } from './json.ts'
import { costOf } from './limits.ts'
import { variablesOf } from './request.ts'
import { schema } from './schema.ts'

/** Resolves to the answer with placeholders for its texts, or to null if yoga must handle the request. */
export type FastPath = (operation: unknown, context: () => Context) => Promise<string | null>

export function createFastPath(documents: Documents): FastPath {
  function validDocument(query: string, isKnown: boolean): DocumentNode | null {
    const read = documents.read(query, isKnown)
    return 'document' in read && read.errors.length === 0 ? read.document : null
  }

  return async (operation, context) => {
    if (!isPlain(operation)) return null
    const { query, variables, operationName } = operation
    const contextValue = context()
    const document = validDocument(query, contextValue.isKnown)
    const definition = document && getOperationAST(document, operationName)
    if (!document || !definition || definition.operation === 'subscription') return null
    const admitted = admit(document, definition, variables, contextValue)
    if (!admitted) return null
    const { cost, variableValues } = admitted
    const { data, errors } = await execute({
      schema,
      document,
      contextValue,
      operationName,
      variableValues,
    })
    const answer = {
      errors: errors?.map(error => presentError(error, contextValue.log)),
      data,
      extensions: { cost },
    }
    return writeWithPlaceholders(answer, contextValue.answer.texts)
  }
}

function admit(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: unknown,
  context: Context,
): { cost: number; variableValues: Record<string, unknown> } | null {
  try {
    const variableValues = variablesOf(variables, operation)
    return { cost: costOf(document, operation, variableValues, context), variableValues }
  } catch {
    return null
  }
}

interface PlainOperation {
  readonly query: string
  readonly variables?: unknown
  readonly operationName?: string | null
}

const plainKeys = new Set(['query', 'variables', 'operationName'])

function isPlain(operation: unknown): operation is PlainOperation {
  if (typeof operation !== 'object' || operation === null || Array.isArray(operation)) return false
  const { query, variables, operationName } = operation as Record<string, unknown>
  return (
    typeof query === 'string' &&
    typeof (variables ?? {}) === 'object' &&
    !Array.isArray(variables) &&
    typeof (operationName ?? '') === 'string' &&
    Object.keys(operation).every(key => plainKeys.has(key))
  )
}
