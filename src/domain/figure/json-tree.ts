/**
 * The upper parts of a JSON text: where each value lies, and nothing made of it. For bodies that carry a figure
 * deep inside and hand its text on.
 */

import { scanBody } from './body.ts'
import type { Span, Visitor } from './scan.ts'

export interface Part extends Span {
  readonly kind: 'object' | 'array' | 'scalar'
  /** Of an object that was opened, in order; a name is its JSON string, quotes included. */
  readonly members?: readonly (Span & { readonly value: Part })[]
  /** Of an array that was opened: all its items are objects. */
  readonly items?: readonly Part[]
}

/** How many levels are opened, an array around the whole not counted. */
const levels = 4
/** How many parts one value may have, and the whole text, before the rest stays closed. */
export const mostParts = 200
const most = 10_000

/**
 * The parts of a body (valid UTF-8 or `invalid_json`). Closed stay: what lies deeper than four levels, an array that
 * holds anything but objects, and what has too many parts: nobody asks for these one by one.
 */
export function readJsonTree(body: Uint8Array): Part {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
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
  /** Per depth, counted from 1: the container that is being read, or null where nobody will ask for it. */
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

  /** Whether the part is one that the container around it keeps. */
  #add(part: OpenPart): boolean {
    if (this.#depth === 0) {
      this.root = part
      return true
    }
    const around = this.#depth <= this.#levels ? this.#open[this.#depth] : null
    const parts = around?.members ?? around?.items
    if (!around || !parts) return false
    if (parts.length === mostParts || ++this.#count > most || (around.items && part.kind !== 'object')) {
      around.members = undefined
      around.items = undefined
      return false
    }
    if (around.members) around.members.push({ start: this.#keyStart, end: this.#keyEnd, value: part })
    else around.items?.push(part)
    return true
  }
}
