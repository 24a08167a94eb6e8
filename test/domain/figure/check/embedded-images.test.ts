import { deflateSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { readSubmission } from '../../../../src/domain/figure/submission.ts'

/** The beginning of a PNG is all that is read of it. */
function png(width: number, height: number): string {
  const head = Buffer.alloc(33)
  head.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return `data:image/png;base64,${Buffer.concat([head, deflateSync(Buffer.alloc(1_000))]).toString('base64')}`
}
const image = (source: string, members: object = {}) => ({ source, sizex: 1, sizey: 1, ...members })
const withImages = (...images: readonly object[]) => ({ data: [{ y: [1, 2] }], layout: { images } })

const told = (figure: object) => {
  try {
    return readSubmission(Buffer.from(JSON.stringify(figure))).warnings
  } catch (error) {
    return (error as { details: unknown }).details
  }
}
const source = (at: number) => `layout.images[${at}].source`

describe('images in a figure', () => {
  test('of the size of photos are taken', () => {
    expect(told(withImages(image(png(6_000, 4_000)), image(png(100, 100))))).toEqual([])
  })

  test('of many more pixels than are shown get a warning', () => {
    expect(told(withImages(image(png(100, 100)), image(png(9_000, 5_000))))).toEqual([
      {
        path: source(1),
        message: 'the image has 45 million pixels; scale it down to what is shown of it',
      },
    ])
  })

  test('that are too many together are refused, with the largest', () => {
    const images = [image(png(6_000, 6_000)), image(png(7_000, 6_000)), image(png(6_000, 6_000))]
    expect(told(withImages(...images))).toMatchObject([
      {
        path: source(1),
        message: expect.stringMatching(/^the image has 42 million pixels, .* 114 million; /),
      },
    ])
  })

  test('in few bytes, and of an image trace, are refused as well', () => {
    const trace = { type: 'image', source: png(16_000, 16_000) }
    expect(told({ data: [trace] })).toEqual([
      {
        path: 'data[0].source',
        message:
          'the image has 256 million pixels; scale it down to what is shown of it, at most to 100 million',
      },
    ])
  })

  test('that are hidden do not count', () => {
    const large = png(16_000, 16_000)
    expect(told(withImages(image(large, { visible: false })))).toEqual([])
    expect(told({ data: [{ type: 'image', source: large, visible: false }] })).not.toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('million') }),
    )
  })
})
