import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { errorAnswer } from '../../src/api/rest/shapes.ts'
import { countGraphs, type HttpSide, startHttp } from '../support/http.ts'

let side: HttpSide
beforeAll(async () => {
  side = await startHttp()
})
afterAll(() => side.close())

/** Status and body of the first answer in what a socket received. */
function first(received: string) {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
  return { status: Number(head.split(' ')[1]), head, body: body.slice(0, length) }
}

describe('what is no request', () => {
  test.each<[string, string, number, string]>([
    ['no HTTP', 'HELLO\r\n\r\n', 400, 'invalid_request'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'invalid_request'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost x\r\n\r\n', 400, 'invalid_request'],
    ['a space in the target', 'GET /v1/graph/a b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'invalid_request'],
    ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'invalid_request'],
    [
      'a target that is no path',
      'GET healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'two lengths',
      'POST /v1/graph HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
      400,
      'invalid_request',
    ],
    [
      'a length and chunks, as smugglers send',
      'POST /v1/graph HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'invalid_request',
    ],
    [
      'too many headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
  ])('%s', async (_name, bytes, status, code) => {
    const { status: got, body, head } = first(await side.raw(bytes))
    expect([got, errorAnswer.parse(JSON.parse(body)).error.code]).toEqual([status, code])
    expect(head).toMatch(/connection: close/i)
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/i)
    expect(head).toMatch(/content-security-policy: .*default-src 'none'/i)
  })

  test('a tunnel is refused aloud', async () => {
    const { status, head, body } = first(await side.raw('CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n'))
    expect([status, errorAnswer.parse(JSON.parse(body)).error.code]).toEqual([405, 'method_not_allowed'])
    expect(head).toMatch(/allow: GET, HEAD, POST, PUT, DELETE, OPTIONS/i)
  })

  test('a broken chunk ends the connection and stores nothing', async () => {
    const received = await side.raw(
      `POST /v1/graph HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${side.key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    )
    expect(first(received).status).toBe(400)
  })
})

describe('the end of a body', () => {
  const body = '{"data":[]}'
  const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  const create = (version: string, framing: string) =>
    `POST /v1/plot HTTP/${version}\r\nHost: x\r\nAuthorization: Bearer ${side.key}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`

  test.each<[string, string, string, number, string]>([
    ['a compressed transfer', '1.1', 'Transfer-Encoding: gzip, chunked', 501, 'not_implemented'],
    [
      'a compressed transfer in two headers',
      '1.1',
      'Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked',
      501,
      'not_implemented',
    ],
    [
      'chunks in HTTP/1.0',
      '1.0',
      'Connection: keep-alive\r\nTransfer-Encoding: chunked',
      400,
      'invalid_request',
    ],
    ['a last coding that is not chunked', '1.1', 'Transfer-Encoding: gzip', 400, 'invalid_request'],
    ['a later HTTP', '2.0', 'Transfer-Encoding: chunked', 400, 'invalid_request'],
  ])('of %s is refused, and nothing behind it is read', async (_which, version, framing, status, code) => {
    const before = await countGraphs(side)
    const behind = create('1.1', `Connection: close\r\nContent-Length: ${body.length}`) + body
    const received = await side.raw(create(version, framing) + chunks + behind)
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`])
    const { head, body: answer } = first(received)
    expect(head).toMatch(/connection: close/i)
    expect(errorAnswer.parse(JSON.parse(answer)).error.code).toBe(code)
    expect(await countGraphs(side)).toBe(before)
  })

  test.each(['chunked', 'Chunked'])('is known from %s', async coding => {
    const received = await side.raw(
      create('1.1', `Connection: close\r\nTransfer-Encoding: ${coding}`) + chunks,
    )
    expect(first(received).status).toBe(201)
  })
})

describe('targets', () => {
  test.each([
    ['the absolute form', 'http://elsewhere.example/healthz', 200],
    ['OPTIONS *', '*', 400],
    ['a broken percent-encoding', '/v1/graph/%E0%A4%A', 404],
    ['a broken percent-encoding elsewhere', '/%E0%A4%A', 404],
    ['one under {plot_url}', '/p/%E0%A4%A', 404],
    ['bytes beyond ASCII', '/v1/graph/\xe9', 400],
    ['a NUL', '/v1/graph/%00', 404],
    ['two slashes', '//v1/graph', 404],
    ['a query without end', `/healthz?${'a=&'.repeat(2000)}`, 200],
  ])('%s', async (_name, target, status) => {
    const received = await side.raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    expect(first(received).status).toBe(status)
  })

  test.each(['elsewhere.example', '127.0.0.1:8080'])(
    'the query of one in the absolute form with the host %s is read',
    async host => {
      const received = await side.raw(
        `GET http://${host}/graphql?query=%7B__typename%7D HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${side.key}\r\nConnection: close\r\n\r\n`,
      )
      const { status, body } = first(received)
      expect([status, JSON.parse(body).data]).toEqual([200, { __typename: 'Query' }])
    },
  )
})

describe('connections', () => {
  test('HTTP/1.0 without Host is answered', async () => {
    expect(first(await side.raw('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
  })

  test('a caller that shuts its side after the request is answered', async () => {
    const body = '{"data":[]}'
    const request = `POST /v1/plot HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${side.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    const socket = connect({ port: side.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.end(request)
    const received = (await socket.setEncoding('latin1').toArray()).join('')
    expect(first(received).status).toBe(201)
  })

  test('a caller that shuts its side within the body is told, and nothing is stored', async () => {
    const before = await countGraphs(side)
    const socket = connect({ port: side.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.end(
      `POST /v1/plot HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${side.key}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"data":[]}`,
    )
    const received = (await socket.setEncoding('latin1').toArray()).join('')
    expect(first(received).status).toBe(400)
    expect(await countGraphs(side)).toBe(before)
  })

  test('a short body that was refused unread does not cost the connection', async () => {
    const received = await side.raw(
      'POST /v1/graph HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhelloGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    expect(received).toMatch(/^HTTP\/1\.1 401 [\s\S]*HTTP\/1\.1 200 /)
  })

  test('requests sent ahead are answered in their order', async () => {
    const received = await side.raw(
      'GET /v1/graph/aaaaaaaaaaaaaaaaaaaaa HTTP/1.1\r\nHost: x\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    )
    expect(received).toMatch(/^HTTP\/1\.1 404 [\s\S]*HTTP\/1\.1 200 /)
  })

  test('there is no other protocol to change to', async () => {
    const received = await side.raw(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
    )
    expect(first(received).status).toBe(200)
  })
})

describe('X-Request-Id', () => {
  test.each(['a', 'trace:0123_4.5-6', 'x'.repeat(128)])('%s is kept', async given => {
    const answer = await side.call('GET', '/healthz', { headers: { 'X-Request-Id': given } })
    expect(answer.headers.get('x-request-id')).toBe(given)
  })

  test.each(['', 'a b', 'x'.repeat(129), '<script>', 'é'])('%j is replaced', async given => {
    const answer = await side.call('GET', '/healthz', { headers: { 'X-Request-Id': given } })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is on every answer', async () => {
    for (const path of ['/v1/nope', '/p/nope', '/v1/graph/x', '/docs', '/metrics']) {
      expect((await side.call('GET', path)).headers.get('x-request-id')).toBeTruthy()
    }
  })
})

describe('security headers', () => {
  test('are on answers and on refusals', async () => {
    for (const path of ['/healthz', '/v1/nope']) {
      const { headers } = await side.call('GET', path)
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('strict-transport-security')).toBeNull()
      expect(headers.get('x-powered-by')).toBeNull()
    }
  })

  test('ask for TLS where BASE_URL has it', async () => {
    const secure = await startHttp({
      config: { baseUrl: 'https://x.example', plotUrl: 'https://x.example/p' },
    })
    try {
      const { headers } = await secure.call('GET', '/healthz')
      expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d+/)
    } finally {
      await secure.close()
    }
  })
})
