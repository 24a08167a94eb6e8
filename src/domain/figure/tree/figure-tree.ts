/**
 * An index of a JSON body. It stores the kind and byte range of each value in one flat array of integers, so that a body
 * of ten megabytes creates no objects. Arrays are summarised by number of values, kinds and row lengths; of their
 * elements only objects are indexed. Values themselves are read from the bytes when they are needed.
 */

import { isEscapedText, isText, nameIn } from './names.ts'

/** Kinds of values, as bits: the mask of an array combines the kinds of its elements. */
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

/** Identifies a value in the tree. `root` is the body itself; `none` stands for no value. */
export type Place = number
export const root: Place = 0
export const none: Place = -1

/** The integers stored for one value. */
export const slot = {
  kind: 0,
  start: 1,
  end: 2,
  /** For a member, the offset of its name, including the quote. For an array element, -1. */
  keyStart: 3,
  /** For a member, the end of its name, negated if it contains escapes. For an array element, its index. */
  keyEnd: 4,
  /** The place after this value and all of its descendants. */
  next: 5,
  /** The number of members or elements. */
  count: 6,
  /** For an array, the kinds of its elements, as bits. For an object, the bits of its members' names. */
  mask: 7,
  /** For an array, the number of scalars in it at any depth. */
  values: 8,
  /** For an array of arrays, the lengths of the shortest and the longest one. */
  shortest: 9,
  longest: 10,
  parent: 11,
} as const

export const slots = 12

/** Objects with more members get a map by name at the first lookup. */
const maxWalked = 64

const backslash = 0x5c

/** Most lookups ask for members that an object has not: those whose bit is not among the bits of its names. */
export const bitOfName = (first: number, length: number): number => 1 << (first + length)
/** All bits: an object with a name that is empty or spelt with escapes may have any member. */
export const anyName = -1

/** Gives access to values by their places, which stay valid as long as the tree. */
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

  /** Whether the value has one of these kinds. False for `none`. */
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

  /** The number of members of an object or elements of an array. */
  count(place: Place): number {
    return this.#nodes[place + slot.count] as number
  }

  /** The kinds of an array's elements, as bits. 0 for any other value. */
  mask(place: Place): number {
    return this.kind(place) === kinds.array ? (this.#nodes[place + slot.mask] as number) : 0
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

  /** The first member of an object, or the first object in an array. `none` if there is none. */
  first(place: Place): Place {
    const below = place + slots
    return below < this.after(place) ? below : none
  }

  /** The next sibling. */
  next(place: Place): Place {
    const after = this.after(place)
    return after < this.after(this.parent(place)) ? after : none
  }

  after(place: Place): Place {
    return this.#nodes[place + slot.next] as number
  }

  /** The index of an array element; -1 for a member. */
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

  /** The member with that name, the last one if there are several. `none` if there is none or the value is no object. */
  find(place: Place, name: string): Place {
    if (!this.is(place, kinds.object) || !this.#mayHave(place, name)) return none
    if (this.count(place) > maxWalked) return this.#indexOf(place).get(name) ?? none
    let found = none
    for (let child = this.first(place); child !== none; child = this.next(child)) {
      if (this.#isNamed(child, name)) found = child
    }
    return found
  }

  /** The member with that name. `none` if it is missing or null. */
  member(place: Place, name: string): Place {
    const found = this.find(place, name)
    return this.is(found, kinds.null) ? none : found
  }

  /** The value at this path of names. `none` if a part of the path is missing or null. */
  at(place: Place, ...names: readonly string[]): Place {
    let here = place
    for (const name of names) {
      here = this.member(here, name)
      if (here === none) return none
    }
    return here
  }

  #mayHave(place: Place, name: string): boolean {
    return ((this.#nodes[place + slot.mask] as number) & bitOfName(name.charCodeAt(0), name.length)) !== 0
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
    return end < 0
      ? isEscapedText(this.bytes, start + 1, -end - 1, name)
      : isText(this.bytes, start + 1, end - 1, name)
  }

  /** The text of the value, exactly as in the body. */
  text(place: Place): string {
    return this.bytes.toString('utf8', this.start(place), this.end(place))
  }

  /** The value, parsed with `JSON.parse`. */
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
