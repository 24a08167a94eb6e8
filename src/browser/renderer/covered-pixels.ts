/** Which pixels of an image are covered by discs of one size. */

/** In pixels. */
export interface DiscSize {
  /** The pixels whose centres lie within it are covered by a disc. */
  readonly core: number
  /** Those whose centres lie further away are not changed by it. */
  readonly radius: number
}

export interface CoveredPixels {
  /**
   * Whether all pixels are covered that a disc changes. `x` and `y` are of its centre, in pixels from the corner of the
   * first pixel.
   */
  covers(x: number, y: number): boolean
  /** Covers the pixels that a disc covers. */
  cover(x: number, y: number): void
}

export function createCoveredPixels(
  width: number,
  height: number,
  { core, radius }: DiscSize,
): CoveredPixels {
  // A bit for each pixel, in words of 32.
  const stride = Math.ceil(width / 32)
  const covered = new Int32Array(stride * height)

  /** Visits the words in which a disc has pixels, with their bits, until `visit` returns false; whether it never does. */
  function everyWord(x: number, y: number, radius: number, visit: (at: number, bits: number) => boolean) {
    const end = Math.min(height, Math.floor(y + radius + 0.5))
    for (let row = Math.max(0, Math.ceil(y - radius - 0.5)); row < end; row++) {
      const away = row + 0.5 - y
      const half = Math.sqrt(radius * radius - away * away)
      const first = Math.max(0, Math.ceil(x - half - 0.5))
      const last = Math.min(width - 1, Math.floor(x + half - 0.5))
      for (let word = first >> 5; word <= last >> 5; word++) {
        const bits = bitsBetween(first - 32 * word, last - 32 * word)
        if (!visit(row * stride + word, bits)) return false
      }
    }
    return true
  }
  const isCovered = (at: number, bits: number) => (covered[at]! & bits) === bits
  const coverBits = (at: number, bits: number) => {
    covered[at]! |= bits
    return true
  }

  return {
    covers: (x, y) => everyWord(x, y, radius, isCovered),
    cover: (x, y) => void everyWord(x, y, core, coverBits),
  }
}

/** Of a word, the bits from the first to the last one; both may be outside of it. */
const bitsBetween = (first: number, last: number) =>
  first > last ? 0 : (-1 << Math.max(0, first)) & (-1 >>> Math.max(0, 31 - last))
