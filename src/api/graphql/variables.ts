/** Variables that do not fit the query: refused in the words of the rule they break, where there is one. */

import { type GraphQLError, Kind, type OperationDefinitionNode, type TypeNode } from 'graphql'
import { invalidParameter } from '../../errors/errors.ts'
import type { Context } from './context.ts'
import { refusalOf } from './types/create-graph.ts'

/**
 * The error for variables that GraphQL itself refused with `fault`: for a create what REST would say of the same
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
    if (namedType(type) !== 'CreateGraphInput' || typeof value !== 'object' || value === null) continue
    const refusal = Array.isArray(value) ? null : await refusalOf(value, context)
    if (refusal) return refusal
  }
  return invalidParameter('variables', fault.message)
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type)
}
