/**
 * Measures "My graphs" for an account with many graphs: the pages as a browser gets them, over HTTP, on the embedded
 * store. Images are not drawn. The goal: 100,000 graphs are as fast as ten.
 * Usage: node scripts/bench-gallery.ts [--graphs 100000]
 */

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperator } from '../src/accounts/operator.ts'
import { createSessions } from '../src/accounts/sessions.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createGraphIds } from '../src/domain/ids.ts'
import { createLog } from '../src/log.ts'
import { scriptOptions } from './script-options.ts'

const { values } = scriptOptions({ options: { graphs: { type: 'number', default: 100_000 } } })
const total = values.graphs

const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
const app = await buildApp(readConfig({ DATA_DIR: dataDir }), { log: createLog('silent') })
const server = createServer(app.callback()).listen(0, '127.0.0.1')
await once(server, 'listening')
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/account/graphs`

const { key } = await createOperator(app.store).createKey({ name: 'bench' })
const { accountId } = key
const words = ['revenue', 'rain', 'growth', 'latency', 'moods', 'lemonade', 'orbits', 'kettles']
const newGraphId = createGraphIds()
const start = Date.now() - total * 1000
for (let made = 0; made < total; made += 1000) {
  await Promise.all(
    Array.from({ length: Math.min(1000, total - made) }, (_, index) =>
      app.store.graphs.insert(
        {
          graphId: newGraphId(),
          accountId,
          createdAt: new Date(start + (made + index) * 1000),
          version: 1,
          updatedAt: new Date(),
          expiresAt: null,
          title: `${words[(made + index) % words.length]} ${made + index}`,
          traceTypes: ['scatter'],
          warnings: [],
          rendering: { status: 'ready', error: null, omitted: [] },
        },
        { data: '[{"type":"scatter","y":[1,2]}]', layout: '{}', frames: null },
      ),
    ),
  )
}

const cookie = `plotgate_session=${await createSessions(app.store).begin(accountId, 'bench')}`
const get = async (address: string) => {
  const answer = await fetch(address, { headers: { cookie } })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${address}: ${answer.status}`)
  return text
}

async function measure(what: string, address: string, rounds = 30): Promise<void> {
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await get(address)
    took.push(performance.now() - begun)
  }
  took.sort((a, b) => a - b)
  const at = (share: number) => (took[Math.floor(rounds * share)] ?? 0).toFixed(1).padStart(7)
  console.log(`${what.padEnd(34)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms`)
}

console.log(`${total} graphs of one account, 24 on a page`)
await measure('newest page', base)
const first = await get(base)
const deep = `${base}?after=${start + Math.floor(total / 2) * 1000}.${'A'.repeat(21)}`
await measure('a page in the middle', deep)
await measure('the oldest page', `${base}?after=${start + 10_000}.${'A'.repeat(21)}`)
await measure('search: every eighth title', `${base}?q=lemonade`)
await measure('search: one title, the oldest', `${base}?q=${encodeURIComponent('revenue 0')}`)
await measure('search: no title', `${base}?q=zebra`, 10)
if (!first.includes('data-more')) throw new Error('the newest page has no way to older ones')

server.closeAllConnections()
server.close()
await app.close()
await rm(dataDir, { recursive: true, force: true })
