import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import sharp from 'sharp'
import { pngEncoder } from '../../../src/render/page/png/encode.ts'
import { huffman } from '../../../src/render/page/png/huffman.ts'
import { runFinder } from '../../../src/render/page/png/runs.ts'

const encode = pngEncoder(runFinder(), huffman())

interface Picture {
  readonly width: number
  readonly height: number
  readonly bytes: Uint8ClampedArray
}

function picture(width: number, height: number, colourAt: (x: number, y: number) => number): Picture {
  const bytes = new Uint8ClampedArray(width * height * 4)
  const pixels = new Uint32Array(bytes.buffer)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels[y * width + x] = colourAt(x, y) >>> 0
  return { width, height, bytes }
}

/** What an independent decoder reads, which also checks every checksum of the file. */
async function decoded(png: Uint8Array): Promise<Uint8Array> {
  return sharp(png, { failOn: 'warning' }).ensureAlpha().raw().toBuffer()
}

async function expectExact({ width, height, bytes }: Picture): Promise<Uint8Array> {
  const png = encode(bytes, width, height)
  expect(png).not.toBeNull()
  const { width: w, height: h } = await sharp(png!).metadata()
  expect([w, h]).toEqual([width, height])
  expect(Buffer.compare(await decoded(png!), Buffer.from(bytes.buffer))).toBe(0)
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

  test('a picture without runs is left to the browser', () => {
    const { width, height, bytes } = picture(64, 64, (x, y) => opaque | ((x * 2654435761) ^ (y * 40503)))
    expect(encode(bytes, width, height)).toBeNull()
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
          const pixels = new Uint32Array(shape.bytes.buffer)
          for (const [left, top, wide, high, colour] of boxes) {
            for (let y = top % height; y < Math.min(height, (top % height) + high + 1); y++) {
              for (let x = left % width; x < Math.min(width, (left % width) + wide + 1); x++)
                pixels[y * width + x] = colour
            }
          }
          const png = encode(shape.bytes, width, height)
          if (png) expect(Buffer.compare(await decoded(png), Buffer.from(shape.bytes.buffer))).toBe(0)
        },
      ),
      { numRuns: 150, seed: 1 },
    )
  })
})
