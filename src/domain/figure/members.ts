/** Where the members of listed objects lie in a JSON text: what traces and sets of points are made of. */

import type { Visitor } from './scan.ts'

/** One member of an object in the list, or of the object around the list (`item` is -1 then). */
export interface FoundMember {
  /** Its object's place in the list. */
  readonly item: number
  /** Names joined by dots, such as `marker.size`; empty for an item that is no object. */
  readonly path: string
  readonly isArray: boolean
  readonly start: number
  readonly end: number
  /** Of an array: how many values it holds, and whether arrays or objects are among them. */
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
 * Tells of every scalar and array that is reached through objects alone, as `found`. Arrays are not entered: the
 * values in them are counted.
 */
export class MemberScanner implements Visitor {
  /** How many items the list has had so far. */
  items = 0
  readonly #bytes: Buffer
  readonly #listDepth: number
  readonly #listName: string | null
  readonly #found: (member: FoundMember) => void
  readonly #names: string[] = []
  #depth = 0
  #inList = false
  #array: OpenArray | null = null

  /** The list is the whole text, or where a name is given that member of it. */
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
      this.#tell({ isArray: true, start, end, count, nested, objects })
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
    this.#tell({ isArray: false, start, end, count: 0, nested: false, objects: false })
  }

  /** Whether the value lies in an array that is not entered. */
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

  #tell(member: Omit<FoundMember, 'item' | 'path'>): void {
    const item = this.#inList ? this.items - 1 : -1
    const above = this.#inList ? this.#listDepth : 0
    this.#found({ ...member, item, path: this.#names.slice(above + 1, this.#depth + 1).join('.') })
  }
}
