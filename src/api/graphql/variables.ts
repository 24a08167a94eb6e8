/** Errors for variables that do not fit their types. */

import { type GraphQLError, Kind, type OperationDefinitionNode, type TypeNode } from 'graphql'
import { invalidParameter } from '../../errors/errors.ts'
import type { Context } from './context.ts'
import { refusalOf } from './types/create-graph.ts'

/** Input types with a figure, for which the checks of figures come first. */
export const figureInputs: ReadonlySet<string> = new Set(['CreateGraphInput', 'UpdateGraphInput'])

/**
 * The error for variables that GraphQL itself has refused with `fault`. For a figure it is the error of REST for the same
 * input, with all faults and paths; otherwise `invalid_parameter`.
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
    // The graph's id and version are not part of the figure.
    const { id: _id, ifVersion: _version, ...figure } = value as { id?: unknown; ifVersion?: unknown }
    const refusal = await refusalOf(namedType(type) === 'UpdateGraphInput' ? figure : value, context)
    if (refusal) return refusal
  }
  return invalidParameter('variables', shortened(fault.message))
}

/** GraphQL quotes the whole value, up to several times. */
const maxShown = 500

const shortened = (message: string): string =>
  message.length > maxShown ? `${message.slice(0, maxShown)}…` : message

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type)
}
