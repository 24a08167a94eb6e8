/** Turns runs into the symbols of deflate, and counts these. */

import { type PngImage, strideOf } from './image.ts'
import { distanceOf, lengthSymbol } from './lengths.ts'
import { aboveRun, leftRun, type Runs, runLength } from './runs.ts'

export interface Symbols {
  /**
   * Values below 256 are literal bytes. A match of length n is 256 + 2n, plus 1 if it copies from the row above. The
   * next image overwrites it.
   */
  readonly symbols: Uint16Array
  readonly count: number
  /** How often each symbol of a literal or length occurs, and each of a distance. */
  readonly literals: Uint32Array
  readonly distances: Uint32Array
}

let symbols = new Uint16Array(1 << 16)

export function symbolsOf({ entries, count }: Runs, image: PngImage): Symbols {
  const { pixels, width, depth, indexes } = image
  const literals = new Uint32Array(286)
  const distances = new Uint32Array(30)
  const leftSymbol = distanceOf(depth).symbol
  const aboveSymbol = distanceOf(strideOf(image)).symbol
  let length = 0

  // One loop over local variables, since variables shared by functions are kept in memory.
  let at = 0
  for (let entry = 0; entry < count; entry++) {
    const run = entries[entry]!
    const size = runLength(run)
    const end = at + size
    const above = run >= aboveRun
    if (length + 4 * size + 16 > symbols.length) symbols = grown(symbols, 4 * size + 16)
    // Each row begins with the byte of its filter, always 0, which a copy from the row above includes.
    const begins = above ? Math.ceil(end / width) - Math.ceil(at / width) : 0
    if (!above && at % width === 0) {
      symbols[length++] = 0
      literals[0]! += 1
    }
    const copied = above ? size * depth + begins : run >= leftRun ? size * depth : 0
    if (copied >= 3) {
      const kind = above ? 1 : 0
      const back = above ? aboveSymbol : leftSymbol
      for (let rest = copied; rest > 0; ) {
        // The rest must not be shorter than the shortest match.
        const part = rest <= 258 ? rest : rest < 261 ? rest - 3 : 258
        symbols[length++] = 256 + 2 * part + kind
        literals[lengthSymbol[part]!]! += 1
        distances[back]! += 1
        rest -= part
      }
    } else {
      for (let step = at; step < end; step++) {
        const colour = pixels[step]!
        if (above && step % width === 0) {
          symbols[length++] = 0
          literals[0]! += 1
        }
        if (depth === 1) {
          const byte = indexes.get(colour)!
          symbols[length++] = byte
          literals[byte]! += 1
          continue
        }
        for (let shift = 16; shift >= 0; shift -= 8) {
          const byte = (colour >>> shift) & 255
          symbols[length++] = byte
          literals[byte]! += 1
        }
        if (depth === 4) {
          symbols[length++] = colour >>> 24
          literals[colour >>> 24]! += 1
        }
      }
    }
    at = end
  }
  literals[256] = 1
  return { symbols, count: length, literals, distances }
}

function grown(full: Uint16Array, more: number): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(full.length * 2 + more)
  larger.set(full)
  return larger
}
