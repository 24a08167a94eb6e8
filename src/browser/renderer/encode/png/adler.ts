/** The checksum of the image's bytes (RFC 1950), computed only from what changes between rows. */

import { type PngImage, strideOf } from './image.ts'
import { aboveRun, type Runs, runLength } from './runs.ts'

/** The largest prime below 65536. */
const modulus = 65521

export function adlerOf({ entries, count }: Runs, image: PngImage): number {
  const { pixels, width, depth, indexes } = image
  const stride = strideOf(image)
  // The sum and the weighted sum of a row are kept, and changed where the row differs from the one above.
  let sum = 0
  let weighted = 0
  let low = 1
  let high = 0

  let at = 0
  let rowEnd = width
  for (let entry = 0; entry < count; entry++) {
    const run = entries[entry]!
    const end = at + runLength(run)
    if (run < aboveRun) {
      for (let step = at; step < end; step++) {
        const colour = pixels[step]!
        // The row above the first counts as zeros, which are not an index of any colour, or transparent black.
        const isFirst = step < width
        const before = isFirst ? 0 : pixels[step - width]!
        if (colour === before && !isFirst) continue
        const weight = (rowEnd - step) * depth
        if (depth === 1) {
          const change = indexes.get(colour)! - (isFirst ? 0 : indexes.get(before)!)
          sum += change
          weighted += change * weight
          continue
        }
        const red = ((colour >>> 16) & 255) - ((before >>> 16) & 255)
        const green = ((colour >>> 8) & 255) - ((before >>> 8) & 255)
        const blue = (colour & 255) - (before & 255)
        const alpha = depth === 4 ? (colour >>> 24) - (before >>> 24) : 0
        const change = red + green + blue + alpha
        sum += change
        weighted += change * weight - green - 2 * blue - 3 * alpha
      }
    }
    at = end
    for (; at >= rowEnd; rowEnd += width) {
      high = (high + stride * low + weighted) % modulus
      low = (low + sum) % modulus
    }
  }
  return high * 65536 + low
}
