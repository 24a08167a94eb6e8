/**
 * A request's body: the query is read at once, the variables when the query has said what they are. What it says
 * is JSON stays the text that was sent, to the byte; of the rest nothing large is read.
 */

import {
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import { ignoredKeys } from '../../domain/figure/check/parts.ts'
import { mostParts, type Part } from '../../domain/figure/json-tree.ts'
import { invalidJson, invalidParameter, invalidQuery, queryTooComplex } from '../../errors/errors.ts'
import { JsonText } from './json.ts'
import { maxBatch } from './limits.ts'
import { schema } from './schema.ts'
import { figureInputs } from './variables.ts'

/** The longest text of a query, or of a variable that is no JSON, in bytes: a few milliseconds of reading. */
const longest = 256 * 1024

/** The operation, or the operations, of a body that `readJsonTree` has read. */
export function operationsFrom(body: Buffer, part: Part): unknown {
  if (part.kind !== 'array') return operationFrom(body, part)
  const { items } = part
  if (!items?.length) throw notOperations()
  if (items.length > maxBatch) {
    throw queryTooComplex(`${items.length} operations in one request; at most ${maxBatch} are answered`)
  }
  return items.map(item => operationFrom(body, item))
}

const notOperations = () =>
  invalidQuery(`the body must be an object with "query", or an array of at most ${maxBatch} of them`)

function operationFrom(body: Buffer, part: Part): object {
  if (!part.members) throw notOperations()
  return objectFrom(body, part.members, (value, key) =>
    key === 'variables' && value.members
      ? new UnreadVariables(body, value.members)
      : readValue(body, value, key),
  )
}

/** Variables as they were sent, until the operation is known that takes them. */
class UnreadVariables {
  readonly #body: Buffer
  readonly #members: NonNullable<Part['members']>

  constructor(body: Buffer, members: NonNullable<Part['members']>) {
    this.#body = body
    this.#members = members
  }

  /** What the operation declares; anything else is not even looked at. */
  read({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
    const types = new Map(variableDefinitions.map(({ variable, type }) => [variable.name.value, type]))
    return objectFrom(this.#body, this.#members, (value, name) => {
      const type = types.get(name)
      return type && inputOf(this.#body, value, typeFromAST(schema, type) as GraphQLInputType, name)
    })
  }
}

/** The variables of an operation. Throws `query_too_complex` where a value is too long to be read. */
export const variablesOf = (variables: unknown, operation: OperationDefinitionNode) =>
  variables instanceof UnreadVariables
    ? variables.read(operation)
    : ((variables ?? {}) as Record<string, unknown>)

/** A value as its type takes it; GraphQL itself says what does not fit. No type: a name that nobody knows. */
function inputOf(body: Buffer, part: Part, type: GraphQLInputType | undefined, place: string): unknown {
  const nullable = type && getNullableType(type)
  if (isListType(nullable)) {
    const { ofType } = nullable
    if (part.items) return part.items.map((item, index) => inputOf(body, item, ofType, `${place}[${index}]`))
    // A list of one may be written without its brackets.
    if (part.kind !== 'array') return inputOf(body, part, ofType, place)
    if (isInputObjectType(getNullableType(ofType))) throw tooMany(place, 'a list')
    return readValue(body, part, place)
  }
  if (isInputObjectType(nullable) && part.kind === 'object') {
    if (!part.members) throw tooMany(place, 'an object')
    const fields = nullable.getFields()
    const input = objectFrom(body, part.members, (value, key) =>
      inputOf(body, value, fields[key]?.type, `${place}.${key}`),
    )
    // Left out of a figure in every API: what exports carry for their own libraries.
    if (figureInputs.has(nullable.name)) for (const key of ignoredKeys) delete input[key]
    return input
  }
  const isJson = nullable === undefined || nullable.toString() === 'JSON'
  return isJson && !isNull(body, part)
    ? new JsonText(body.subarray(part.start, part.end))
    : readValue(body, part, place)
}

/** Read as a whole, the figures in it would not stay the texts that they are. */
const tooMany = (place: string, kind: string) =>
  invalidParameter('variables', `${place} must be ${kind} of at most ${mostParts} inputs`)

// Nothing else that is a value begins so.
const isNull = (body: Buffer, { start }: Part) => body[start] === 0x6e

function readValue(body: Buffer, { start, end }: Part, place: string): unknown {
  if (end - start > longest) {
    throw queryTooComplex(`${place} has more than ${longest} bytes; send figures as variables of type JSON`)
  }
  return JSON.parse(body.toString('utf8', start, end))
}

/** An object of the members' values, a `__proto__` being a key like any other. */
function objectFrom(
  body: Buffer,
  members: NonNullable<Part['members']>,
  value: (part: Part, key: string) => unknown,
): Record<string, unknown> {
  const seen = new Set<string>()
  return Object.fromEntries(
    members.map(({ start, end, value: part }) => {
      const key: string = JSON.parse(body.toString('utf8', start, end))
      if (seen.has(key)) throw invalidJson(`the body has ${JSON.stringify(key)} twice; send it once`)
      seen.add(key)
      return [key, value(part, key)]
    }),
  )
}
