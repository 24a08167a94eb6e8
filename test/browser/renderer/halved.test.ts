/** Pixels of WebGL become those of an image, from canvases of its size and of twice its size. */

import { expect, test } from '@jest/globals'
import { randomFrom } from '../../../scripts/mutations/mutate.ts'
import { halve, keepSize, readByLibrary } from '../../../src/browser/renderer/encode/halved.ts'

const [width, height] = [60, 50]
const random = randomFrom(7)
/** Many of them brighter than their alpha allows. */
const pixels = Uint32Array.from({ length: width * height }, (_, at) => (at % 9 ? random() * 2 ** 32 : 0))
const twice = Uint32Array.from(
  { length: 4 * width * height },
  (_, at) => pixels[((at >> 1) % width) + width * Math.trunc(at / (4 * width))]!,
)

test.each([undefined, readByLibrary])('each pixel that stands four times is itself', valid => {
  const [kept, halved] = [keepSize, halve].map(write => {
    const image = new Uint32Array(width * height)
    write(write === halve ? twice : pixels, image, width, valid)
    return image
  })
  expect(kept).toEqual(halved)
  expect(new Set(kept).size).toBeGreaterThan(2000)
})

test('the lowest row of a canvas is its first', () => {
  const image = new Uint32Array(4)
  keepSize(Uint32Array.of(0xff0000ff, 0xff00ff00, 0x80404020, 0), image, 2)
  // Red is in the highest bits below alpha, and colours are divided by it.
  expect([...image]).toEqual([0x80408080, 0, 0xffff0000, 0xff00ff00])
})
