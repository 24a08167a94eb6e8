/**
 * Splits an image into runs that repeat the pixel to the left, runs that repeat the row above, and new pixels. Charts
 * consist mostly of runs.
 */

export interface Runs {
  /**
   * One entry per run: its kind in the top two bits, its length in pixels in the others. The next image overwrites it.
   */
  readonly entries: Uint32Array
  readonly count: number
  /** The distinct colours; null if there are more than 256. */
  readonly palette: readonly number[] | null
  /** Whether every pixel is opaque. */
  readonly opaque: boolean
}

/** The kinds of runs, as the top bits of their entries; 0 is a new pixel. */
export const leftRun = 0x40000000
export const aboveRun = 0x80000000
export const runLength = (entry: number): number => entry & 0x3fffffff

let entries = new Uint32Array(1 << 15)

/** Null if more than `freshLimit` pixels are new, as in a photograph, for which another encoder is better. */
export function findRuns(pixels: Uint32Array, width: number, freshLimit: number): Runs | null {
  const total = pixels.length
  // Each row and the one above it, at the same index: half the time of subtracting the width from the index.
  const below = pixels.subarray(width)
  let count = 0
  let fresh = 0
  let alpha = 0xff000000
  const palette = new Set<number>()
  let at = 0
  let rowEnd = width
  while (at < total) {
    while (at >= rowEnd) rowEnd += width
    const colour = pixels[at]!
    let copied = at
    if (at >= width) {
      let above = at - width
      while (above < below.length && below[above] === pixels[above]) above++
      copied = above + width
    }
    let repeated = at
    if (at > rowEnd - width && pixels[at - 1] === colour) {
      while (repeated < rowEnd && pixels[repeated] === colour) repeated++
    }
    if (count === entries.length) entries = grown(entries)
    if (copied > at && copied >= repeated) {
      entries[count++] = aboveRun | (copied - at)
      at = copied
    } else if (repeated > at) {
      entries[count++] = leftRun | (repeated - at)
      at = repeated
    } else {
      entries[count++] = 1
      at += 1
      fresh += 1
      alpha &= colour
      if (palette.size <= 256) palette.add(colour)
      if (fresh > freshLimit) return null
    }
  }
  return {
    entries,
    count,
    palette: palette.size <= 256 ? [...palette] : null,
    opaque: alpha >>> 24 === 255,
  }
}

function grown(full: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(full.length * 2)
  larger.set(full)
  return larger
}
