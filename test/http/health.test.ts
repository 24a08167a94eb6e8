import { afterEach, describe, expect, test } from '@jest/globals'
import { pino } from 'pino'
import { type HttpSide, startHttp } from '../support/http.ts'

let side: HttpSide
afterEach(() => side.close())

describe('/readyz', () => {
  test('is 503 with the reason and a time to come back while something is not ready', async () => {
    side = await startHttp({
      deps: { ready: () => Promise.reject(new Error('the canary was not rendered')) },
    })
    const answer = await side.call('GET', '/readyz')
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBeTruthy()
    expect(await answer.json()).toMatchObject({
      ok: false,
      error: { code: 'unavailable', message: expect.stringContaining('canary') },
    })
    expect((await side.call('GET', '/healthz')).status).toBe(200)
  })

  test('is no fault of the service while a browser starts: probes leave one line, without a stack', async () => {
    const lines: Record<string, unknown>[] = []
    const log = pino({ base: null }, { write: line => lines.push(JSON.parse(line)) })
    const ready = () => Promise.reject(new Error('no browser has started yet'))
    side = await startHttp({ deps: { log, ready }, config: { requestLines: false } })
    for (let probe = 0; probe < 5; probe++) expect((await side.call('GET', '/readyz')).status).toBe(503)
    expect(lines).toEqual([
      { level: 40, time: expect.anything(), msg: 'not ready: no browser has started yet' },
    ])
  })

  test('checks once for many who ask', async () => {
    let checks = 0
    side = await startHttp({
      deps: {
        ready: async () => {
          checks++
        },
      },
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () => side.call('GET', '/readyz')))
    expect(answers.every(answer => answer.status === 200)).toBe(true)
    expect(checks).toBeLessThanOrEqual(2)
  })
})

test('whether images can be made is a check of its own: a gateway without workers is ready', async () => {
  side = await startHttp({ deps: { draws: () => Promise.reject(new Error('no worker lives')) } })
  expect((await side.call('GET', '/readyz')).status).toBe(200)
  const answer = await side.call('GET', '/readyz/rendering')
  expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, 5])
  expect(await answer.json()).toMatchObject({ error: { message: 'no images: no worker lives' } })
})

test('/metrics measures requests by route, method and status, and never by what callers make up', async () => {
  side = await startHttp()
  const made = await side.create('/v1/graph', { data: [] })
  const { graph } = (await made.json()) as { graph: { graph_id: string } }
  await side.call('GET', `/v1/graph/${graph.graph_id}`)
  await side.call('PROPFIND', '/made/up')
  const text = await (await side.call('GET', '/metrics')).text()
  const count = (labels: string) => `plotgate_http_request_duration_seconds_count{${labels}} 1`
  expect(text).toContain(count('route="/v1/graph",method="POST",status="201"'))
  expect(text).toContain(count('route="/v1/graph/:graph_id",method="GET",status="200"'))
  expect(text).toContain(count('route="unmatched",method="other",status="404"'))
  expect(text).not.toContain(graph.graph_id)
  expect(text).not.toContain('made/up')
})

describe('/metrics', () => {
  test.each(['Forwarded', 'X-Forwarded-For', 'Via'])(
    'is not there for whoever a proxy on this machine speaks for (%s)',
    async name => {
      side = await startHttp()
      const answer = await side.call('GET', '/metrics', { headers: { [name]: 'for=203.0.113.7' } })
      expect(answer.status).toBe(404)
    },
  )

  test('is not there where it has an address of its own', async () => {
    side = await startHttp({ config: { metricsElsewhere: true } })
    expect((await side.call('GET', '/metrics')).status).toBe(404)
    expect((await side.call('GET', '/healthz')).status).toBe(200)
  })
})
