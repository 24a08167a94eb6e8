/**
 * Finds the byte ranges of the upper values of a JSON text without parsing them. For bodies that contain a figure whose
 * text is passed on as it is.
 */

import { asBuffer } from '../../../bytes.ts'
import { scanBody } from './body.ts'
import type { Span, Visitor } from './scan.ts'

export interface Part extends Span {
  readonly kind: 'object' | 'array' | 'scalar'
  /** The members of an opened object, in order. Names are JSON strings, including the quotes. */
  readonly members?: readonly (Span & { readonly value: Part })[]
  /** The items of an opened array. */
  readonly items?: readonly Part[]
}

/** How many levels are opened, not counting an outermost array. */
const levels = 4
/** The maximum number of parts of one value, and of the whole text, not counting those of values that have more. */
export const maxParts = 200
const max = 10_000

/**
 * Reads the parts of a body. Values that are deeper than four levels or have too many parts are not opened. Throws
 * `invalid_json`.
 */
export function readJsonTree(body: Uint8Array): Part {
  const bytes = asBuffer(body)
  const parter = new Parter()
  scanBody(bytes, parter, '{"query": "…"}')
  return parter.root as Part
}

interface OpenPart {
  readonly kind: Part['kind']
  readonly start: number
  end: number
  members?: { start: number; end: number; value: OpenPart }[]
  items?: OpenPart[]
}

class Parter implements Visitor {
  root: OpenPart | null = null
  /** The open container at each depth, counted from 1; null if it is not kept. */
  readonly #open: (OpenPart | null)[] = [null]
  #depth = 0
  #levels = levels
  #count = 0
  #keyStart = 0
  #keyEnd = 0

  openObject(start: number): void {
    this.#enter({ kind: 'object', start, end: start })
  }

  openArray(start: number): void {
    if (this.#depth === 0) this.#levels++
    this.#enter({ kind: 'array', start, end: start })
  }

  #enter(part: OpenPart): void {
    const known = this.#add(part)
    this.#depth++
    if (this.#depth > this.#levels + 1) return
    this.#open[this.#depth] = known ? part : null
    if (!known || this.#depth > this.#levels) return
    if (part.kind === 'object') part.members = []
    else part.items = []
  }

  close(end: number): void {
    if (this.#depth <= this.#levels + 1) {
      const part = this.#open[this.#depth]
      if (part) part.end = end
    }
    this.#depth--
  }

  key(start: number, end: number): void {
    this.#keyStart = start
    this.#keyEnd = end
  }

  scalar(start: number, end: number): void {
    if (this.#depth <= this.#levels) this.#add({ kind: 'scalar', start, end })
  }

  /** Adds a part to its container. Returns false if the container does not keep it. */
  #add(part: OpenPart): boolean {
    if (this.#depth === 0) {
      this.root = part
      return true
    }
    const around = this.#open[this.#depth]
    const parts = around?.members ?? around?.items
    if (!around || !parts) return false
    if (parts.length === maxParts || this.#count === max) {
      this.#count -= parts.length
      around.members = undefined
      around.items = undefined
      return false
    }
    this.#count++
    if (around.members) around.members.push({ start: this.#keyStart, end: this.#keyEnd, value: part })
    else around.items?.push(part)
    return true
  }
}
