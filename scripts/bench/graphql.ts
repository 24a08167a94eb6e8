/**
 * The costs of both APIs: reads the same fields of the same graph over REST and over GraphQL, in turns, from one service
 * with its embedded store. Processor time is what other programs on the machine change least.
 */

import type autocannon from 'autocannon'
import { expect, type Service, startService } from '../service/service.ts'
import { processorTimeOf } from '../service/usage.ts'
import { fire } from './cannon.ts'
import { type Measurement, median, type Row } from './measure.ts'

const sizes = [30, 1_000, 20_000]
const connections = 10
const warmUp = 2
const seconds = 5
const rounds = 3
const query = 'query Graph($id: ID!) { graph(id: $id) { graphId imageUrl permalink data layout } }'

export async function measureGraphql(): Promise<Measurement> {
  const service = await startService({ BROWSER_PATH: '/bin/false' })
  try {
    const rows: Row[] = []
    for (const points of sizes) rows.push(...(await compare(service, points)))
    return { name: 'graphql', rows, missing: [] }
  } finally {
    await service.close()
  }
}

async function compare(service: Service, points: number): Promise<Row[]> {
  const y = Array.from({ length: points }, (_, index) => Math.round(Math.sin(index) * 1e6) / 1e6)
  const body = JSON.stringify({ data: [{ type: 'scatter', y }], layout: { title: 'Bench' } })
  const { graph } = JSON.parse(expect(201, await service.post('/v1/graph', body)).toString())
  const rest = { url: `${service.url}/v1/graph/${graph.graph_id}` }
  const graphql = {
    url: `${service.url}/graphql`,
    method: 'POST' as const,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { id: graph.graph_id } }),
  }
  for (const shot of [rest, graphql]) await fire({ ...shot, connections, duration: warmUp })
  const loads = { rest: [] as Load[], graphql: [] as Load[] }
  for (let round = 0; round < rounds; round++) {
    loads.rest.push(await load(service, rest))
    loads.graphql.push(await load(service, graphql))
  }
  const perSecond = (of: readonly Load[]) => median(of.map(each => each.perSecond))
  const cpuMs = (of: readonly Load[]) => median(of.map(each => each.cpuMs))
  const what = `${points} points`
  return [
    { what: `${what}, REST`, value: perSecond(loads.rest), unit: '/s' },
    { what: `${what}, GraphQL`, value: perSecond(loads.graphql), unit: '/s' },
    { what: `${what}, REST, processor time`, value: cpuMs(loads.rest), unit: 'ms' },
    { what: `${what}, GraphQL, processor time`, value: cpuMs(loads.graphql), unit: 'ms' },
    {
      what: `${what}, GraphQL's processor time, of that of REST`,
      value: cpuMs(loads.graphql) / cpuMs(loads.rest),
      unit: 'times',
    },
  ]
}

interface Load {
  readonly perSecond: number
  /** The server's processor time for one answer; NaN where the system does not tell. */
  readonly cpuMs: number
}

async function load({ pid }: Service, shot: autocannon.Options): Promise<Load> {
  const before = processorTimeOf(pid) ?? Number.NaN
  const { requests } = await fire({ ...shot, connections, duration: seconds })
  const after = processorTimeOf(pid) ?? Number.NaN
  return { perSecond: requests.average, cpuMs: (after - before) / requests.total }
}
