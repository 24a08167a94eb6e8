/**
 * Reads the body of a request: first the query, and the variables once their types are known. Variables of type JSON stay
 * byte for byte as they were sent; other values must not be large.
 */

import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql'
import { ignoredKeys } from '../../domain/figure/check/top-level.ts'
import { sentTwice } from '../../domain/figure/json/body.ts'
import { maxParts, type Part } from '../../domain/figure/json/json-tree.ts'
import { invalidParameter, invalidQuery, queryTooComplex } from '../../errors/errors.ts'
import { JsonText } from './json.ts'
import { maxBatch } from './limits.ts'
import { fittingItem } from './refused-inputs.ts'
import { schema } from './schema.ts'
import { figureInputs } from './variables.ts'

/** The maximum size of a query, or of a variable of another type than JSON, in bytes. */
const longest = 256 * 1024
/** The maximum size of extensions and of lists of more than `maxParts` values. Parsing deeper nesting takes milliseconds. */
const longestList = 16 * 1024

/** The operation, or batch of operations, in a body that `readJsonTree` has read. */
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
  return objectFrom(body, part.members, (value, key) => {
    if (key === 'variables' && value.kind === 'object') {
      return value.members ? new UnreadVariables(body, value.members) : readValue(body, value, key)
    }
    if (key === 'extensions' && value.kind === 'object') return readValue(body, value, key, longestList)
    return readSingle(body, value, key)
  })
}

/** The variables as they were sent, until their operation is known. */
class UnreadVariables {
  readonly #body: Buffer
  readonly #members: NonNullable<Part['members']>

  constructor(body: Buffer, members: NonNullable<Part['members']>) {
    this.#body = body
    this.#members = members
  }

  /** Reads the variables that the operation declares and ignores others. */
  read({ variableDefinitions = [] }: OperationDefinitionNode): Record<string, unknown> {
    const types = new Map(variableDefinitions.map(({ variable, type }) => [variable.name.value, type]))
    return objectFrom(this.#body, this.#members, (value, name) => {
      const type = types.get(name)
      return type && inputOf(this.#body, value, typeFromAST(schema, type) as GraphQLInputType, name)
    })
  }
}

/** The variables of an operation. Throws `query_too_complex` if a value is too long. */
export const variablesOf = (variables: unknown, operation: OperationDefinitionNode) =>
  variables instanceof UnreadVariables
    ? variables.read(operation)
    : ((variables ?? {}) as Record<string, unknown>)

/** Reads a value for its type, undefined for an unknown name. GraphQL itself reports values that do not fit. */
function inputOf(body: Buffer, part: Part, type: GraphQLInputType | undefined, place: string): unknown {
  const nullable = type && getNullableType(type)
  if (isListType(nullable)) {
    const { ofType } = nullable
    if (part.items) {
      const items = part.items.map((item, index) => inputOf(body, item, ofType, `${place}[${index}]`))
      return getNamedType(ofType).name === 'CreateGraphInput'
        ? items.map(item => fittingItem(item, ofType))
        : items
    }
    // A list with one item may be written without brackets.
    if (part.kind !== 'array') return inputOf(body, part, ofType, place)
    if (isInputObjectType(getNullableType(ofType))) throw tooMany(place, 'a list')
    return readValue(body, part, place, longestList)
  }
  if (isInputObjectType(nullable) && part.kind === 'object') {
    if (!part.members) throw tooMany(place, 'an object')
    const fields = nullable.getFields()
    const input = objectFrom(body, part.members, (value, key) =>
      inputOf(body, value, fields[key]?.type, `${place}.${key}`),
    )
    // All APIs ignore these bookkeeping keys of exported figures.
    if (figureInputs.has(nullable.name)) for (const key of ignoredKeys) delete input[key]
    return input
  }
  const isJson = nullable === undefined || nullable.toString() === 'JSON'
  return isJson && !isNull(body, part)
    ? new JsonText(body.subarray(part.start, part.end))
    : readSingle(body, part, place)
}

/**
 * Reads a value that must be a text, a number, true, false or null. Others become empty, because their kind alone makes the
 * error, and they may be large or nested very deep.
 */
function readSingle(body: Buffer, part: Part, place: string): unknown {
  if (part.kind === 'scalar') return readValue(body, part, place)
  return part.kind === 'array' ? [] : {}
}

/** Throws, because a value with so many parts would be parsed completely, and figures in it would not stay exact. */
const tooMany = (place: string, kind: string) =>
  invalidParameter('variables', `${place} must be ${kind} of at most ${maxParts} inputs`)

// No other JSON value begins with an n.
const isNull = (body: Buffer, { start }: Part) => body[start] === 0x6e

function readValue(body: Buffer, { start, end }: Part, place: string, max = longest): unknown {
  if (end - start > max) {
    throw queryTooComplex(`${place} has more than ${max} bytes; send figures as variables of type JSON`)
  }
  return JSON.parse(body.toString('utf8', start, end))
}

/** An object with the members' values, in which `__proto__` is an ordinary key. */
function objectFrom(
  body: Buffer,
  members: NonNullable<Part['members']>,
  value: (part: Part, key: string) => unknown,
): Record<string, unknown> {
  const seen = new Set<string>()
  return Object.fromEntries(
    members.map(({ start, end, value: part }) => {
      const key: string = JSON.parse(body.toString('utf8', start, end))
      if (seen.has(key)) throw sentTwice(key)
      seen.add(key)
      return [key, value(part, key)]
    }),
  )
}
