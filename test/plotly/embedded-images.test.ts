import { expect, test } from '@jest/globals'
import { pixelsOfUri } from '../../src/plotly/embedded-images.ts'

const uri = (bytes: Buffer | string) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`
const bytes = (...parts: readonly (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )
const png = (width: number, height: number) => {
  const head = bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', Array(13).fill(0))
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}
const vp8l = ((300 - 1) | ((500 - 1) << 14)) >>> 0
const frame = [0xff, 0xc0, 0, 17, 8, 0x01, 0xf4, 0x01, 0x2c, 3]

test.each<[string, Buffer]>([
  ['PNG', png(300, 500)],
  ['GIF', bytes('GIF89a', [0x2c, 0x01, 0xf4, 0x01, 0, 0])],
  ['BMP', bytes('BM', Array(16).fill(0), [0x2c, 1, 0, 0], [0xf4, 1, 0, 0])],
  ['BMP from its last row', bytes('BM', Array(16).fill(0), [0x2c, 1, 0, 0], [0x0c, 0xfe, 0xff, 0xff])],
  ['WebP', bytes('RIFFxxxxWEBPVP8 ', Array(10).fill(0), [0x2c, 0x01, 0xf4, 0x01])],
  [
    'WebP without loss',
    bytes(
      'RIFFxxxxWEBPVP8L',
      Array(4).fill(0),
      [0x2f],
      [0, 8, 16, 24].map(at => (vp8l >> at) & 255),
      [0],
    ),
  ],
  ['extended WebP', bytes('RIFFxxxxWEBPVP8X', Array(8).fill(0), [0x2b, 0x01, 0], [0xf3, 0x01, 0])],
  ['JPEG', bytes('\xff\xd8', frame)],
  [
    'JPEG with other segments before',
    bytes('\xff\xd8\xff\xe0', [0, 4, 9, 9], '\xff\xc4', [0, 5, 1, 1, 1], frame),
  ],
])('the size of a %s is known by its first bytes', (_name, image) => {
  expect(pixelsOfUri(uri(image))).toBe(150_000)
})

test('the beginning of a long one is enough', () => {
  expect(pixelsOfUri(uri(Buffer.concat([png(20_000, 20_000), Buffer.alloc(1_000_000)])))).toBe(4e8)
  expect(pixelsOfUri(`data:image/png;charset=x;base64,${png(2, 3).toString('base64')}`)).toBe(6)
})

test.each([
  '',
  'https://example.org/a.png',
  'data:image/png;base64,',
  'data:image/png;base64,%%%',
  'data:image/png,iVBORw0KGgo=',
  uri('\x89PN'),
  uri(bytes('\x89PNG')),
  uri(bytes('GIF89a')),
  uri(bytes('\xff\xd8')),
  uri(bytes('\xff\xd8\xff\xe0', [0, 2])),
  uri(bytes('\xff\xd8\xff\xc4', [0, 0], '\xff\xd9')),
  uri('<svg/>'),
])('%j does not tell its size', given => expect(pixelsOfUri(given)).toBeNull())
