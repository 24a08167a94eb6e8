/** Halves the size of an image, as the browser does when it draws a png at half its size. */

/**
 * Writes rows of the image to `half`, from the upper one on, without premultiplied alpha and with blue in their lowest bits.
 * `pixels` are the same rows of twice the width and height, from the lowest one on, with premultiplied alpha and red in their
 * lowest bits. `valid` returns what a png of them would hold.
 */
export function halve(pixels: Uint32Array, half: Uint32Array, width: number, valid = validPixel): void {
  const height = half.length / width
  const stride = 2 * width
  for (let row = 0; row < height; row++) {
    const end = (row + 1) * width
    let lower = 2 * (height - 1 - row) * stride
    for (let to = row * width; to < end; to++, lower += 2) {
      const upper = lower + stride
      const a = pixels[lower]!
      const b = pixels[lower + 1]!
      const c = pixels[upper]!
      const d = pixels[upper + 1]!
      if ((a | b | c | d) !== 0) half[to] = straight(mean(valid(a), valid(b), valid(c), valid(d)))
    }
  }
}

/** The same for `pixels` of the size of the image. */
export function keepSize(pixels: Uint32Array, image: Uint32Array, width: number, valid = validPixel): void {
  const height = image.length / width
  for (let row = 0; row < height; row++) {
    const end = (row + 1) * width
    let from = (height - 1 - row) * width
    for (let to = row * width; to < end; to++, from++) {
      const pixel = pixels[from]!
      if (pixel !== 0) image[to] = straight(valid(pixel))
    }
  }
}

/** Two of the four bytes of a word, with room for sums between them. */
const bytePairs = 0xff00ff

/** Of each byte, rounded down. */
function mean(a: number, b: number, c: number, d: number): number {
  const even = (a & bytePairs) + (b & bytePairs) + (c & bytePairs) + (d & bytePairs)
  const odd =
    ((a >>> 8) & bytePairs) + ((b >>> 8) & bytePairs) + ((c >>> 8) & bytePairs) + ((d >>> 8) & bytePairs)
  return ((even >>> 2) & bytePairs) | (((odd >>> 2) & bytePairs) << 8)
}

/** Blending can make colours brighter than their alpha allows. A png cannot. */
function validPixel(pixel: number): number {
  const alpha = pixel >>> 24
  if (alpha === 255) return pixel
  const red = Math.min(pixel & 255, alpha)
  const green = Math.min((pixel >>> 8) & 255, alpha)
  const blue = Math.min((pixel >>> 16) & 255, alpha)
  return (alpha << 24) | (blue << 16) | (green << 8) | red
}

/**
 * The pixel as the library reads it from a 3d scene: divided by its alpha, rounded down, and multiplied again by the canvas
 * that makes it a png.
 */
export function readByLibrary(pixel: number): number {
  const alpha = pixel >>> 24
  if (alpha === 255) return pixel
  if (alpha === 0) return 0
  const scale = 255 / alpha
  const read = (part: number) => Math.round((Math.floor(Math.min(scale * part, 255)) * alpha) / 255)
  return (
    (alpha << 24) | (read((pixel >>> 16) & 255) << 16) | (read((pixel >>> 8) & 255) << 8) | read(pixel & 255)
  )
}

/** The browser multiplies by alpha again, with the same result. */
function straight(pixel: number): number {
  const alpha = pixel >>> 24
  if (alpha === 0) return 0
  const scale = 255 / alpha
  const red = Math.round((pixel & 255) * scale)
  const green = Math.round(((pixel >>> 8) & 255) * scale)
  const blue = Math.round(((pixel >>> 16) & 255) * scale)
  return (alpha << 24) | (red << 16) | (green << 8) | blue
}
