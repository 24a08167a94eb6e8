/** Builds the tree of a body, in one pass over its bytes. */

import { scanBody } from '../json/body.ts'
import { spells, type Visitor } from '../json/scan.ts'
import { anyName, bitOfName, FigureTree, kinds, type Place, slot, slots } from './figure-tree.ts'
import { hasDunder, reachesPrototype } from './prototypes.ts'

/** The maximum nesting depth of containers; the body's own braces are level 1. */
export const maxDepth = 64

/** Values beyond this number are not indexed. */
const maxPlaces = 400_000

/** How many offsets are kept per kind of fault. */
const maxPlacesTold = 101

export interface BodyTree {
  readonly tree: FigureTree
  /** The maximum nesting depth. */
  readonly maxDepth: number
  /** The offsets of containers that are nested too deep, and of names that reach a prototype. */
  readonly tooDeep: readonly number[]
  readonly prototypes: readonly number[]
  /** Objects that have a member `bdata`. */
  readonly typedArrays: readonly Place[]
  /** False if the body has more values than the tree may index. */
  readonly whole: boolean
}

/** Indexes up to `max` values, not counting the elements of arrays. Throws `invalid_json`. */
export function readTree(bytes: Buffer, max = maxPlaces): BodyTree {
  const builder = new Builder(bytes, max)
  scanBody(bytes, builder, '{"data": [ … ]}')
  return builder.result()
}

/** The kind of a value, by its first byte. */
const kindOf = new Uint8Array(256).fill(kinds.number)
for (const [begin, kind] of [
  ['"', kinds.string],
  ['t', kinds.true],
  ['f', kinds.false],
  ['n', kinds.null],
] as const) {
  kindOf[begin.charCodeAt(0)] = kind
}

const noRow = 0x7fffffff

class Builder implements Visitor {
  readonly #bytes: Buffer
  readonly #mostUsed: number
  readonly #tooDeep: number[] = []
  readonly #prototypes: number[] = []
  readonly #typedArrays: Place[] = []
  #nodes: Int32Array
  #used = 0
  #depth = 0
  /** The number of open levels inside a container that is not indexed. */
  #closed = 0
  #whole = true
  /** The container that is being read (-1 before the first one), followed by its summary so far. */
  #here = -1
  #inArray = false
  #count = 0
  #mask = 0
  #values = 0
  #shortest = noRow
  #longest = 0
  /** Inside a container that is not indexed: the number of elements of the current row; -1 if it is not a row. */
  #row = -1
  #keyStart = -1
  #keyEnd = 0

  constructor(bytes: Buffer, max: number) {
    this.#bytes = bytes
    this.#mostUsed = max * slots
    // An estimate: most members take more than 20 bytes.
    this.#nodes = new Int32Array(Math.min(Math.max(bytes.length / 16, 32) | 0, 8192) * slots)
  }

  result(): BodyTree {
    return {
      tree: new FigureTree(this.#bytes, this.#nodes.subarray(0, this.#used)),
      maxDepth,
      tooDeep: this.#tooDeep,
      prototypes: this.#prototypes,
      typedArrays: this.#typedArrays,
      whole: this.#whole,
    }
  }

  openObject(start: number): void {
    this.#open(start, kinds.object)
  }

  openArray(start: number): void {
    this.#open(start, kinds.array)
  }

  #open(start: number, kind: number): void {
    if (++this.#depth === maxDepth + 1 && this.#tooDeep.length < maxPlacesTold) this.#tooDeep.push(start)
    if (this.#closed > 0) {
      if (this.#closed === 1 && this.#row !== -1) this.#row++
      this.#closed++
      return
    }
    if (this.#inArray) {
      this.#count++
      this.#mask |= kind
    }
    const isRow = this.#inArray && kind === kinds.array
    if (isRow || this.#depth > maxDepth || this.#isFull()) {
      this.#closed = 1
      this.#row = isRow ? 0 : -1
      return
    }
    const index = this.#inArray ? this.#count - 1 : -1
    if (this.#here !== -1) this.#putDown()
    this.#here = this.#add(kind, start, index)
    this.#inArray = kind === kinds.array
    this.#count = 0
    this.#mask = 0
    this.#values = 0
    this.#shortest = noRow
    this.#longest = 0
  }

  close(end: number): void {
    this.#depth--
    if (this.#closed > 0) {
      if (--this.#closed > 0 || this.#row === -1) return
      if (this.#row < this.#shortest) this.#shortest = this.#row
      if (this.#row > this.#longest) this.#longest = this.#row
      this.#row = -1
      return
    }
    const here = this.#here
    const nodes = this.#nodes
    const values = this.#values
    this.#putDown()
    nodes[here + slot.end] = end
    nodes[here + slot.next] = this.#used
    const parent = nodes[here + slot.parent] as number
    this.#here = parent
    if (parent === -1) return
    this.#inArray = nodes[parent] === kinds.array
    this.#count = nodes[parent + slot.count] as number
    this.#mask = nodes[parent + slot.mask] as number
    this.#values = (nodes[parent + slot.values] as number) + values
    this.#shortest = nodes[parent + slot.shortest] as number
    this.#longest = nodes[parent + slot.longest] as number
  }

  /** Writes the summary of the open container to its place. */
  #putDown(): void {
    const here = this.#here
    const nodes = this.#nodes
    nodes[here + slot.count] = this.#count
    nodes[here + slot.mask] = this.#mask
    nodes[here + slot.values] = this.#values
    nodes[here + slot.shortest] = this.#shortest
    nodes[here + slot.longest] = this.#longest
  }

  key(start: number, end: number, plain: boolean): void {
    const mayTell = this.#prototypes.length < maxPlacesTold
    if (
      mayTell &&
      (!plain || hasDunder(this.#bytes, start, end)) &&
      reachesPrototype(this.#bytes, start, end)
    )
      this.#prototypes.push(start)
    if (this.#closed > 0) return
    this.#count++
    this.#keyStart = start
    // Names with bytes beyond ASCII are rare, and are read like names with escapes.
    const ascii = plain && isAscii(this.#bytes, start, end)
    this.#keyEnd = ascii ? end : -end
    const length = end - start - 2
    this.#mask |= ascii && length > 0 ? bitOfName(this.#bytes[start + 1] as number, length) : anyName
    // An object may have several members with this name.
    if (isBdata(this.#bytes, start, end) && this.#typedArrays.at(-1) !== this.#here)
      this.#typedArrays.push(this.#here)
  }

  scalar(start: number, end: number): void {
    if (this.#closed > 0) {
      this.#values++
      if (this.#closed === 1 && this.#row !== -1) this.#row++
      return
    }
    const kind = kindOf[this.#bytes[start] as number] as number
    if (this.#inArray) {
      this.#values++
      this.#count++
      this.#mask |= kind
      return
    }
    if (this.#isFull()) return
    const place = this.#add(kind, start, -1)
    this.#nodes[place + slot.end] = end
    this.#nodes[place + slot.next] = this.#used
  }

  #isFull(): boolean {
    if (this.#used < this.#mostUsed) return false
    this.#whole = false
    return true
  }

  #add(kind: number, start: number, index: number): number {
    const place = this.#used
    this.#used += slots
    if (this.#used > this.#nodes.length) {
      const larger = new Int32Array(this.#nodes.length * 2)
      larger.set(this.#nodes)
      this.#nodes = larger
    }
    const nodes = this.#nodes
    nodes[place] = kind
    nodes[place + slot.start] = start
    nodes[place + slot.keyStart] = index === -1 ? this.#keyStart : -1
    nodes[place + slot.keyEnd] = index === -1 ? this.#keyEnd : index
    nodes[place + slot.parent] = this.#here
    return place
  }
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((bytes[i] as number) >= 0x80) return false
  return true
}

/** Whether the name is `bdata`, unless it is spelt with escapes. */
const isBdata = (bytes: Uint8Array, start: number, end: number): boolean =>
  end - start === 7 && bytes[start + 1] === 0x62 && spells(bytes, start + 1, 'bdata')
