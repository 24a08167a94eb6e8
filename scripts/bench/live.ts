/** Graphs that change: followers of one graph on one gateway, and appends a second. */

import { connect, type Socket } from 'node:net'
import { type Service, startService } from '../service/service.ts'
import { residentMemoryOf } from '../service/usage.ts'
import { type Measurement, percentile, type Row } from './measure.ts'

const followers = 5_000
/** Each address may follow so many times; this machine has the addresses of 127.0.0.0/8. */
const perAddress = 400
const changes = 20
const appendSeconds = 6
const longPoints = 1_000_000

/** A browser that does not start: what following and appending cost by themselves. */
const alone = { BROWSER_PATH: '/bin/false' }

export async function measureLive(): Promise<Measurement> {
  const service = await startService(alone)
  try {
    return {
      name: 'live',
      rows: [...(await follow(service)), ...(await appends(service)), ...(await appendToLong(service))],
      missing: [],
    }
  } finally {
    await service.close()
  }
}

async function newGraph(service: Service, data = '[{"y":[]}]'): Promise<string> {
  const { body } = await service.post('/v1/graph', `{"data":${data}}`)
  return JSON.parse(body.toString()).graph.graph_id
}

async function append(service: Service, id: string, points: string): Promise<void> {
  const { status, body } = await service.post(
    `/v1/graph/${id}/points`,
    `{"points":[{"trace":0,"y":[${points}]}]}`,
  )
  if (status !== 200) throw new Error(`an append answers ${status}: ${body}`)
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function follow(service: Service): Promise<Row[]> {
  const id = await newGraph(service)
  const { port } = new URL(service.url)
  const before = residentMemoryOf(service.pid)
  let heard = new Map<number, number[]>()
  const sockets: Socket[] = []
  for (let n = 0; n < followers; n += 100) {
    const some = Array.from({ length: Math.min(100, followers - n) }, (_, i) =>
      followOne(Number(port), id, `127.0.${1 + Math.floor((n + i) / perAddress)}.1`, version => {
        const times = heard.get(version) ?? []
        times.push(performance.now())
        heard.set(version, times)
      }),
    )
    sockets.push(...(await Promise.all(some)))
  }
  await pause(1_000)
  const after = residentMemoryOf(service.pid)

  heard = new Map()
  const waits: number[] = []
  const reads: number[] = []
  for (let change = 0; change < changes; change++) {
    const begun = performance.now()
    await append(service, id, String(change))
    const asked = performance.now()
    await service.get(`/v1/plot/${id}`)
    reads.push(performance.now() - asked)
    for (let tries = 0; (heard.get(change + 2)?.length ?? 0) < followers && tries < 500; tries++)
      await pause(10)
    waits.push(...(heard.get(change + 2) ?? []).map(at => at - begun))
  }
  for (const socket of sockets) socket.destroy()
  waits.sort((a, b) => a - b)
  reads.sort((a, b) => a - b)
  const missed = followers * changes - waits.length
  return [
    {
      what: `${followers} followers of one graph: a change, until it is heard, p50`,
      value: percentile(waits, 0.5),
      unit: 'ms',
    },
    { what: '… p99', value: percentile(waits, 0.99), unit: 'ms', goal: '< 1000' },
    { what: '… of all events, missed', value: missed, unit: '' },
    ...(before !== null && after !== null
      ? [{ what: '… memory for each follower', value: ((after - before) * 1024) / followers, unit: 'KiB' }]
      : []),
    { what: '… a read meanwhile, slowest', value: percentile(reads, 1), unit: 'ms' },
  ]
}

/** A stream, open once its first bytes came. `hear` is told each version. */
function followOne(
  port: number,
  id: string,
  localAddress: string,
  hear: (version: number) => void,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.setEncoding('latin1')
    socket.on('error', reject)
    let text = ''
    socket.on('data', (chunk: string) => {
      text += chunk
      if (text.includes('retry:')) resolve(socket)
      for (const [, version] of text.matchAll(/data: \{"version":(\d+)\}\n\n/g)) hear(Number(version))
      text = text.slice(text.lastIndexOf('\n\n') + 1)
    })
    socket.write(`GET /p/${id}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
  })
}

async function appends(service: Service): Promise<Row[]> {
  const rows: Row[] = []
  for (const [what, graphs, callers] of [
    ['appends to one graph, one after another', 1, 1],
    ['appends to one graph, 32 callers', 1, 32],
    ['appends to 32 graphs', 32, 1],
  ] as const) {
    const ids = await Promise.all(Array.from({ length: graphs }, () => newGraph(service)))
    const times: number[] = []
    const end = performance.now() + appendSeconds * 1000
    const caller = async (id: string) => {
      while (performance.now() < end) {
        const begun = performance.now()
        await append(service, id, '1.5')
        times.push(performance.now() - begun)
      }
    }
    await Promise.all(ids.flatMap(id => Array.from({ length: callers }, () => caller(id))))
    times.sort((a, b) => a - b)
    const goal = graphs === 1 && callers === 1 ? { goal: '≥ 100' } : {}
    rows.push({ what, value: times.length / appendSeconds, unit: '/s', ...goal })
    rows.push({ what: `${what}, p99`, value: percentile(times, 0.99), unit: 'ms' })
  }
  return rows
}

/** What one more point costs a graph that has many. */
async function appendToLong(service: Service): Promise<Row[]> {
  const short = await newGraph(service)
  const long = await newGraph(service)
  const tenth = Array.from({ length: longPoints / 10 }, (_, i) => i % 1000).join()
  for (let i = 0; i < 10; i++) await append(service, long, tenth)
  await pause(3_000)
  const p50 = async (id: string) => {
    const times: number[] = []
    for (let i = 0; i < 200; i++) {
      const begun = performance.now()
      await append(service, id, '1')
      times.push(performance.now() - begun)
    }
    return percentile(
      times.sort((a, b) => a - b),
      0.5,
    )
  }
  return [
    { what: 'an append to a graph of no points, p50', value: await p50(short), unit: 'ms' },
    { what: 'an append to a graph of a million points, p50', value: await p50(long), unit: 'ms' },
  ]
}
