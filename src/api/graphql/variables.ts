/** Errors for variables that do not fit their types. */

import {
  type GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type TypeNode,
  valueFromASTUntyped,
  visit,
} from 'graphql'
import { invalidParameter } from '../../errors/errors.ts'
import { isObject, type JsonObject } from '../../plotly/json.ts'
import type { Context } from './context.ts'
import { shortened } from './refused-inputs.ts'
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
  variables: JsonObject,
  context: Context,
): Promise<Error> {
  for (const figure of figuresOf(operation, variables)) {
    const refusal = await refusalOf(figure, context)
    if (refusal) return refusal
  }
  return invalidParameter('variables', shortened(fault.message))
}

/** Figures in variables, and those that the query makes of variables without their data. */
function figuresOf(operation: OperationDefinitionNode, variables: JsonObject): JsonObject[] {
  const found: JsonObject[] = []
  visit(operation, {
    VariableDefinition({ variable, type }) {
      const value = variables[variable.name.value]
      const name = namedType(type)
      if (figureInputs.has(name) && isObject(value)) {
        found.push(name === 'UpdateGraphInput' ? figureOf(value) : value)
      }
      return false
    },
    ObjectValue(node) {
      const data = node.fields.find(({ name }) => name.value === 'data')?.value
      if (data?.kind !== Kind.VARIABLE || isGiven(variables[data.name.value])) return undefined
      found.push(figureOf(valueFromASTUntyped(node, variables) as JsonObject))
      return false
    },
  })
  return found
}

/** The graph's id and version are not part of the figure, and variables that were not sent are absent. */
function figureOf({ id: _id, ifVersion: _version, ...figure }: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(figure).filter(([, value]) => value !== undefined))
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type)
}
