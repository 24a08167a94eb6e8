/** Traces reach a collector: a real receiver of OTLP over HTTP, a gateway, a worker, and the queue between them. */

import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import pino from 'pino'
import { buildWorker } from '../../src/composition/worker.ts'
import { readConfig } from '../../src/config/config.ts'
import { createLog } from '../../src/log.ts'
import { startTestService } from '../support/app.ts'
import { eventually } from '../support/eventually.ts'
import { redisMissing, startRedis } from '../support/redis.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}
interface Span {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[]
  }[]
}

/** What collectors do, as far as the exporter can tell. */
async function startReceiver() {
  const spans: (Span & { readonly role: string | undefined })[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export
    for (const { resource, scopeSpans } of resourceSpans) {
      const role = resource.attributes.find(({ key }) => key === 'plotgate.role')?.value.stringValue
      spans.push(...scopeSpans.flatMap(each => each.spans).map(span => ({ ...span, role })))
    }
    response.setHeader('Content-Type', 'application/json').end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    stop: () => new Promise(resolve => server.close(resolve)),
  }
}

const patience = 240_000
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const post = (key: string, more: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...more },
  body: '{"data":[{"type":"bar","y":[3,1,2]}]}',
})

;(redisMissing ? test.skip : test)(
  "a caller's trace goes through gateway, queue and worker, and names no graph",
  async () => {
    const [receiver, redis] = await Promise.all([startReceiver(), startRedis()])
    const folder = await mkdtemp(join(tmpdir(), 'plotgate-tracing-'))
    const env = {
      DATA_DIR: folder,
      REDIS_URL: redis.url,
      REDIS_PREFIX: 'tracing-test',
      RENDER_WORKERS: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
    }
    const worker = await buildWorker(readConfig(env), createLog('silent'))
    const gateway = await startTestService(env)
    let graphId = ''
    try {
      const traceparent = `00-${traceId}-00f067aa0ba902b7-01`
      const created = await fetch(`${gateway.address}/v1/chart`, post(gateway.key, { traceparent }))
      graphId = created.headers.get('location')?.split('/').at(-1) ?? ''
      // Whichever of the two asks for the render first, it is of this trace.
      const image = await fetch(`${gateway.address}/p/${graphId}.png`, { headers: { traceparent } })
      expect(image.status).toBe(200)
    } finally {
      // What is still here is sent before they end.
      await Promise.all([gateway.close(), worker.close()])
      await Promise.all([receiver.stop(), redis.stop(), rm(folder, { recursive: true, force: true })])
    }

    const spans = receiver.spans.filter(span => span.traceId === traceId)
    const find = (name: string, role: string) =>
      spans.find(span => span.name === name && span.role === role) ?? missing(name, role)
    const missing = (name: string, role: string): never => {
      throw new Error(
        `no span "${name}" of the ${role} among ${spans.map(each => `${each.role} ${each.name}`)}`,
      )
    }
    const request = find('POST /v1/chart', 'gateway')
    expect(request.parentSpanId).toBe('00f067aa0ba902b7')
    const create = find('create graph', 'gateway')
    expect(create.parentSpanId).toBe(request.spanId)
    expect(find('store graph', 'gateway').parentSpanId).toBe(create.spanId)
    find('queue wait', 'worker')
    const job = find('job', 'worker')
    for (const name of ['wait for a page', 'render', 'store image'])
      expect([name, find(name, 'worker').parentSpanId]).toEqual([name, job.spanId])
    const render = find('render', 'worker')
    const encode = find('encode', 'worker')
    expect(encode.parentSpanId).toBe(render.spanId)
    expect(BigInt(encode.endTimeUnixNano)).toBeGreaterThan(BigInt(encode.startTimeUnixNano))
    expect(JSON.stringify(receiver.spans)).not.toContain(graphId)
  },
  patience,
)

test('a collector that is away is told to the log once, and keeps nobody from anything', async () => {
  const closed = await startReceiver()
  await closed.stop()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => lines.push(line) })
  const service = await startTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: closed.address }, log)
  expect((await fetch(`${service.address}/v1/chart`, post(service.key))).status).toBe(201)
  const told = () => lines.filter(line => line.includes('OTEL_EXPORTER_OTLP_ENDPOINT')).length
  await eventually('the log has it', () => told() > 0)
  expect((await fetch(`${service.address}/v1/chart`, post(service.key))).status).toBe(201)
  await service.close()
  expect(told()).toBe(1)
})
