/**
 * Compares the costs of both APIs: reads the same fields of the same graph over REST and over GraphQL, in turns, from
 * one service with its embedded store. Prints answers per second, the server's CPU time per answer, and the ratios.
 *
 * Usage: node scripts/bench-graphql.ts [--points N]   (points of the figure; by default 30, 1000 and 20000)
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { environmentOfItsOwn } from './bench/environment.ts'
import { scriptOptions } from './script-options.ts'

const { values } = scriptOptions({ options: { points: { type: 'number' } } })
const seconds = 5
const rounds = 3
const connections = 10
const query = 'query Graph($id: ID!) { graph(id: $id) { graphId imageUrl permalink data layout } }'

const folder = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
const server = spawn(process.execPath, ['src/main.ts', 'serve'], {
  env: { ...environmentOfItsOwn(), DATA_DIR: folder, PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'silent' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  const { address, key } = await greeting(server)
  for (const points of values.points ? [values.points] : [30, 1_000, 20_000])
    await compare(address, key, points)
} finally {
  server.kill()
  await new Promise(resolve => server.once('exit', resolve))
  await rm(folder, { recursive: true, force: true })
}

async function compare(address: string, key: string, points: number): Promise<void> {
  const y = Array.from({ length: points }, (_, index) => Math.round(Math.sin(index) * 1e6) / 1e6)
  const response = await fetch(`${address}/v1/graph`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: [{ type: 'scatter', y }], layout: { title: 'Bench' } }),
  })
  const { graph } = await response.json()
  // Drawn first, so that no render runs during the reads.
  await (await fetch(graph.image_url)).arrayBuffer()

  const rest = { url: `${address}/v1/graph/${graph.graph_id}` }
  const graphql = {
    url: `${address}/graphql`,
    method: 'POST' as const,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { id: graph.graph_id } }),
  }
  await load(rest, 2)
  await load(graphql, 2)
  const taken = { rest: [] as Taken[], graphql: [] as Taken[] }
  for (let round = 0; round < rounds; round++) {
    taken.rest.push(await load(rest, seconds))
    taken.graphql.push(await load(graphql, seconds))
  }
  const [a, b] = [median(taken.rest), median(taken.graphql)]
  console.log(
    `${String(points).padStart(6)} points: REST ${a.perSecond.toFixed(0)}/s, ${a.cpuMs.toFixed(3)} ms CPU · ` +
      `GraphQL ${b.perSecond.toFixed(0)}/s, ${b.cpuMs.toFixed(3)} ms CPU · ` +
      `ratio ${(a.perSecond / b.perSecond).toFixed(2)} in answers, ${(b.cpuMs / a.cpuMs).toFixed(2)} in CPU`,
  )
}

interface Taken {
  readonly perSecond: number
  /** The server's CPU time for one answer, in milliseconds. */
  readonly cpuMs: number
}

async function load(target: autocannon.Options, duration: number): Promise<Taken> {
  const before = await cpuMs()
  const { requests, non2xx, errors } = await autocannon({ ...target, connections, duration })
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers were refused and ${errors} failed`)
  return { perSecond: requests.average, cpuMs: ((await cpuMs()) - before) / requests.total }
}

/** By CPU time, which other programs on the machine hardly change, unlike answers per second. */
function median(runs: readonly Taken[]): Taken {
  return [...runs].sort((a, b) => a.cpuMs - b.cpuMs)[Math.floor(runs.length / 2)]!
}

/** User and system time of the server so far (Linux), in milliseconds. */
async function cpuMs(): Promise<number> {
  const stat = await readFile(`/proc/${server.pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** What the first start on an empty store prints: the address, and a key in the curl line. */
async function greeting({ stdout }: ChildProcess): Promise<{ address: string; key: string }> {
  let text = ''
  for await (const chunk of stdout ?? []) {
    text += String(chunk)
    const [, key] = /Bearer ([\w-]+)/.exec(text) ?? []
    const [, address] = /(https?:\/\/[^\s/]+)\/v1\/plot/.exec(text) ?? []
    if (key && address) return { address, key }
  }
  throw new Error(`the service did not greet: ${text}`)
}
