/** Answers that no route makes: to what is no valid request, and at addresses that cannot be listened on. */

import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from '@jest/globals'
import { type Deadlines, type Listening, listen, listenFor } from '../../src/http/connections/listen.ts'
import type { Handler } from '../../src/http/connections/pipelining.ts'
import { headOf, openConnection } from '../support/connection.ts'
import { eventually } from '../support/eventually.ts'

let listening: Listening | undefined
afterEach(async () => {
  await listening?.close(0)
  listening = undefined
})

/** What comes back for these bytes until the connection is closed. */
async function answerTo(
  bytes: string,
  handler: Handler = (_req, res) => res.end('served'),
  deadlines?: Deadlines,
) {
  listening = await listen(handler, '127.0.0.1', 0, deadlines)
  const { socket, received, closed } = await openConnection(listening.port)
  socket.write(bytes, 'latin1')
  await closed
  const [head = '', body = ''] = received().split('\r\n\r\n')
  const [status = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(lines.map(line => line.toLowerCase().split(/: (.*)/s, 2)))
  return { status, headers, body, received: received() }
}

describe('what is no request', () => {
  test.each<[string, string, string, object]>([
    [
      'no HTTP',
      'HELLO\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
      { code: 'invalid_request', message: 'this is not a valid HTTP/1.1 request' },
    ],
    [
      'headers without end',
      headOf('/', `X-Long: ${'a'.repeat(20_000)}\r\n`),
      'HTTP/1.1 431 Request Header Fields Too Large',
      { code: 'headers_too_large', message: expect.stringContaining('16 KiB') },
    ],
    [
      'a tunnel',
      'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n',
      'HTTP/1.1 405 Method Not Allowed',
      { code: 'method_not_allowed', message: expect.stringContaining('CONNECT') },
    ],
  ])('%s is answered as routes answer, and ends the connection', async (_name, bytes, status, error) => {
    const answer = await answerTo(bytes)
    expect([answer.status, JSON.parse(answer.body)]).toEqual([status, { ok: false, error }])
    expect(answer.headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(answer.body)),
      'content-security-policy': expect.stringMatching(/^sandbox .*; default-src 'none'$/),
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
      connection: 'close',
    })
    expect(answer.headers['retry-after']).toBeUndefined()
  })

  test('a tunnel is told which methods there are', async () => {
    const { headers } = await answerTo('CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n')
    expect(headers.allow).toBe('get, head, post, put, delete, options')
  })

  test('a caller who goes on holding the connection loses it', async () => {
    listening = await listen(() => {}, '127.0.0.1', 0)
    const socket = connect({ port: listening.port, host: '127.0.0.1', allowHalfOpen: true })
    const countOpen = promisify(listening.server.getConnections.bind(listening.server))
    socket.on('error', () => {}).resume()
    socket.write('HELLO\r\n\r\n')
    await once(socket, 'end')
    await eventually('it is lost', async () => (await countOpen()) === 0)
    socket.destroy()
  })

  test('a body that breaks behind the beginning of its answer ends it, without another answer', async () => {
    const begin: Handler = (req, res) => {
      req.resume()
      res.writeHead(200, { 'Content-Length': 100 })
      res.write('beginning')
    }
    listening = await listen(begin, '127.0.0.1', 0)
    const { socket, received, closed } = await openConnection(listening.port)
    socket.write(`${headOf('/', 'Transfer-Encoding: chunked\r\n', 'POST')}1\r\n{\r\n`)
    await eventually('the answer has begun', () => received().endsWith('beginning'))
    socket.write('zz\r\n')
    await closed
    expect(received()).toMatch(/beginning$/)
  })

  test('a body that breaks before its answer begins is told', async () => {
    const { status } = await answerTo(`${headOf('/', 'Transfer-Encoding: chunked\r\n', 'POST')}zz\r\n`, req =>
      req.resume(),
    )
    expect(status).toBe('HTTP/1.1 400 Bad Request')
  })
})

describe('a request', () => {
  const close = 'Connection: close\r\n'

  test.each([
    ['without Host', `GET / HTTP/1.1\r\n${close}\r\n`],
    ['with an expectation that nobody knows', headOf('/', `Expect: 200-ok\r\n${close}`)],
  ])('%s reaches the routes', async (_which, bytes) => {
    const { status, body } = await answerTo(bytes)
    expect([status, body]).toEqual(['HTTP/1.1 200 OK', 'served'])
  })

  const expecting = headOf('/', `Expect: 100-continue\r\nContent-Length: 2\r\n${close}`, 'POST')

  test('that waits to be told so is told to go on once its body is wanted', async () => {
    const { received } = await answerTo(`${expecting}{}`, async (req, res) => {
      let body = ''
      for await (const bytes of req) body += bytes
      res.end(body)
    })
    expect(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 [\s\S]*\r\n\r\n\{\}$/)
    expect(received.match(/100 Continue/g)).toHaveLength(1)
  })

  test('that has begun to be answered is not told so in the middle of the answer', async () => {
    const { received } = await answerTo(`${expecting}{}`, async (req, res) => {
      res.write('beginning')
      for await (const _bytes of req);
      res.end()
    })
    expect(received).toMatch(/^HTTP\/1\.1 200 [\s\S]*beginning/)
    expect(received).not.toContain('100 Continue')
  })

  test('that is answered without its body is not told to send it, not even later', async () => {
    const { received } = await answerTo(`${expecting}{}`, (req, res) => {
      res.end('no')
      req.resume()
    })
    expect(received).toMatch(/^HTTP\/1\.1 200 /)
    expect(received).not.toContain('100 Continue')
  })
})

describe('callers that dawdle', () => {
  const dawdling = { headersMs: 100, requestMs: 200, keepAliveMs: 1_000 }

  test.each([
    ['say nothing', ''],
    ['never finish their headers', 'GET / HTTP/1.1\r\nHost: x\r\n'],
    ['never finish their body', headOf('/', 'Content-Length: 9\r\n', 'POST')],
  ])('who %s are told 408 and lose the connection', async (_name, bytes) => {
    const { status, body } = await answerTo(bytes, req => req.resume(), dawdling)
    expect([status, JSON.parse(body).error]).toEqual([
      'HTTP/1.1 408 Request Timeout',
      { code: 'request_timeout', message: 'the request was not complete in time' },
    ])
  })

  test('who ask for nothing more lose the connection', async () => {
    const { received } = await answerTo(headOf('/'), undefined, { ...dawdling, keepAliveMs: 100 })
    expect(received.endsWith('served')).toBe(true)
  })

  test('are waited for longer than by load balancers, which wait 60 s', async () => {
    listening = await listen((_req, res) => res.end(), '127.0.0.1', 0)
    const { socket, received } = await openConnection(listening.port)
    socket.write(headOf('/'))
    await eventually('it is answered', () => received().includes('\r\n\r\n'))
    socket.destroy()
    expect(Number(/^Keep-Alive: timeout=(\d+)/im.exec(received())?.[1])).toBeGreaterThan(60)
  })
})

describe('an address', () => {
  test('that is taken is told', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    await expect(listen(() => {}, '127.0.0.1', port)).rejects.toThrow('EADDRINUSE')
    await expect(listenFor('PORT', () => {}, { host: '127.0.0.1', port })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/^PORT: .*EADDRINUSE.*: another program listens there; stop it or/),
      cause: { code: 'EADDRINUSE' },
    })
    taken.close()
  })

  test.each([
    ['192.0.2.1', /^METRICS_ADDRESS: .*: this machine has no such address; choose one that it has/],
    ['no host', /^METRICS_ADDRESS: .*: choose an address of this machine$/],
  ])('that this machine does not have is told with the variable: %s', async (host, message) => {
    await expect(listenFor('METRICS_ADDRESS', () => {}, { host, port: 0 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(message),
    })
  })

  test('that is free is listened on', async () => {
    listening = await listenFor('PORT', (_req, res) => res.end('here'), { host: '127.0.0.1', port: 0 })
    expect(await (await fetch(`http://127.0.0.1:${listening.port}`)).text()).toBe('here')
  })
})
