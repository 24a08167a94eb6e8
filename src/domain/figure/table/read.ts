/** Parses a stored text but keeps the submitted digits, and leaves long lists as bytes until they are read. */

import { readScalar } from '../json/exact-json.ts'
import { endOfString, scan, type Visitor } from '../json/scan.ts'
import { LazyValues } from './values.ts'

/** Shorter lists are parsed at once. There may be a million, such as the points of a line on a map. */
const shortList = 32
/** In bytes. Shorter scalars are read again each time. */
const longScalar = 1000

/**
 * The value of a valid text. Numbers are read by `readScalar`. Long arrays of scalars become `LazyValues`, which keep
 * only the offset (four bytes) of each value.
 */
export function readLazily(bytes: Buffer): unknown {
  const reader = new LazyReader(bytes)
  scan(bytes, reader)
  return reader.root
}

interface OpenObject {
  readonly members: Record<string, unknown>
  key: string
}

/** While an open array contains only scalars, its items are the offsets in `#starts` from `first` on. */
interface OpenArray {
  readonly first: number
  items: unknown[] | null
}

class LazyReader implements Visitor {
  root: unknown
  readonly #bytes: Buffer
  readonly #open: (OpenObject | OpenArray)[] = []
  /** The offsets of the scalars in open arrays. */
  #starts = new Uint32Array(1024)
  #count = 0
  /** Long scalars of `LazyValues` by their offsets, because a category may be read for each of its rows. */
  readonly #long = new Map<number, unknown>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  openObject(): void {
    this.#takeAround()
    this.#open.push({ members: {}, key: '' })
  }

  openArray(): void {
    this.#takeAround()
    this.#open.push({ first: this.#count, items: null })
  }

  /** Turns the open array into a list of parsed values, because a container begins in it. */
  #takeAround(): void {
    const around = this.#open.at(-1)
    if (around && 'first' in around) this.#take(around)
  }

  close(): void {
    const ended = this.#open.pop() as OpenObject | OpenArray
    this.#add('members' in ended ? ended.members : this.#listOf(ended))
  }

  key(start: number, end: number): void {
    const object = this.#open.at(-1) as OpenObject
    object.key = JSON.parse(this.#bytes.toString('utf8', start, end))
  }

  scalar(start: number): void {
    const around = this.#open.at(-1)
    if (!around || !('first' in around) || around.items) {
      this.#add(this.#read(start))
      return
    }
    if (this.#count === this.#starts.length) {
      const longer = new Uint32Array(2 * this.#count)
      longer.set(this.#starts)
      this.#starts = longer
    }
    this.#starts[this.#count++] = start
  }

  #add(value: unknown): void {
    const around = this.#open.at(-1)
    if (!around) this.root = value
    else if ('members' in around) around.members[around.key] = value
    else this.#take(around).push(value)
  }

  /** The parsed items of an array that contains more than scalars. */
  #take(array: OpenArray): unknown[] {
    if (array.items) return array.items
    array.items = Array.from(this.#starts.subarray(array.first, this.#count), start => this.#read(start))
    this.#count = array.first
    return array.items
  }

  #listOf(array: OpenArray): unknown {
    const { first } = array
    const length = this.#count - first
    return array.items || length <= shortList
      ? this.#take(array)
      : new LazyValues(length, row => this.#read(this.#starts[first + row] as number))
  }

  #read(start: number): unknown {
    const known = this.#long.get(start)
    if (known !== undefined) return known
    const end = endOfScalar(this.#bytes, start)
    const value = readScalar(this.#bytes.toString('utf8', start, end))
    if (end - start > longScalar) this.#long.set(start, value)
    return value
  }
}

const quote = 0x22

function endOfScalar(bytes: Buffer, start: number): number {
  if (bytes[start] === quote) return endOfString(bytes, start)
  let i = start + 1
  while (i < bytes.length && isPartOfWord(bytes[i] as number)) i++
  return i
}

/** Anything but white space, a comma and closing brackets. */
const isPartOfWord = (c: number): boolean => c > 0x20 && c !== 0x2c && c !== 0x5d && c !== 0x7d
