import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import sharp from 'sharp'
import { encodePng } from '../../../src/browser/renderer/encode/png/encode.ts'
import { examples } from '../../support/property.ts'

interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint32Array
}

function picture(width: number, height: number, colourAt: (x: number, y: number) => number): Picture {
  const pixels = new Uint32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[y * width + x] = colourAt(x, y) >>> 0
  return { width, height, pixels }
}

/** What a canvas keeps of a pixel: its colour multiplied by its opacity. */
function heldBy(pixel: number): number {
  const alpha = pixel >>> 24
  const part = (shift: number) => Math.round((((pixel >>> shift) & 255) * alpha) / 255) << shift
  return ((alpha << 24) | part(16) | part(8) | part(0)) >>> 0
}

const encoded = ({ width, height, pixels }: Picture) =>
  encodePng({ held: pixels.map(heldBy), straight: () => pixels }, width, height)

/** What an independent decoder reads, which also checks every checksum of the file. */
async function decoded(png: Uint8Array): Promise<Uint32Array> {
  const rgba = await sharp(png, { failOn: 'warning' }).ensureAlpha().raw().toBuffer()
  const pixels = new Uint32Array(rgba.length / 4)
  for (let at = 0; at < pixels.length; at++) {
    const word = rgba.readUInt32BE(4 * at)
    pixels[at] = (word << 24) | (word >>> 8)
  }
  return pixels
}

async function expectExact(given: Picture): Promise<Uint8Array> {
  const png = encoded(given)
  expect(png).not.toBeNull()
  const { width, height } = await sharp(png!).metadata()
  expect([width, height]).toEqual([given.width, given.height])
  expect(await decoded(png!)).toEqual(given.pixels)
  return png!
}

const opaque = 0xff000000
const colourTypeOf = (png: Uint8Array) => png[25]

describe('the png encoder', () => {
  test('a picture of few colours is a palette, smaller than one entry a pixel', async () => {
    const png = await expectExact(
      picture(700, 500, (x, y) => (x % 50 === 0 ? opaque : opaque | (y > 250 ? 0xff7700 : 0xffffff))),
    )
    expect(colourTypeOf(png)).toBe(3)
    expect(png.length).toBeLessThan(3000)
  })

  test('see-through colours stay see-through', async () => {
    await expectExact(picture(40, 30, (x, y) => (x < 20 ? 0 : y < 15 ? 0x80112233 : 0xff445566)))
  })

  test('where a canvas cannot tell what it keeps, the colours themselves are read', async () => {
    const { width, height, pixels } = picture(40, 30, x => opaque | (x < 20 ? 0x112233 : 0x445566))
    const png = encodePng({ held: null, straight: () => pixels }, width, height)
    expect(await decoded(png!)).toEqual(pixels)
  })

  test('more than 256 colours are kept whole, with and without alpha', async () => {
    const bands = (alpha: number) =>
      picture(640, 400, (x, y) => ((alpha << 24) | ((y >> 1) * 613 + (x >> 6) * 7919)) >>> 0)
    expect(colourTypeOf(await expectExact(bands(255)))).toBe(2)
    expect(colourTypeOf(await expectExact(bands(200)))).toBe(6)
  })

  test('one colour, one pixel, one row, one column', async () => {
    for (const [width, height] of [
      [1, 1],
      [500, 1],
      [1, 500],
      [258, 3],
      [259, 2],
    ] as const) {
      await expectExact(picture(width, height, () => opaque | 0xabcdef))
    }
  })

  test('nothing at all beside a colour in the first row is as good as another colour', async () => {
    await expectExact(picture(2, 1, x => (x === 0 ? 0xffffffff : 0)))
  })

  test('a picture without runs is left to the browser', () => {
    expect(encoded(picture(64, 64, (x, y) => opaque | ((x * 2654435761) ^ (y * 40503))))).toBeNull()
  })

  test('any mixture of runs, copied rows and single pixels comes back exactly', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat({ max: 300 }), fc.nat({ max: 20 }), fc.nat()), {
          maxLength: 40,
        }),
        async (width, height, boxes) => {
          const shape = picture(width, height, () => 0xffffffff)
          for (const [left, top, wide, high, colour] of boxes) {
            for (let y = top % height; y < Math.min(height, (top % height) + high + 1); y++) {
              for (let x = left % width; x < Math.min(width, (left % width) + wide + 1); x++)
                shape.pixels[y * width + x] = colour
            }
          }
          const png = encoded(shape)
          if (png) expect(await decoded(png)).toEqual(shape.pixels)
        },
      ),
      examples(150),
    )
  })
})
