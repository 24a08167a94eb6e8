/**
 * What a store's operations take among many graphs, against the same operations on a store that is nearly empty: both
 * are open at once and asked in turns, so that whatever else the machine does slows both alike.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GraphRecord } from '../../src/domain/graph/graph.ts'
import { accountIdOf, createGraphIds, type GraphId } from '../../src/domain/ids.ts'
import type { ListCursor } from '../../src/domain/ports.ts'
import { firstLineOf } from '../../src/errors/cause.ts'
import { backendFor } from '../../src/storage/backends.ts'
import { packFigure } from '../../src/storage/figure-codec.ts'
import { trimFigure } from '../../src/storage/layout-prefix.ts'
import { openStore, type StorageConfig } from '../../src/storage/open.ts'
import type { DumpItem, PortableStore } from '../../src/storage/portable-store.ts'
import { graphRecord, renderingOf } from '../../test/support/records.ts'
import { type Measurement, median, type Row } from './measure.ts'

/** In the store that counts as empty: a page of the gallery, and some to delete. */
const few = 200
const batch = 2_000
/** For each kind of work. What takes seconds is done less often than it asks for, but always three times. */
const longestMs = 30_000
const newId = createGraphIds()
/** The account whose graphs are listed; the others are `account 1` and so on. */
const account = accountIdOf('account 0')

const newFigure = (at: number) => ({
  data: `[{"type":"scatter","name":"series ${at}","y":[${Array.from({ length: 120 }, (_, x) => ((at * 7 + x * x) % 997) / 10).join()}]}]`,
  layout: '{"title":{"text":"Quarterly revenue"}}',
  frames: null,
})
// Figures of about half a kilobyte: what is measured is how many there are, not what they hold.
const packed = Array.from({ length: 50 }, (_, at) => packFigure(trimFigure(newFigure(at), null)))

const newRecord = (at: number, accounts: number): GraphRecord => {
  return graphRecord(newId(), {
    accountId: accountIdOf(`account ${at % accounts}`),
    createdAt: new Date(Date.now() - at * 20_000),
    title: `Quarterly revenue ${at}`,
    traceTypes: ['scatter'],
    rendering: renderingOf('ready'),
  })
}

interface Filled {
  readonly store: PortableStore
  readonly graphs: number
  readonly ids: readonly GraphId[]
  /** In the middle of the account's list. */
  readonly middle: ListCursor
}

/** As many as fit into the time. `ids` are some of them. */
async function fill(store: PortableStore, graphs: number, accounts: number, until: number): Promise<Filled> {
  const ids: GraphId[] = []
  const own: ListCursor[] = []
  let made = 0

  function newItem(index: number): DumpItem {
    const record = newRecord(made + index, accounts)
    if (index % 20 === 0) ids.push(record.graphId)
    if (record.accountId === account && own.length < 200_000) own.push(record)
    const figure = packed[index % packed.length]!
    return { kind: 'graph', record, figure, base: { version: 1, createdAt: record.createdAt } }
  }
  async function* batches(): AsyncIterable<readonly DumpItem[]> {
    while (made < graphs && Date.now() < until) {
      const items = Array.from({ length: Math.min(batch, graphs - made) }, (_, index) => newItem(index))
      yield items
      made += items.length
    }
  }

  await store.load(batches(), { intoEmpty: true })
  return { store, graphs: made, ids, middle: own[Math.floor(own.length / 2)]! }
}

const timeOf = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

type Work = (filled: Filled) => Promise<unknown>

/** As a service does every few minutes. The first indexes the titles of accounts that have become large. */
const sweep: Work = ({ store }) => store.sweep({ variantBytes: 2 ** 30, now: new Date() })

/** What is done, how often, and on which graphs. */
function workOf(config: (filled: Filled) => StorageConfig): readonly (readonly [string, number, Work])[] {
  const created = new Map<Filled, GraphId[]>()
  const any = ({ ids }: Filled) => ids[Math.floor(Math.random() * ids.length)]!
  const list = (query: object) => (filled: Filled) =>
    filled.store.graphs.list({ accountId: account, limit: 24, ...query })
  return [
    [
      'create',
      150,
      async filled => {
        const record = newRecord(0, 1)
        await filled.store.graphs.insert(record, newFigure(1))
        created.set(filled, [...(created.get(filled) ?? []), record.graphId])
      },
    ],
    ['read', 300, async filled => filled.store.graphs.figure(any(filled))],
    ['gallery, first page', 60, list({})],
    ['gallery, a page in the middle', 60, filled => list({ after: filled.middle })(filled)],
    ['search of a rare title', 30, list({ title: 'revenue 100' })],
    ['search of no title', 30, list({ title: 'no such words' })],
    ['count', 60, ({ store }) => store.graphs.count(account)],
    ['delete', 100, async filled => filled.store.graphs.remove(created.get(filled)!.pop()!)],
    ['start', 5, async filled => (await openStore(config(filled))).close()],
    ['sweep', 5, sweep],
  ]
}

/** Medians of both, in milliseconds. */
async function inTurns(times: number, work: Work, empty: Filled, full: Filled): Promise<[number, number]> {
  const took: Record<'empty' | 'full', number[]> = { empty: [], full: [] }
  const until = performance.now() + longestMs
  for (let time = 0; time < times && (time < 3 || performance.now() < until); time++) {
    took.empty.push(await timeOf(() => work(empty)))
    took.full.push(await timeOf(() => work(full)))
  }
  return [median(took.empty), median(took.full)]
}

async function backup({ store, graphs }: Filled): Promise<number> {
  const ms = await timeOf(async () => {
    for await (const item of store.dump()) if (item.kind === 'record') break
  })
  return (ms * 1000) / graphs
}

export interface StoreScale {
  readonly graphs: number
  readonly accounts: number
  /** How long filling may take. */
  readonly minutes: number
  /** Null: the embedded store. */
  readonly mongodbUrl: string | null
}

/** `missing`: work that failed, with why; the other work is measured. */
export async function measureStore({
  graphs,
  accounts,
  minutes,
  mongodbUrl,
}: StoreScale): Promise<Omit<Measurement, 'name'>> {
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-scale-'))
  const configOf = (name: string): StorageConfig => ({
    dataDir: join(folder, name),
    mongodbUrl: mongodbUrl && databaseOf(mongodbUrl, `plotgate-scale-${name}-${process.pid}`),
  })
  const opened = new Map<PortableStore, string>()
  const open = async (name: string) => {
    const store = await openStore(configOf(name))
    opened.set(store, name)
    return store
  }
  try {
    const empty = await fill(await open('empty'), few, 1, Number.POSITIVE_INFINITY)
    const filling = Date.now()
    const full = await fill(await open('full'), graphs, accounts, filling + minutes * 60_000)
    const seconds = (Date.now() - filling) / 1000
    const count = full.graphs.toLocaleString('en')
    const of = `${backendFor(configOf('full')).name}, ${count} graphs of ${accounts.toLocaleString('en')} account${accounts > 1 ? 's' : ''}`
    await sweep(empty)
    const missing: string[] = []
    const rows: Row[] = [
      { what: `${of}: filled, a second`, value: full.graphs / seconds, unit: 'graphs' },
      { what: `${of}: the first sweep`, value: await timeOf(() => sweep(full)), unit: 'ms' },
    ]
    for (const [what, times, work] of workOf(filled => configOf(opened.get(filled.store)!))) {
      const medians = await inTurns(times, work, empty, full).catch(error => firstLineOf(error))
      if (typeof medians === 'string') {
        missing.push(`${of}: ${what}: ${medians}`)
        continue
      }
      const [min, value] = medians
      const share = value / min
      const goal = `within 20 % of an empty store's ${min.toFixed(2)} ms: ${share.toFixed(2)} times`
      rows.push({ what: `${of}: ${what}`, value, unit: 'ms', goal })
    }
    rows.push({ what: `${of}: backup, each graph`, value: await backup(full), unit: 'µs' })
    return { rows, missing }
  } finally {
    for (const store of opened.keys()) {
      if (mongodbUrl) await dropDatabase(configOf(opened.get(store)!).mongodbUrl!)
      await store.close()
    }
    await rm(folder, { recursive: true, force: true })
  }
}

function databaseOf(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

async function dropDatabase(url: string): Promise<void> {
  const { MongoClient } = await import('mongodb')
  const client = new MongoClient(url)
  await client.db().dropDatabase()
  await client.close()
}
