/** Figures of megabytes through the whole service: the same bytes come back, however they came and by whatever address. */

import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startTestService, type TestService } from '../support/app.ts'

let app: TestService
beforeAll(async () => {
  app = await startTestService({ BROWSER_PATH: '/bin/false' })
})
afterAll(() => app.close())

const numbers = Array.from({ length: 150_000 }, (_, at) => `${at % 7}.${at % 10}0`).join()
const data = `[ {"type":"bar","name":"é🚂","y":[${numbers},1e400]} ]`
const body = Buffer.from(
  `{"layout":{"meta":"${'é'.repeat(100_000)}"},"data":${data},"frames":[{"data":${data}}]}`,
)

const post = (sent: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${app.baseUrl}/v1/graph`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.key}`, 'Content-Type': 'application/json', ...headers },
    body: sent,
    ...(sent instanceof ReadableStream && { duplex: 'half' }),
  } as RequestInit)

async function created(answer: Response): Promise<{ text: string; id: string }> {
  expect(answer.status).toBe(201)
  const text = await answer.text()
  return { text, id: (JSON.parse(text) as { graph: { graph_id: string } }).graph.graph_id }
}

test.each<[string, () => Promise<Response>]>([
  ['with its length', () => post(body)],
  ['in pieces, without its length', () => post(new Blob([body]).stream())],
  ['compressed', () => post(gzipSync(body), { 'Content-Encoding': 'gzip' })],
])('a body sent %s comes back byte for byte', async (_how, send) => {
  const { text, id } = await created(await send())
  expect(text.includes(`"data":${data},"layout":`)).toBe(true)

  const plain = { 'Accept-Encoding': 'identity' }
  const read = await fetch(`${app.baseUrl}/v1/graph/${id}`, { headers: plain })
  expect(Number(read.headers.get('content-length'))).toBe(Buffer.byteLength(text))
  expect((await read.text()) === text).toBe(true)
  const head = await fetch(`${app.baseUrl}/v1/graph/${id}`, { method: 'HEAD', headers: plain })
  expect(head.headers.get('content-length')).toBe(read.headers.get('content-length'))

  const file = `${app.plotUrl}/${id}.json`
  const whole = await (await fetch(file, { headers: { 'Accept-Encoding': 'identity' } })).text()
  expect(
    whole.startsWith(`{"data":${data},"layout":{`) && whole.endsWith(`"frames":[{"data":${data}}]}`),
  ).toBe(true)
  const part = await fetch(file, { headers: { Range: 'bytes=1000-1999' } })
  expect(await part.text()).toBe(Buffer.from(whole).subarray(1000, 2000).toString())
})

test('an Idempotency-Key holds for it too', async () => {
  const headers = { 'Idempotency-Key': 'large-1' }
  const first = await created(await post(body, headers))
  const again = await created(await post(body, headers))
  expect(again.text === first.text).toBe(true)
  const other = await post(Buffer.concat([body, Buffer.from(' ')]), headers)
  expect([other.status, await other.json()]).toMatchObject([409, { error: { code: 'idempotency_conflict' } }])
})
