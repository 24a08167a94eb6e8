/**
 * JSON between requests, the schema and answers. Values that a JavaScript number cannot hold are carried as their
 * text, and texts that are JSON already (a figure's `data`) go into an answer as they are.
 */

import { randomBytes } from 'node:crypto'
import { type ConstValueNode, GraphQLError, Kind, type ValueNode } from 'graphql'

// Part of ECMAScript 2026; TypeScript's library does not name it yet.
declare global {
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
  }
}

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

/** `JSON.stringify` in pieces: each but the last is followed by the JsonText of its place. */
function inPieces(value: unknown): readonly [pieces: readonly string[], texts: readonly JsonText[]] {
  met = []
  const pieces = JSON.stringify(value).split(`"${mark}"`)
  const texts = met
  met = []
  return [pieces, texts]
}

/** `JSON.stringify`, with every JsonText in its place: the figure's text is neither parsed nor written again. */
export function writeJson(value: unknown): string {
  const [pieces, texts] = inPieces(value)
  return pieces.map((piece, index) => piece + (texts[index]?.text ?? '')).join('')
}

/** The same as bytes. */
export function writeJsonBytes(value: unknown): Buffer {
  const [pieces, texts] = inPieces(value)
  return Buffer.concat(
    pieces.flatMap((piece, index) => [Buffer.from(piece), ...(texts[index] ? [texts[index].bytes] : [])]),
  )
}

/** An integer of 16 digits or more, or an exponent of three: only these can be beyond a double. */
const mayLose = /(?<![\d.])\d{16}|\d[eE]\+?\d{3}/

/** `JSON.parse`, but numbers beyond a double stay what was written: `1e400` and 20-digit integers survive. */
export function readJson(text: string): unknown {
  return mayLose.test(text) ? JSON.parse(text, keepNumber) : JSON.parse(text)
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  return exact ? value : JSON.rawJSON(context.source)
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
