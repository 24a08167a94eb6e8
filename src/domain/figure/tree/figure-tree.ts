/**
 * A body as a tree of places: every value's kind and where it lies in the bytes, in one flat array of integers, so that
 * ten megabytes cost no objects. Arrays are summarised (how many values, of which kinds, how long their rows are): no
 * value in them is kept but objects. Whoever needs a value reads it from the bytes.
 */

import { isEscapedText, isText, nameIn } from './names.ts'

/** Kinds of values; as bits they add up to what an array holds. */
export const kinds = {
  object: 1,
  array: 2,
  string: 4,
  number: 8,
  true: 16,
  false: 32,
  null: 64,
} as const

export const booleans = kinds.true | kinds.false
export const containers = kinds.object | kinds.array

/** A value's place in the tree. The first is the body itself; `none` is no value. */
export type Place = number
export const root: Place = 0
export const none: Place = -1

/** The integers that make up one value. */
export const slot = {
  kind: 0,
  start: 1,
  end: 2,
  /** Of a member: where its name begins, quotes included. Of an array's element: -1. */
  keyStart: 3,
  /** Where the name ends, negative when it holds escapes; of an array's element its index. */
  keyEnd: 4,
  /** The place after this value and everything in it. */
  next: 5,
  /** Members or elements. */
  count: 6,
  /** Of an array: the kinds of its elements, as bits. */
  mask: 7,
  /** Of an array: strings, numbers and words in it, at any depth. */
  values: 8,
  /** Of an array that holds arrays: the lengths of the shortest and the longest. */
  shortest: 9,
  longest: 10,
  parent: 11,
} as const

export const slots = 12

/** Objects of more members get an index when the first is looked for by name. */
const mostWalked = 64

const backslash = 0x5c

/** Reads are by place; a place stays valid as long as the tree. */
export class FigureTree {
  readonly bytes: Buffer
  readonly #nodes: Int32Array
  readonly #indexes = new Map<Place, ReadonlyMap<string, Place>>()

  constructor(bytes: Buffer, nodes: Int32Array) {
    this.bytes = bytes
    this.#nodes = nodes
  }

  kind(place: Place): number {
    return this.#nodes[place + slot.kind] as number
  }

  /** Whether the value is of one of these kinds; never for `none`. */
  is(place: Place, kind: number): boolean {
    return place !== none && ((this.#nodes[place + slot.kind] as number) & kind) !== 0
  }

  start(place: Place): number {
    return this.#nodes[place + slot.start] as number
  }

  end(place: Place): number {
    return this.#nodes[place + slot.end] as number
  }

  parent(place: Place): Place {
    return this.#nodes[place + slot.parent] as number
  }

  /** Members of an object, elements of an array. */
  count(place: Place): number {
    return this.#nodes[place + slot.count] as number
  }

  /** The kinds of an array's elements, as bits. */
  mask(place: Place): number {
    return this.#nodes[place + slot.mask] as number
  }

  values(place: Place): number {
    return this.#nodes[place + slot.values] as number
  }

  shortestRow(place: Place): number {
    return this.#nodes[place + slot.shortest] as number
  }

  longestRow(place: Place): number {
    return this.#nodes[place + slot.longest] as number
  }

  /** The first member of an object, the first object in an array; `none` where there is none. */
  first(place: Place): Place {
    const below = place + slots
    return below < this.after(place) ? below : none
  }

  /** The next beside it. */
  next(place: Place): Place {
    const after = this.after(place)
    return after < this.after(this.parent(place)) ? after : none
  }

  after(place: Place): Place {
    return this.#nodes[place + slot.next] as number
  }

  /** An element's index in its array; -1 for a member. */
  index(place: Place): number {
    const nodes = this.#nodes
    return nodes[place + slot.keyStart] === -1 ? (nodes[place + slot.keyEnd] as number) : -1
  }

  /** A member's name. */
  key(place: Place): string {
    const start = this.#nodes[place + slot.keyStart] as number
    const end = this.#nodes[place + slot.keyEnd] as number
    return end < 0
      ? JSON.parse(this.bytes.toString('utf8', start, -end))
      : nameIn(this.bytes, start + 1, end - 1)
  }

  keyStart(place: Place): number {
    return this.#nodes[place + slot.keyStart] as number
  }

  /** The member of that name, the last of several; `none` also where the value is no object. */
  find(place: Place, name: string): Place {
    if (!this.is(place, kinds.object)) return none
    if (this.count(place) > mostWalked) return this.#indexOf(place).get(name) ?? none
    let found = none
    for (let child = this.first(place); child !== none; child = this.next(child)) {
      if (this.#isNamed(child, name)) found = child
    }
    return found
  }

  /** The member of that name; `none` where it is missing or null. */
  member(place: Place, name: string): Place {
    const found = this.find(place, name)
    return found !== none && this.kind(found) === kinds.null ? none : found
  }

  /** The value under these names, one in the other; `none` where one is missing or null. */
  at(place: Place, ...names: readonly string[]): Place {
    let here = place
    for (const name of names) {
      here = this.member(here, name)
      if (here === none) return none
    }
    return here
  }

  #indexOf(place: Place): ReadonlyMap<string, Place> {
    let index = this.#indexes.get(place)
    if (!index) {
      const members = new Map<string, Place>()
      for (let child = this.first(place); child !== none; child = this.next(child))
        members.set(this.key(child), child)
      this.#indexes.set(place, members)
      index = members
    }
    return index
  }

  #isNamed(place: Place, name: string): boolean {
    const start = this.#nodes[place + slot.keyStart] as number
    const end = this.#nodes[place + slot.keyEnd] as number
    if (start === -1) return false
    return end < 0
      ? isEscapedText(this.bytes, start + 1, -end - 1, name)
      : isText(this.bytes, start + 1, end - 1, name)
  }

  /** The text of the value as it stands in the body. */
  text(place: Place): string {
    return this.bytes.toString('utf8', this.start(place), this.end(place))
  }

  /** What JSON.parse makes of it. */
  value(place: Place): unknown {
    return JSON.parse(this.text(place))
  }

  /** The string's value; null for any other kind. */
  string(place: Place): string | null {
    if (!this.is(place, kinds.string)) return null
    const [start, end] = [this.start(place) + 1, this.end(place) - 1]
    for (let i = start; i < end; i++) if (this.bytes[i] === backslash) return this.value(place) as string
    return this.bytes.toString('utf8', start, end)
  }

  /** The number's value; null for any other kind. */
  number(place: Place): number | null {
    return this.is(place, kinds.number) ? Number(this.text(place)) : null
  }
}
