/**
 * JSON between requests, the schema and answers. Values that a JavaScript number cannot hold are carried as their
 * text, and texts that are JSON already (a figure's `data`) go into an answer as they are.
 */

import { randomBytes } from 'node:crypto'
import { type ConstValueNode, GraphQLError, Kind, type ValueNode } from 'graphql'

/** A JSON text that goes on as it is: into an answer, or into what a create stores. */
export class JsonText {
  readonly #source: string | Buffer
  #bytes: Buffer | undefined

  constructor(source: string | Buffer) {
    this.#source = source
  }

  get text(): string {
    return this.#source.toString()
  }

  /** Encoded once, however many answers contain it. */
  get bytes(): Buffer {
    this.#bytes ??= typeof this.#source === 'string' ? Buffer.from(this.#source) : this.#source
    return this.#bytes
  }

  toJSON(): string {
    met.push(this)
    return mark
  }
}

/** Stands for a JsonText while the rest is put together; random, so that no figure can contain it. */
const mark = randomBytes(18).toString('base64url')
let met: JsonText[] = []

/** Stands for the text at that place of `texts`, where GraphQL insists on a string. */
export const placeOf = (index: number): string => `${mark}:${index}`

const quotedMark = `"${mark}"`
const places = new RegExp(`"${mark}:(\\d+)"`)

/** `JSON.stringify`, with a place for every JsonText, which is added to the texts. */
export function writeWithPlaces(value: unknown, texts: JsonText[]): string {
  met = []
  const written = JSON.stringify(value)
  const inOrder = met
  met = []
  if (inOrder.length === 0) return written
  let next = texts.length
  texts.push(...inOrder)
  return written.replaceAll(quotedMark, () => `"${placeOf(next++)}"`)
}

/** What was written, in pieces, with the texts in their places. */
export const fillPlaces = (written: string, texts: readonly JsonText[]): readonly (string | Buffer)[] =>
  written
    .split(places)
    // Between two pieces comes what the pattern caught: the number of a place.
    .map((piece, at) => (at % 2 === 0 ? piece : (texts[Number(piece)]?.bytes ?? 'null')))

/** `JSON.stringify`, with every JsonText in its place: the figure's text is neither parsed nor written again. */
export function writeJson(value: unknown): string {
  const texts: JsonText[] = []
  return fillPlaces(writeWithPlaces(value, texts), texts).join('')
}

/**
 * The value of a literal written in the query itself. Objects have no prototype, so that a `__proto__` key is a key
 * like any other and meets the same refusal as everywhere; numbers keep the digits they were written with.
 */
export function literalValue(
  node: ValueNode | ConstValueNode,
  variables?: Readonly<Record<string, unknown>> | null,
): unknown {
  switch (node.kind) {
    case Kind.NULL:
      return null
    case Kind.STRING:
    case Kind.BOOLEAN:
      return node.value
    case Kind.INT:
    case Kind.FLOAT:
      return JSON.rawJSON(node.value)
    case Kind.LIST:
      return node.values.map(each => literalValue(each, variables))
    case Kind.OBJECT: {
      const object: Record<string, unknown> = Object.create(null)
      for (const field of node.fields) object[field.name.value] = literalValue(field.value, variables)
      return object
    }
    case Kind.VARIABLE:
      return variables?.[node.name.value]
    default:
      throw new GraphQLError(`JSON has no ${node.kind}; write a string in quotes`, { nodes: node })
  }
}
