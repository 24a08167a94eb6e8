/** Finds the members of the objects in a list, such as traces or point sets, in a JSON text. */

import type { Visitor } from './scan.ts'

/** A member of an object in the list, or of the object that contains the list. */
export interface FoundMember {
  /** The index of its object in the list; -1 for a member of the object that contains the list. */
  readonly item: number
  /** Names joined by dots, such as `marker.size`. Empty for an item that is not an object. */
  readonly path: string
  readonly isArray: boolean
  readonly start: number
  readonly end: number
  /** For an array, the number of its values, and whether some of them are arrays or objects. */
  readonly count: number
  readonly nested: boolean
  readonly objects: boolean
}

interface OpenArray {
  readonly depth: number
  readonly start: number
  count: number
  nested: boolean
  objects: boolean
}

/**
 * Calls `found` for every scalar and array that can be reached through objects only. Values inside arrays are counted
 * but not reported.
 */
export class MemberScanner implements Visitor {
  /** The number of items found so far. */
  items = 0
  readonly #bytes: Buffer
  readonly #listDepth: number
  readonly #listName: string | null
  readonly #found: (member: FoundMember) => void
  readonly #names: string[] = []
  #depth = 0
  #inList = false
  #array: OpenArray | null = null

  /** The list is the whole text, or with a `listName` the member with that name. */
  constructor(bytes: Buffer, listName: string | null, found: (member: FoundMember) => void) {
    this.#bytes = bytes
    this.#listName = listName
    this.#listDepth = listName === null ? 1 : 2
    this.#found = found
  }

  openObject(): void {
    if (!this.#countValue('objects') && this.#isItem) this.items++
    this.#depth++
  }

  openArray(start: number): void {
    if (!this.#countValue('nested')) {
      if (this.#isItem) this.items++
      if (this.#opensList) this.#inList = true
      else this.#array = { depth: this.#depth + 1, start, count: 0, nested: false, objects: false }
    }
    this.#depth++
  }

  close(end: number): void {
    const array = this.#array
    const closed = this.#depth--
    if (array?.depth === closed) {
      this.#array = null
      const { start, count, nested, objects } = array
      this.#report({ isArray: true, start, end, count, nested, objects })
    } else if (this.#inList && closed === this.#listDepth) this.#inList = false
  }

  key(start: number, end: number, plain: boolean): void {
    if (this.#array) return
    const inner = this.#bytes.toString('utf8', start + 1, end - 1)
    this.#names[this.#depth] = plain ? inner : JSON.parse(`"${inner}"`)
  }

  scalar(start: number, end: number): void {
    if (this.#countValue()) return
    if (this.#isItem) this.items++
    this.#report({ isArray: false, start, end, count: 0, nested: false, objects: false })
  }

  /** Counts a value inside an array. Returns false if it is not in an array. */
  #countValue(container?: 'nested' | 'objects'): boolean {
    const array = this.#array
    if (!array) return false
    if (array.depth === this.#depth) {
      array.count++
      if (container) array[container] = true
    }
    return true
  }

  get #isItem(): boolean {
    return this.#inList && this.#depth === this.#listDepth
  }

  get #opensList(): boolean {
    if (this.#depth !== this.#listDepth - 1) return false
    return this.#listName === null || this.#names[1] === this.#listName
  }

  #report(member: Omit<FoundMember, 'item' | 'path'>): void {
    const item = this.#inList ? this.items - 1 : -1
    const above = this.#inList ? this.#listDepth : 0
    this.#found({ ...member, item, path: this.#names.slice(above + 1, this.#depth + 1).join('.') })
  }
}
