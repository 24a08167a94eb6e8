/** Headers that stand more than once in a request, as the wire has them: `fetch` would join them. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { countGraphs, type HttpSide, startHttp } from '../support/http.ts'

let side: HttpSide
beforeAll(async () => {
  side = await startHttp()
})
afterAll(() => side.close())

const figure = '{"data":[]}'
const query = '{"query":"{__typename}"}'
const form = 'email=ada%40example.org&password=x'

/** The status, and the code and message of the error if it is one. */
async function answered(start: string, lines: readonly string[], body = '') {
  const head = [
    `${start} HTTP/1.1`,
    ...(lines.some(line => /^host:/i.test(line)) ? [] : ['Host: x']),
    'Connection: close',
    ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
    ...lines,
  ]
  const received = await side.raw(`${head.join('\r\n')}\r\n\r\n${body}`)
  const status = Number(received.split(' ', 2)[1])
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(received)?.[1] ?? ''
  return { status, message, received }
}

describe('a request is refused and nothing is stored if there is more than one', () => {
  const json = 'Content-Type: application/json'
  const refusals: readonly [string, (key: string) => readonly [string, string[], string?], RegExp][] = [
    ['Host', () => ['GET /healthz', ['Host: x', 'host: y']], /more than one Host/],
    [
      'Content-Type',
      key => ['POST /v1/graph', [key, json, 'content-type: text/plain'], figure],
      /more than one Content-Type/,
    ],
    [
      'Content-Type, though they are equal',
      key => ['POST /v1/graph', [key, json, json], figure],
      /more than one Content-Type/,
    ],
    [
      'Authorization',
      key => ['POST /v1/graph', [json, key, 'AUTHORIZATION: Bearer of-another'], figure],
      /more than one Authorization/,
    ],
    [
      'Authorization of a delete',
      key => [`DELETE /v1/graph/${'a'.repeat(21)}`, [key, key]],
      /more than one Authorization/,
    ],
    [
      'Authorization of a query',
      key => ['POST /graphql', [json, key, 'Authorization: Basic eDp5'], query],
      /more than one Authorization/,
    ],
    ['Content-Type of a query', () => ['POST /graphql', [json, json], query], /more than one Content-Type/],
    [
      'Idempotency-Key',
      key => ['POST /v1/graph', [json, key, 'Idempotency-Key: a', 'Idempotency-Key: b'], figure],
      /^Idempotency-Key: must be/,
    ],
    [
      'Plotgate-Expires',
      key => ['POST /v1/graph', [json, key, 'Plotgate-Expires: 1d', 'Plotgate-Expires: 2d'], figure],
      /^Plotgate-Expires: /,
    ],
  ]
  test.each(refusals)('%s', async (_which, make, expected) => {
    const before = await countGraphs(side)
    const { status, message } = await answered(...make(`Authorization: Bearer ${side.key}`))
    expect([status, message]).toEqual([400, expect.stringMatching(expected)])
    expect(await countGraphs(side)).toBe(before)
  })

  test('Content-Encoding, for its lines are one list', async () => {
    const lines = [
      `Authorization: Bearer ${side.key}`,
      'Content-Type: application/json',
      'Content-Encoding: gzip',
      'Content-Encoding: gzip',
    ]
    expect((await answered('POST /v1/graph', lines, figure)).status).toBe(415)
  })

  test('Content-Type of a form', async () => {
    const type = 'Content-Type: application/x-www-form-urlencoded'
    const lines = [`Origin: ${side.url}`, type, type]
    expect((await answered('POST /account/sign-in', lines, form)).status).toBe(400)
  })

  test('Origin of a form, for neither is believed', async () => {
    const type = 'Content-Type: application/x-www-form-urlencoded'
    const lines = [`Origin: ${side.url}`, 'Origin: https://elsewhere.example', type]
    expect((await answered('POST /account/sign-in', lines, form)).status).toBe(403)
  })
})

describe('a read', () => {
  let read: string
  let tag = ''
  beforeAll(async () => {
    const made = await side.create('/v1/graph', { data: [] })
    const { graph } = (await made.json()) as { graph: { graph_id: string } }
    read = `GET /v1/graph/${graph.graph_id}`
    tag = /etag: (".*?")/i.exec((await answered(read, [])).received)?.[1] ?? ''
  })

  test('ignores credentials, however many there are', async () => {
    expect((await answered(read, ['Authorization: Bearer a', 'Authorization: Bearer b'])).status).toBe(200)
  })

  test('knows the tags of all lines', async () => {
    expect((await answered(read, ['If-None-Match: "old"', `If-None-Match: ${tag}`])).status).toBe(304)
    expect((await answered(read, ['If-Match: "old"', `If-Match: ${tag}`])).status).toBe(200)
    expect((await answered(read, ['If-Match: "old"', 'If-Match: "older"'])).status).toBe(412)
  })
})
