/** JSON paths of values that the tree does not keep, because they are nested too deep or are in rows of an array. */

import { childPath } from '../faults.ts'
import { scan, type Visitor } from '../json/scan.ts'

/** The JSON path for each of the ascending offsets, at which a container or a member's name begins. Scans the bytes again. */
export function pathsAt(bytes: Buffer, offsets: readonly number[]): string[] {
  if (offsets.length === 0) return []
  const finder = new Finder(bytes, offsets)
  try {
    scan(bytes, finder, bytes[0] === 0xef ? 3 : 0)
  } catch (error) {
    if (error !== allFound) throw error
  }
  return finder.paths
}

/** Thrown to stop the scan after the last offset. */
const allFound = new Error('all places were found')

interface Level {
  readonly isArray: boolean
  index: number
  keyStart: number
  keyEnd: number
}

class Finder implements Visitor {
  readonly paths: string[] = []
  readonly #bytes: Buffer
  readonly #offsets: readonly number[]
  readonly #levels: Level[] = []

  constructor(bytes: Buffer, offsets: readonly number[]) {
    this.#bytes = bytes
    this.#offsets = offsets
  }

  openObject(start: number): void {
    this.#open(start, false)
  }

  openArray(start: number): void {
    this.#open(start, true)
  }

  #open(start: number, isArray: boolean): void {
    this.#count()
    this.#note(start)
    this.#levels.push({ isArray, index: -1, keyStart: 0, keyEnd: 0 })
  }

  close(): void {
    this.#levels.pop()
  }

  key(start: number, end: number): void {
    const level = this.#levels.at(-1) as Level
    level.keyStart = start
    level.keyEnd = end
    this.#note(start)
  }

  scalar(): void {
    this.#count()
  }

  #count(): void {
    const level = this.#levels.at(-1)
    if (level) level.index++
  }

  #note(offset: number): void {
    if (offset !== this.#offsets[this.paths.length]) return
    // Only the first levels of an extremely deep path are useful in a message.
    const path = this.#levels.slice(0, 65).reduce((parent, level) => childPath(parent, this.#step(level)), '')
    this.paths.push(path || '$')
    if (this.paths.length === this.#offsets.length) throw allFound
  }

  #step({ isArray, index, keyStart, keyEnd }: Level): string | number {
    return isArray ? index : JSON.parse(this.#bytes.toString('utf8', keyStart, keyEnd))
  }
}
