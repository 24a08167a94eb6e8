/**
 * "My graphs" of an account with many graphs: the pages as a browser gets them, over HTTP, on the embedded store. An
 * account with a few graphs is asked in turns, so that whatever else the machine does slows both alike.
 */

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOperator } from '../../src/accounts/operator.ts'
import { createSessions } from '../../src/accounts/sessions.ts'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { type AccountId, createGraphIds } from '../../src/domain/ids.ts'
import type { Store } from '../../src/domain/ports.ts'
import { createLog } from '../../src/log.ts'
import { graphRecord, renderingOf } from '../../test/support/records.ts'
import { type Measurement, percentile, type Row } from './measure.ts'

const few = 30
const many = 100_000
const rounds = 30
const words = ['revenue', 'rain', 'growth', 'latency', 'moods', 'lemonade', 'orbits', 'kettles']
const newGraphId = createGraphIds()
const oldest = Date.now() - many * 1000
const lastId = 'A'.repeat(21)

/** Of "My graphs", for each account in the same way. */
const pages: Readonly<Record<string, (graphs: number) => string>> = {
  'newest page': () => '',
  'a page in the middle': graphs => `?after=${oldest + Math.floor(graphs / 2) * 1000}.${lastId}`,
  'the oldest page': () => `?after=${oldest + 10_000}.${lastId}`,
  'search: every eighth title': () => '?q=lemonade',
  'search: one title, the oldest': () => '?q=revenue%200',
  'search: no title': () => '?q=zebra',
}

export async function measureGallery(): Promise<Measurement> {
  const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-bench-'))
  const app = await buildApp(readConfig({ DATA_DIR: dataDir }), { log: createLog('silent') })
  const server = createServer(app.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/account/graphs`
  try {
    const [small, large] = [await visitorOf(app.store, few), await visitorOf(app.store, many)]
    const rows: Row[] = []
    for (const [name, page] of Object.entries(pages)) {
      const took = { few: [] as number[], many: [] as number[] }
      for (let round = 0; round < rounds; round++) {
        took.few.push(await timeOf(url + page(few), small))
        took.many.push(await timeOf(url + page(many), large))
      }
      const [usual, value] = [took.few, took.many].map(times =>
        percentile(
          times.sort((a, b) => a - b),
          0.5,
        ),
      )
      rows.push({
        what: `${name}, ${many} graphs`,
        value: value!,
        unit: 'ms',
        goal: `as ${few}: ${usual!.toFixed(1)}`,
      })
    }
    return { name: 'gallery', rows, missing: [] }
  } finally {
    server.closeAllConnections()
    server.close()
    await app.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Of a new account with that many graphs: the cookie of its session. */
async function visitorOf(store: Store, graphs: number): Promise<string> {
  const { key } = await createOperator(store).createKey({ name: 'bench' }, `${graphs}@example.org`)
  const { accountId } = key
  for (let made = 0; made < graphs; made += 1000) {
    const count = Math.min(1000, graphs - made)
    await Promise.all(Array.from({ length: count }, (_, at) => insert(store, accountId, made + at)))
  }
  return `plotgate_session=${await createSessions(store).begin(accountId, 'bench')}`
}

async function insert({ graphs }: Store, accountId: AccountId, number: number): Promise<void> {
  const record = graphRecord(newGraphId(), {
    accountId,
    createdAt: new Date(oldest + number * 1000),
    title: `${words[number % words.length]} ${number}`,
    traceTypes: ['scatter'],
    rendering: renderingOf('ready'),
  })
  await graphs.insert(record, { data: '[{"type":"scatter","y":[1,2]}]', layout: '{}', frames: null })
}

async function timeOf(address: string, cookie: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(address, { headers: { cookie } })
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}`)
  return performance.now() - begun
}
