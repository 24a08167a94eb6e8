/** Variables that do not fit the query: refused in the words of the rule they break, where there is one. */

import { type GraphQLError, Kind, type OperationDefinitionNode, type TypeNode } from 'graphql'
import { invalidParameter } from '../../errors/errors.ts'
import type { Context } from './context.ts'
import { refusalOf } from './types/create-graph.ts'

/** What brings a figure: in these the figure's rules speak first. */
export const figureInputs: ReadonlySet<string> = new Set(['CreateGraphInput', 'UpdateGraphInput'])

/**
 * The error for variables that GraphQL itself refused with `fault`: for a figure what REST would say of the same
 * input (its faults with their paths), else `invalid_parameter`.
 */
export async function variablesRefused(
  fault: GraphQLError,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  context: Context,
): Promise<Error> {
  for (const { variable, type } of operation.variableDefinitions ?? []) {
    const value = variables[variable.name.value]
    if (!figureInputs.has(namedType(type)) || typeof value !== 'object' || value === null) continue
    if (Array.isArray(value)) continue
    // Which graph is changed, and from which version, is no part of the figure.
    const { id: _id, ifVersion: _version, ...figure } = value as { id?: unknown; ifVersion?: unknown }
    const refusal = await refusalOf(namedType(type) === 'UpdateGraphInput' ? figure : value, context)
    if (refusal) return refusal
  }
  return invalidParameter('variables', fault.message)
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type)
}
