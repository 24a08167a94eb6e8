/**
 * JSON in requests, schema and answers. Numbers that a JavaScript number cannot hold are kept as text, and values that are
 * JSON texts already (a figure's `data`) are inserted into answers as they are.
 */

import { randomBytes } from 'node:crypto'
import { type ConstValueNode, GraphQLError, Kind, type ValueNode } from 'graphql'

/** A JSON text that is inserted unchanged into an answer or a stored figure. */
export class JsonText {
  readonly #source: string | Buffer
  #bytes: Buffer | undefined

  constructor(source: string | Buffer) {
    this.#source = source
  }

  get text(): string {
    return this.#source.toString()
  }

  /** The text in UTF-8, encoded once. */
  get bytes(): Buffer {
    this.#bytes ??= typeof this.#source === 'string' ? Buffer.from(this.#source) : this.#source
    return this.#bytes
  }

  /** A mark for `writeWithPlaceholders`. The messages of GraphQL, which quote inputs, must not reveal it. */
  toJSON(): string {
    if (met === null) return '…'
    met.push(this)
    return mark
  }
}

/** Marks placeholders for JsonTexts. Random, so that no figure can contain it. */
const mark = randomBytes(18).toString('base64url')
/** The texts in the value that is being written; null if none is. */
let met: JsonText[] | null = null

/** The placeholder for the text at that index of `texts`, for fields that must be strings. */
export const placeholderOf = (index: number): string => `${mark}:${index}`

const quotedMark = `"${mark}"`
const placeholders = new RegExp(`"${mark}:(\\d+)"`)

/** Like `JSON.stringify`, but adds each JsonText to `texts` and writes a placeholder for it. */
export function writeWithPlaceholders(value: unknown, texts: JsonText[]): string {
  const inOrder: JsonText[] = []
  met = inOrder
  let written: string
  try {
    written = JSON.stringify(value)
  } finally {
    met = null
  }
  if (inOrder.length === 0) return written
  let next = texts.length
  texts.push(...inOrder)
  return written.replaceAll(quotedMark, () => `"${placeholderOf(next++)}"`)
}

/** Splits the written JSON into pieces, with the texts in place of their placeholders. */
export const fillPlaceholders = (written: string, texts: readonly JsonText[]): readonly (string | Buffer)[] =>
  written
    .split(placeholders)
    // Every second piece is the captured index of a placeholder.
    .map((piece, at) => (at % 2 === 0 ? piece : (texts[Number(piece)]?.bytes ?? 'null')))

/** Like `JSON.stringify`, but inserts JsonTexts unchanged. */
export function writeJson(value: unknown): string {
  const texts: JsonText[] = []
  return fillPlaceholders(writeWithPlaceholders(value, texts), texts).join('')
}

/**
 * The value of a literal in a query. Objects have no prototype, so that a `__proto__` key is an ordinary key and is refused
 * like everywhere else. Numbers keep their digits.
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
