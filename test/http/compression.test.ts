/** Compressed answers of the two APIs, as clients of every kind ask for them. */

import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startTestService, type TestService } from '../support/app.ts'

let service: TestService
let graphId = ''
const data = [{ type: 'bar', y: Array.from({ length: 500 }, (_, index) => index % 7) }]

beforeAll(async () => {
  service = await startTestService({ RENDER_WORKERS: '1' })
  const answer = await fetch(`${service.baseUrl}/v1/graph`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data }),
  })
  graphId = ((await answer.json()) as { graph: { graph_id: string } }).graph.graph_id
})
afterAll(() => service.close())

interface Raw {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
}

/** As it comes over the wire: fetch would unfold it. */
const get = (path: string, headers: Record<string, string> = {}): Promise<Raw> =>
  new Promise((resolve, reject) => {
    request(service.baseUrl + path, { headers }, async response => {
      const bytes = Buffer.concat(await response.toArray())
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes })
    })
      .on('error', reject)
      .end()
  })

const unfold = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync } as const
const graph = () => `/v1/graph/${graphId}`
const query = () => `/graphql?query=${encodeURIComponent(`{ graph(id: "${graphId}") { data layout } }`)}`

describe.each([
  ['REST', graph],
  ['GraphQL', query],
])('%s', (_name, path) => {
  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, zstd', 'zstd'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
  ] as const)('sends %s the coding %s', async (accepted, coding) => {
    const plain = await get(path())
    const { headers, bytes } = await get(path(), { 'Accept-Encoding': accepted })
    expect(headers['content-encoding']).toBe(coding)
    expect(headers.vary).toMatch(/Accept-Encoding/i)
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2)
    expect(unfold[coding](bytes).toString()).toBe(plain.bytes.toString())
  })

  test.each(['', 'identity', 'compress', 'br;q=0'])('sends %p the plain bytes', async accepted => {
    const { headers, bytes } = await get(path(), accepted === '' ? {} : { 'Accept-Encoding': accepted })
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(bytes.toString())).toBeDefined()
  })
})

describe('a condition', () => {
  test('is met by the tag of the coding that was sent', async () => {
    const first = await get(graph(), { 'Accept-Encoding': 'br' })
    const etag = String(first.headers.etag)
    expect(etag).not.toBe((await get(graph())).headers.etag)
    const again = await get(graph(), { 'Accept-Encoding': 'br', 'If-None-Match': etag })
    expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, etag, 0])
  })
})

test('what fits one packet is sent as it is', async () => {
  const { headers } = await get(`/v1/plot/${graphId}`, { 'Accept-Encoding': 'br' })
  expect(headers['content-encoding']).toBeUndefined()
})

test('the start page, its style sheet and its script are compressed, and known again by their tags', async () => {
  const start = (await get('/')).bytes.toString()
  const [, styles = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(start) ?? []
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(start) ?? []
  for (const path of ['/', styles, script]) {
    const plain = await get(path)
    const { headers, bytes } = await get(path, { 'Accept-Encoding': 'gzip, br' })
    expect([path, headers['content-encoding'], headers.vary]).toEqual([path, 'br', 'Accept-Encoding'])
    expect(unfold.br(bytes).toString()).toBe(plain.bytes.toString())
    for (const { etag } of [headers, plain.headers]) {
      const accepted = etag === headers.etag ? 'br' : 'identity'
      const known = await get(path, { 'Accept-Encoding': accepted, 'If-None-Match': String(etag) })
      expect([path, known.status, known.headers.etag]).toEqual([path, 304, etag])
    }
  }
})
