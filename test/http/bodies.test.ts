import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { countGraphs, type HttpSide, startHttp } from '../support/http.ts'

const maxBodyBytes = 256 * 1024
let side: HttpSide
beforeAll(async () => {
  side = await startHttp({ config: { maxBodyBytes } })
})
afterAll(() => side.close())

const figure = JSON.stringify({ data: [{ y: [1, 2, 3] }] })
const code = async (answer: Response) => ((await answer.json()) as { error?: { code: string } }).error?.code

const headersOf = (extra: Record<string, string> = {}) => ({
  Authorization: `Bearer ${side.key}`,
  'Content-Type': 'application/json',
  ...extra,
})

const send = (body: Uint8Array | string, headers: Record<string, string>) =>
  side.call('POST', '/v1/plot', { headers: headersOf(headers), body: body as string })

/** A valid figure of exactly that many bytes. */
const figureOf = (bytes: number) => `{"data":[{"name":"${'a'.repeat(bytes - 22)}"}]}`.padEnd(bytes)

/** A short text in a frame of zstd (RFC 8878, 3.1.1) with one block that is not compressed. */
function zstdFrame(text: string, windowLog: number): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, (windowLog - 10) << 3, 0, 0, 0])
  head.writeUIntLE(text.length * 8 + 1, 6, 3)
  return Buffer.concat([head, Buffer.from(text)])
}

describe('Content-Type', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF8',
    'Application/JSON ; charset="utf-8"',
    'application/json; profile=x',
  ])('%s is JSON', async type => {
    expect((await send(figure, { 'Content-Type': type })).status).toBe(201)
  })

  test.each([
    'text/plain',
    'application/json; charset=utf-16',
    'application/json; charset=latin1',
    'application/vnd.api+json',
    'application/jsonx',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    '',
  ])('%j is not', async type => {
    const answer = await send(figure, { 'Content-Type': type })
    expect([answer.status, await code(answer)]).toEqual([415, 'unsupported_media_type'])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'add the header "Content-Type: application/json"'],
    ['multipart/form-data; boundary=x', 'send the JSON itself as the body'],
    ['application/json; charset=latin1', 'encode it as UTF-8'],
  ])('%s is told what to send instead', async (type, remedy) => {
    const answer = await send(figure, { 'Content-Type': type })
    expect(await answer.json()).toMatchObject({ error: { message: expect.stringContaining(remedy) } })
  })
})

describe('Content-Encoding', () => {
  const codings: [string, (text: string) => Uint8Array][] = [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['GZIP', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
    ['identity', text => Buffer.from(text)],
  ]

  test.each(codings)('%s', async (coding, compress) => {
    expect((await send(compress(figure), { 'Content-Encoding': coding })).status).toBe(201)
  })

  test.each(codings.slice(0, -1))('%s: the bound counts after inflating', async (coding, compress) => {
    const fits = await send(compress(figureOf(maxBodyBytes)), { 'Content-Encoding': coding })
    expect(fits.status).toBe(201)
    const over = await send(compress(figureOf(maxBodyBytes + 1)), { 'Content-Encoding': coding })
    expect([over.status, await code(over)]).toEqual([413, 'payload_too_large'])
  })

  test('a bomb costs no memory', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 0x20))
    const before = process.memoryUsage().rss
    expect((await send(bomb, { 'Content-Encoding': 'gzip' })).status).toBe(413)
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
  })

  test('the largest window of zstd is that of HTTP', async () => {
    const sent = (windowLog: number) => send(zstdFrame(figure, windowLog), { 'Content-Encoding': 'zstd' })
    expect((await sent(23)).status).toBe(201)
    const refused = await sent(24)
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('larger than 8 MiB'),
    ])
  })

  test('what is not in that coding is 400', async () => {
    for (const coding of ['gzip', 'br', 'deflate', 'zstd']) {
      const answer = await send(figure, { 'Content-Encoding': coding })
      expect([coding, answer.status, await code(answer)]).toEqual([coding, 400, 'invalid_json'])
    }
    const cut = gzipSync(figure).subarray(0, -4)
    expect((await send(cut, { 'Content-Encoding': 'gzip' })).status).toBe(400)
  })

  test.each(['compress', 'gzip, gzip', 'aes128gcm', 'constructor', '__proto__'])(
    '%s is not understood',
    async coding => {
      const answer = await send(figure, { 'Content-Encoding': coding })
      expect(answer.headers.get('accept-encoding')).toBe('gzip, br, deflate, zstd')
      expect([answer.status, await code(answer)]).toEqual([415, 'unsupported_media_type'])
    },
  )
})

describe('the bound', () => {
  test('is exact', async () => {
    expect((await send(figureOf(maxBodyBytes), {})).status).toBe(201)
    const over = await send(figureOf(maxBodyBytes + 1), {})
    expect([over.status, await code(over)]).toEqual([413, 'payload_too_large'])
  })

  test('counts what comes without a length', async () => {
    const before = await countGraphs(side)
    const chunk = Buffer.alloc(64 * 1024, 0x20)
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(chunk)
      },
    })
    const answer = await fetch(`${side.url}/v1/plot`, {
      method: 'POST',
      headers: headersOf(),
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(await countGraphs(side)).toBe(before)
  })

  test('a caller who sends everything before it reads still reads the 413', async () => {
    const length = 40 * 1024 * 1024
    const socket = connect(side.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.pause()
    socket.write(
      `POST /v1/plot HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${side.key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
    )
    const piece = Buffer.alloc(1024 * 1024, 0x20)
    for (let sent = 0; sent < length; sent += piece.length) {
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.write(piece, () => {
          socket.off('error', reject)
          resolve()
        })
      })
    }
    let received = ''
    socket.on('data', text => {
      received += text
    })
    socket.resume()
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 413 /)
    expect(received).toContain('Connection: close')
    expect(received).toContain('"payload_too_large"')
  })

  test('refuses by Content-Length before the body is there', async () => {
    const answer = await side.raw(
      `POST /v1/plot HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${side.key}\r\nContent-Type: application/json\r\nContent-Length: 9999999999\r\n\r\n`,
      60_000,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('Expect: 100-continue', () => {
  function ask(headers: Record<string, string | number>): Promise<{ continued: boolean; status: number }> {
    return new Promise((resolve, reject) => {
      let continued = false
      const req = request(`${side.url}/v1/plot`, {
        method: 'POST',
        headers: { ...headers, Expect: '100-continue' },
      })
      req.on('continue', () => {
        continued = true
        req.end(figure)
      })
      req.on('response', res => {
        res.resume()
        resolve({ continued, status: res.statusCode ?? 0 })
        req.destroy()
      })
      req.on('error', reject)
      req.flushHeaders()
    })
  }

  test('the body is asked for once it is wanted', async () => {
    const answer = await ask({ ...headersOf(), 'Content-Length': figure.length })
    expect(answer).toEqual({ continued: true, status: 201 })
  })

  test.each<[number, () => Record<string, string | number>]>([
    [401, () => ({ 'Content-Type': 'application/json', 'Content-Length': figure.length })],
    [415, () => ({ ...headersOf({ 'Content-Type': 'text/plain' }), 'Content-Length': figure.length })],
    [413, () => ({ ...headersOf(), 'Content-Length': maxBodyBytes + 1 })],
  ])('%i comes without it', async (status, headers) => {
    expect(await ask(headers())).toEqual({ continued: false, status })
  })
})

describe('callers that dawdle or leave', () => {
  const head = ({ key } = side) =>
    `POST /v1/plot HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\n`

  test('a body that stops arriving is 408', async () => {
    const impatient = await startHttp({ config: { bodyIdleMs: 300 } })
    const answer = await impatient.raw(`${head(impatient)}Content-Length: 100\r\n\r\n{"data"`)
    await impatient.close()
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('"request_timeout"')
  })

  test('a body in very many short pieces is refused, not read on', async () => {
    const headers =
      'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'
    const answer = await side.raw(`${headers}${'1\r\n \r\n'.repeat(20_000)}0\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('longer chunks')
    // The connection is closed then, and its parser goes to another one.
    for (let i = 0; i < 3; i++) expect((await send(figure, {})).status).toBe(201)
  })

  test('a body that is cut off stores nothing and harms nobody', async () => {
    const before = await countGraphs(side)
    for (let i = 0; i < 20; i++) {
      const socket = connect(side.port, '127.0.0.1')
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write(`${head()}Content-Length: 100\r\n\r\n{"data"`)
      socket.destroy()
    }
    expect((await send(figure, {})).status).toBe(201)
    expect(await countGraphs(side)).toBe(before + 1)
  })
})

test.each(['POST /v1/graph', 'POST /v1/render'])(
  'a body whose key is none any more by its end is refused: %s',
  async route => {
    const slow = await startHttp()
    const mutate = async (query: string) => {
      const headers = { Authorization: `Bearer ${slow.key}`, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ query: `mutation { ${query} }` })
      return (await (await slow.call('POST', '/graphql', { headers, body })).json()) as { data: KeyMade }
    }
    type KeyMade = { createApiKey: { secret: string; apiKey: { keyId: string } } }
    const make = 'createApiKey(input: { name: "x", scopes: ["graphs:write"] }) { secret apiKey { keyId } }'
    const { secret, apiKey } = (await mutate(make)).data.createApiKey
    const [method, path] = route.split(' ')
    const headers = { Authorization: `Bearer ${secret}`, Expect: '100-continue' }
    const sending = request(slow.url + path, {
      method,
      headers: { ...headers, 'Content-Type': 'application/json' },
    })
    const answered = once(sending, 'response')
    sending.flushHeaders()
    // Said once the key was believed.
    await once(sending, 'continue')
    await mutate(`revokeApiKey(keyId: "${apiKey.keyId}") { revokedKeyId }`)
    await new Promise(resolve => setTimeout(resolve, 1_100))
    sending.end(figure)
    const [answer] = await answered
    answer.resume()
    const stored = await countGraphs(slow)
    await slow.close()
    expect([answer.statusCode, stored]).toEqual([401, 0])
  },
)
