/** Bodies as routes read them, without a connection: `bodies.test.ts` has them over one. */

import { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, jest, test } from '@jest/globals'
import { overloaded } from '../../src/errors/errors.ts'
import { figureLimit, readJsonBytes, readWrittenBytes } from '../../src/http/body/read-body.ts'
import type { Context } from '../../src/http/context.ts'
import { ClientGone, disconnectSignal, hasDisconnected, onceClosed } from '../../src/http/disconnect.ts'
import { requireKnownFraming } from '../../src/http/middleware/framing.ts'
import { contextOf, passThrough } from '../support/context.ts'

const limit = { bytes: 5_000, remedy: 'send less' }
const json = { 'content-type': 'application/json' }
const tooLarge = { code: 'payload_too_large', message: 'the body has more than 5000 bytes; send less' }

/** A request whose body arrives in these pieces; without an end it goes on. */
function sending(pieces: readonly (Buffer | string)[], headers: Record<string, string> = {}, ends = true) {
  const ctx = contextOf({ method: 'POST', headers: { ...json, ...headers } })
  for (const piece of pieces) ctx.req.push(Buffer.from(piece))
  if (ends) ctx.req.push(null)
  return ctx
}
const read = async (ctx: Context, idleMs?: number) => String(await readJsonBytes(ctx, limit, idleMs))

describe('the media type', () => {
  const typed = (type: string) => read(sending(['{}'], { 'content-type': type }))

  test.each([
    'application/json',
    'APPLICATION/json',
    ' application/json ; charset = "UTF-8" ',
    'application/json;charset=us-ascii;profile=x',
    'application/json; charsets=utf-16',
    'application/json;',
    'application/json; charset=utf8',
  ])('%j is JSON', async type => expect(await typed(type)).toBe('{}'))

  test.each([
    'text/json',
    'application/json2',
    'application/json; charset=utf-16',
    'application/json; charset=xutf-8',
    'application/json; charset=utf-8x',
    'application/json; charset',
    'application/json; charset=x"utf-8"',
    'application/json; charset="utf-8"x',
    'application/json; profile=x; charset=latin1',
  ])('%j is not', type => expect(typed(type)).rejects.toMatchObject({ status: 415 }))

  test('stands once', async () => {
    const ctx = sending(['{}'])
    ctx.req.rawHeaders.push('Content-Type', 'text/plain')
    await expect(read(ctx)).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('must be told, and a long one is not repeated whole', async () => {
    await expect(typed('')).rejects.toMatchObject({ status: 415 })
    const error = await typed(`x/${'y'.repeat(500)}`).catch(reason => reason)
    expect([
      error.status,
      error.message.includes('y'.repeat(98)),
      error.message.includes('y'.repeat(99)),
    ]).toEqual([415, true, false])
  })
})

describe('a coding', () => {
  const text = JSON.stringify({ data: Array.from({ length: 400 }, (_, at) => at) })
  const codings: readonly [string, (bytes: Buffer) => Buffer][] = [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    [' GZIP ', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ]

  test.each(codings)('%j is undone', async (coding, compress) => {
    const bytes = compress(Buffer.from(text))
    const pieces = [bytes.subarray(0, 9), bytes.subarray(9)]
    expect(await read(sending(pieces, { 'content-encoding': coding }))).toBe(text)
  })

  test.each(['identity', 'Identity', '', ' '])('%j is none', async coding =>
    expect(await read(sending(['{}'], { 'content-encoding': coding }))).toBe('{}'),
  )

  test('that is unknown is refused, with those that are known and no more of it than is needed', async () => {
    const error = await read(sending(['{}'], { 'content-encoding': 'x'.repeat(99) })).catch(reason => reason)
    expect(error).toMatchObject({
      code: 'unsupported_media_type',
      headers: { 'Accept-Encoding': 'gzip, br, deflate, zstd' },
    })
    expect(error.message).toContain(`"${'x'.repeat(64)}"`)
  })

  test.each(['gzip', 'br', 'deflate', 'zstd'])('%s must be what the body has', async coding => {
    await expect(read(sending([text], { 'content-encoding': coding }))).rejects.toMatchObject({
      code: 'invalid_json',
      message: `the body is not valid ${coding}, though Content-Encoding says so`,
    })
  })

  test('that makes much of a body comes back whole', async () => {
    const long = JSON.stringify(Array.from({ length: 200_000 }, (_, at) => at))
    const ctx = sending([gzipSync(long)], { 'content-encoding': 'gzip' })
    expect(String(await readJsonBytes(ctx, figureLimit({ maxBodyBytes: 2_000_000 })))).toBe(long)
  })

  test('of nothing is nothing', async () => {
    expect(await read(sending([], { 'content-encoding': 'gzip' }))).toBe('')
  })

  test('must not need more than the window of HTTP', async () => {
    // The head of a frame with a window of 16 MiB (RFC 8878, 3.1.1).
    const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 14 << 3, 1, 0, 0])
    await expect(read(sending([frame], { 'content-encoding': 'zstd' }))).rejects.toMatchObject({
      code: 'invalid_json',
      message: expect.stringContaining('window'),
    })
  })

  test('does not make more of a body than its limit', async () => {
    const bomb = gzipSync(Buffer.alloc(5_001, ' '))
    await expect(read(sending([bomb], { 'content-encoding': 'gzip' }))).rejects.toMatchObject(tooLarge)
    const whole = gzipSync(Buffer.alloc(5_000, ' '))
    expect(await read(sending([whole], { 'content-encoding': 'gzip' }))).toHaveLength(5_000)
  })

  test('may make a body longer, by as much as codings do', async () => {
    const stored = gzipSync(Buffer.alloc(5_000, ' '), { level: 0 })
    expect(stored.length).toBeGreaterThan(5_000)
    const length = String(stored.length)
    expect(
      await read(sending([stored], { 'content-encoding': 'gzip', 'content-length': length })),
    ).toHaveLength(5_000)
    const long = { 'content-encoding': 'gzip', 'content-length': '6030' }
    await expect(read(sending([], long, false))).rejects.toMatchObject(tooLarge)
  })
})

describe('a body', () => {
  test.each([2, 7, 100, 5_000])('comes back as it was sent, in pieces of %d bytes', async size => {
    const text = JSON.stringify({ data: Array.from({ length: 900 }, (_, at) => at % 10) })
    const pieces = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? []
    for (const length of [undefined, text.length, 10, 4_999]) {
      const announced: Record<string, string> =
        length === undefined ? {} : { 'content-length': String(length) }
      expect(await read(sending(pieces, announced))).toBe(text)
    }
  })

  test('has at most so many bytes, told or not', async () => {
    expect(await read(sending(['a'.repeat(3_000), 'b'.repeat(2_000)]))).toHaveLength(5_000)
    await expect(read(sending(['a'.repeat(3_000), 'b'.repeat(2_001)]))).rejects.toMatchObject(tooLarge)
    const exact = { 'content-length': '5000' }
    expect(await read(sending(['a'.repeat(5_000)], exact))).toHaveLength(5_000)
    // Refused before anything has come.
    await expect(read(sending([], { 'content-length': '5001' }, false))).rejects.toMatchObject(tooLarge)
  })

  test('that is refused is not read any further', async () => {
    const ctx = sending(['a'.repeat(5_001)], {}, false)
    await expect(read(ctx)).rejects.toMatchObject(tooLarge)
    expect(ctx.req.isPaused()).toBe(true)
    expect(['data', 'end', 'close', 'error'].map(event => ctx.req.listenerCount(event))).toEqual([0, 0, 0, 0])
  })

  test('counts as held, as it is sent and as it is decompressed', async () => {
    const held = (ctx: Context) => {
      const counts: number[] = []
      ctx.state.holdBody = bytes => counts.push(bytes)
      return counts
    }
    const plain = sending(['ab', 'cde'])
    const plainly = held(plain)
    await read(plain)
    expect(plainly).toEqual([2, 3])
    const bytes = gzipSync(Buffer.alloc(4_000, ' '))
    const compressed = sending([bytes], { 'content-encoding': 'gzip' })
    const counted = held(compressed)
    await read(compressed)
    expect([counted[0], counted.slice(1).reduce((sum, each) => sum + each, 0)]).toEqual([bytes.length, 4_000])
  })

  test.each<Record<string, string>>([{}, { 'content-encoding': 'gzip' }])(
    'that cannot be held is refused: %j',
    async headers => {
      const ctx = sending([gzipSync(Buffer.alloc(4_000, ' '))], headers)
      ctx.state.holdBody = bytes => {
        if (bytes === 4_000 || !('content-encoding' in headers)) throw overloaded('too many bodies')
      }
      await expect(read(ctx)).rejects.toMatchObject({ code: 'overloaded' })
    },
  )

  test('comes in at most a thousand pieces, or one for 64 bytes of a large one', async () => {
    const pieces = (count: number) => Array.from({ length: count }, () => ' ')
    expect(await read(sending(pieces(1_000)))).toHaveLength(1_000)
    const ctx = sending(pieces(1_001))
    await expect(read(ctx)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('pieces'),
      headers: { Connection: 'close' },
    })
    const large = figureLimit({ maxBodyBytes: 256 * 1024 + 64 * 1_500 })
    expect(await readJsonBytes(sending(pieces(1_500)), large)).toHaveLength(1_500)
    await expect(readJsonBytes(sending(pieces(1_501)), large)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  test('that goes on arriving is not given up, and leaves no timer', async () => {
    jest.useFakeTimers()
    try {
      const ctx = sending([], {}, false)
      const reading = read(ctx, 1_000)
      for (const piece of ['{', ' ', ' ', '}']) {
        ctx.req.emit('data', Buffer.from(piece))
        jest.advanceTimersByTime(999)
      }
      ctx.req.emit('end')
      expect([await reading, jest.getTimerCount()]).toEqual(['{  }', 0])
    } finally {
      jest.useRealTimers()
    }
  })

  test('that stops arriving is given up', async () => {
    await expect(read(sending(['{'], {}, false), 5)).rejects.toMatchObject({
      code: 'request_timeout',
      headers: { Connection: 'close' },
    })
  })

  test.each<[string, (ctx: Context) => void]>([
    ['leaves', ctx => void ctx.req.destroy()],
    ['breaks off', ctx => void ctx.req.destroy(new Error('reset'))],
  ])('whose caller %s has nobody to answer', async (_how, leave) => {
    const ctx = sending(['{'], {}, false)
    const reading = read(ctx)
    await setImmediate()
    leave(ctx)
    await expect(reading).rejects.toBeInstanceOf(ClientGone)
  })

  test('of a figure has the limit of the service', () => {
    expect(figureLimit({ maxBodyBytes: 7 })).toMatchObject({
      bytes: 7,
      remedy: expect.stringContaining('MAX_BODY_BYTES'),
    })
  })
})

describe('a credential', () => {
  test('is checked again only after a body that took long', async () => {
    let checks = 0
    const authorize = async () => {
      checks += 1
    }
    const config = { maxBodyBytes: 1_000 }
    expect(String(await readWrittenBytes(sending(['{}']), config, authorize))).toBe('{}')
    expect(checks).toBe(0)
    const slow = sending(['{'], {}, false)
    const reading = readWrittenBytes(slow, config, authorize)
    setTimeout(() => {
      slow.req.push('}')
      slow.req.push(null)
    }, 1_050)
    expect(String(await reading)).toBe('{}')
    expect(checks).toBe(1)
  })

  test('that has ended meanwhile is refused', async () => {
    const slow = sending(['{'], {}, false)
    const reading = readWrittenBytes(slow, { maxBodyBytes: 1_000 }, () => Promise.reject(overloaded('ended')))
    setTimeout(() => slow.req.push(null), 1_050)
    await expect(reading).rejects.toMatchObject({ message: 'ended' })
  })
})

describe('a caller who leaves', () => {
  test('is known to have left, once the answer or the connection is closed', () => {
    const ctx = contextOf()
    expect(hasDisconnected(ctx)).toBe(false)
    ctx.req.socket.destroy()
    expect(hasDisconnected(ctx)).toBe(true)
  })

  test('is told of once, also to who asks too late', () => {
    const ctx = contextOf()
    let told = 0
    onceClosed(ctx, () => told++)
    expect(told).toBe(0)
    ctx.res.emit('close')
    ctx.res.emit('close')
    expect(told).toBe(1)
    ctx.req.socket.destroy()
    onceClosed(ctx, () => told++)
    expect(told).toBe(2)
  })

  test('ends what is made for it, unless the answer was sent', () => {
    const left = contextOf()
    const signal = disconnectSignal(left)
    expect(signal.aborted).toBe(false)
    left.res.emit('close')
    expect(signal.aborted).toBe(true)
    const answered = contextOf()
    const other = disconnectSignal(answered)
    Object.defineProperty(answered.res, 'writableFinished', { value: true })
    answered.res.emit('close')
    expect(other.aborted).toBe(false)
  })
})

describe('the framing', () => {
  const framed = (coding: string | undefined, httpVersion = '1.1') => {
    const ctx = contextOf({ headers: coding === undefined ? {} : { 'transfer-encoding': coding } })
    Object.assign(ctx.req, { httpVersion, socket: new Socket() })
    return passThrough(requireKnownFraming, ctx, () => {
      ctx.body = 'passed on'
    }).then(({ body }) => body)
  }

  test.each([
    [undefined, '1.1'],
    [undefined, '1.0'],
    ['chunked', '1.1'],
    [' Chunked ', '1.1'],
  ])('%j in HTTP/%s is known', async (coding, version) => {
    expect(await framed(coding, version)).toBe('passed on')
  })

  test.each([
    ['chunked', '1.0', 'invalid_request', /HTTP\/1.0 knows no Transfer-Encoding/],
    [undefined, '2.0', 'invalid_request', /send HTTP\/1.1/],
    ['gzip, chunked', '1.1', 'not_implemented', /"gzip, chunked" is not understood/],
    ['x'.repeat(99), '1.1', 'not_implemented', /"x{64}" is/],
  ])('%j in HTTP/%s ends the connection', async (coding, version, code, message) => {
    const error = await Promise.resolve()
      .then(() => framed(coding, version))
      .catch(reason => reason)
    expect(error).toMatchObject({
      code,
      message: expect.stringMatching(message),
      headers: { Connection: 'close' },
    })
  })
})
