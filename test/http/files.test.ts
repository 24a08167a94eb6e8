import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from '@jest/globals'
import { etagOf } from '../../src/domain/etag.ts'
import { createFileCache } from '../../src/http/representations/file-cache.ts'
import { type File, sendFile } from '../../src/http/representations/representations.ts'
import { type AskedFor, contextOf, headersOf } from '../support/context.ts'

const png: File = { bytes: Buffer.from('0123456789'), type: 'image/png', etag: '"p"' }
const text = 'a,b\n'.repeat(400)
const csv: File = { bytes: Buffer.from(text), type: 'text/csv; charset=utf-8', etag: '"c"' }

async function sent(file: File, asked: AskedFor = {}) {
  const ctx = contextOf(asked)
  const held: number[] = []
  ctx.state.holdAnswer = bytes => held.push(bytes)
  await sendFile(ctx, file)
  return { status: ctx.status, headers: headersOf(ctx), body: ctx.body as Buffer | null, held }
}
const accepting = (coding: string, more = {}) => ({ headers: { 'accept-encoding': coding, ...more } })

describe('a file', () => {
  test('is sent with its type, tag and date', async () => {
    const modified = new Date('2026-03-04T05:06:07Z')
    const { status, headers, body, held } = await sent({ ...png, modified })
    expect([status, String(body), held]).toEqual([200, '0123456789', [10]])
    expect(headers).toEqual({
      'content-type': 'image/png',
      'content-length': '10',
      etag: '"p"',
      'last-modified': 'Wed, 04 Mar 2026 05:06:07 GMT',
      'accept-ranges': 'bytes',
    })
  })

  test('is not made, counted or sent where the caller has it', async () => {
    const unmade = { ...png, bytes: () => Promise.reject(new Error('made')) }
    const { status, headers, body, held } = await sent(unmade, { headers: { 'if-none-match': '"p"' } })
    expect([status, body, held, headers.etag]).toEqual([304, null, [], '"p"'])
  })

  test('that is large is not made for HEAD, whose length is told once it is known', async () => {
    const bytes = Buffer.alloc(300_000, 'x')
    const cache = createFileCache()
    let made = 0
    const large: File = {
      bytes: async () => {
        made += 1
        return bytes
      },
      type: 'application/pdf',
      etag: '"l"',
      large: true,
      cache,
    }
    const head = { method: 'HEAD' }
    const before = await sent(large, head)
    expect([before.headers['content-length'], before.held, made]).toEqual([undefined, [0], 0])
    expect(String((await sent(large)).body)).toBe(String(bytes))
    const after = await sent(large, head)
    expect([after.headers['content-length'], after.held, made]).toEqual(['300000', [300_000], 1])
    expect(after.headers['accept-ranges']).toBe('bytes')
  })

  test('that is large and compressible tells HEAD the coding in which it would be sent', async () => {
    const large = { ...csv, bytes: () => Promise.reject(new Error('made')), large: true }
    const { headers } = await sent(large, { method: 'HEAD', ...accepting('br') })
    expect(headers).toMatchObject({ 'content-encoding': 'br', etag: '"c.br"', vary: 'Accept-Encoding' })
    const plain = await sent(large, { method: 'HEAD' })
    expect(plain.headers['content-encoding']).toBeUndefined()
  })

  test('is sent for HEAD with the headers of GET where it costs nothing', async () => {
    expect((await sent(png, { method: 'HEAD' })).headers['content-length']).toBe('10')
  })

  test('is made once for all who take it, as it is and compressed', async () => {
    let made = 0
    const file: File = {
      ...csv,
      cache: createFileCache(),
      bytes: async () => {
        made += 1
        return Buffer.from(text)
      },
    }
    const first = await sent(file, accepting('gzip'))
    const second = await sent(file, accepting('gzip'))
    expect([made, second.body]).toEqual([1, first.body])
    expect(String((await sent(file)).body)).toBe(text)
    expect(made).toBe(1)
  })
})

test('a tag is that of the content, and has quotes', () => {
  expect(etagOf('a')).toMatch(/^"[\w-]{27}"$/)
  expect(etagOf('a')).toBe(etagOf(Buffer.from('a')))
  expect(etagOf('a')).not.toBe(etagOf('b'))
})

describe('a compressed file', () => {
  test('has a tag of its own, and no ranges', async () => {
    const { headers, body } = await sent(csv, accepting('gzip, br'))
    expect(headers).toMatchObject({ 'content-encoding': 'br', etag: '"c.br"', vary: 'Accept-Encoding' })
    expect(headers['accept-ranges']).toBeUndefined()
    expect(String(brotliDecompressSync(body ?? ''))).toBe(text)
    const gzipped = await sent(csv, accepting('gzip'))
    expect(String(gunzipSync(gzipped.body ?? ''))).toBe(text)
  })

  test('is known by that tag alone', async () => {
    const known = (tag: string) => sent(csv, accepting('br', { 'if-none-match': tag }))
    expect((await known('"c.br"')).status).toBe(304)
    expect((await known('"c"')).status).toBe(200)
  })

  test.each<[string, Partial<File>]>([
    ['image/png', {}],
    ['application/jsonx', { coded: true }],
    ['x/text/csv', {}],
  ])('is not one of the type %s', async (type, more) => {
    const { headers } = await sent({ ...csv, type, ...more }, accepting('br'))
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined])
  })

  test.each(['text/html', 'application/json', 'image/svg+xml'])('may be one of the type %s', async type => {
    expect((await sent({ ...csv, type }, accepting('br'))).headers['content-encoding']).toBe('br')
  })

  test('is not made of what is coded already', async () => {
    expect((await sent({ ...csv, coded: true }, accepting('br'))).headers.vary).toBeUndefined()
  })

  test('is not made of fewer than a thousand bytes', async () => {
    const codingOf = async (length: number) =>
      (await sent({ ...csv, bytes: Buffer.alloc(length) }, accepting('br'))).headers['content-encoding']
    expect(await Promise.all([999, 1_000].map(codingOf))).toEqual([undefined, 'br'])
    const madeLater = await sent({ ...csv, bytes: async () => Buffer.from('a') }, accepting('br'))
    expect(madeLater.headers['content-encoding']).toBe('br')
  })

  test('is another representation for caches also where it is not wanted', async () => {
    const { headers, body } = await sent(csv)
    expect([headers.vary, headers.etag, String(body)]).toEqual(['Accept-Encoding', '"c"', text])
  })
})

describe('a range', () => {
  const ranged = (range: string, more: Record<string, string> = {}, file = png) =>
    sent(file, { headers: { range, ...more } })

  test.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
    ['bytes=8-100', '89', 'bytes 8-9/10'],
    ['bytes=0-9', '0123456789', 'bytes 0-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=-10', '0123456789', 'bytes 0-9/10'],
    ['bytes=-100', '0123456789', 'bytes 0-9/10'],
    ['BYTES= 1 - 2 ', '12', 'bytes 1-2/10'],
    ['bytes=01-002', '12', 'bytes 1-2/10'],
  ])('%s is %s', async (range, expected, contentRange) => {
    const { status, headers, body } = await ranged(range)
    expect([status, String(body), headers['content-range']]).toEqual([206, expected, contentRange])
    expect(headers['content-length']).toBe(String(expected.length))
  })

  test.each(['bytes=10-', 'bytes=10-12', 'bytes=99999999999999999999-', 'bytes=-0'])(
    '%s is outside',
    async range => {
      await expect(ranged(range)).rejects.toMatchObject({
        code: 'range_not_satisfiable',
        headers: { 'Content-Range': 'bytes */10' },
      })
    },
  )

  test('is outside of an empty file', async () => {
    const empty = { ...png, bytes: new Uint8Array() }
    for (const range of ['bytes=0-', 'bytes=-1']) {
      await expect(ranged(range, {}, empty)).rejects.toMatchObject({ code: 'range_not_satisfiable' })
    }
  })

  test.each([
    'bytes=-',
    'bytes=',
    'bytes=3-1',
    'bytes=0-1,3-4',
    'lines=0-1',
    'xbytes=0-1',
    'bytes=0-1x',
    'bytes=a-b',
    'bytes=1',
    'bytes=1 2-3',
  ])('%s is answered with the whole file', async range => {
    const { status, headers, body } = await ranged(range)
    expect([status, String(body), headers['content-range']]).toEqual([200, '0123456789', undefined])
  })

  test.each([
    ['"p"', 206],
    ['"q"', 200],
    ['W/"p"', 200],
    ['Wed, 04 Mar 2026 05:06:07 GMT', 200],
  ])('under If-Range: %s is %i', async (condition, status) => {
    expect((await ranged('bytes=0-3', { 'if-range': condition })).status).toBe(status)
  })

  test('is of the file without compression', async () => {
    const { status, headers, body } = await ranged('bytes=0-2', { 'accept-encoding': 'br' }, csv)
    expect([status, String(body), headers.etag]).toEqual([206, 'a,b', '"c"'])
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'accept-ranges': 'bytes' })
  })

  test('is not asked for by HEAD', async () => {
    const { status, headers } = await sent(png, { method: 'HEAD', headers: { range: 'bytes=0-3' } })
    expect([status, headers['content-length']]).toEqual([200, '10'])
    const coded = await sent(csv, {
      method: 'HEAD',
      headers: { range: 'bytes=0-3', 'accept-encoding': 'br' },
    })
    expect(coded.headers['content-encoding']).toBe('br')
  })

  test('of a part of a larger memory is of that part', async () => {
    const view = new Uint8Array(Buffer.from('xx0123456789yy')).subarray(2, 12)
    expect(String((await ranged('bytes=8-', {}, { ...png, bytes: view })).body)).toBe('89')
    expect(String((await sent({ ...png, bytes: view })).body)).toBe('0123456789')
  })
})
