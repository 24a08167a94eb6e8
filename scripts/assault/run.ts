/** One assault on one service: what the other accounts notice of it. */

import { setTimeout as pause } from 'node:timers/promises'
import { createKeys } from '../../src/accounts/api-keys/keys.ts'
import { createOperator } from '../../src/accounts/operator.ts'
import type { AccountId } from '../../src/domain/ids.ts'
import type { Store } from '../../src/domain/ports.ts'
import { openStore } from '../../src/storage/open.ts'
import { keepAsking, percentile } from '../bench/measure.ts'
import { type Service, startService } from '../service/service.ts'
import { limitMemory, type MemoryLimit } from '../small-machine/memory-limit.ts'
import { startAttack } from './attack.ts'
import { type Client, createClient } from './client.ts'
import { createOrdinary, type Ordinary } from './ordinary.ts'
import { type Memory, memoryOf } from './processes.ts'

export interface AssaultOptions {
  readonly workers: number
  readonly seconds: number
  /** Hostile figures a second. */
  readonly perSecond: number
  /** Ordinary charts a second; half of what is measured at the start where it is not given. */
  readonly ordinaryPerSecond?: number
  /** Whether ordinary accounts ask again where a busy service says when. */
  readonly patient?: boolean
  /** What the service and its browsers may take of memory together. Absent: all there is. */
  readonly mib?: number
}

export interface AssaultReport {
  readonly ordinaryPerSecond: number
  /** Milliseconds from a chart's create to its whole image. */
  readonly calm: { readonly p50: number; readonly p99: number }
  readonly assailed: { readonly p50: number; readonly p99: number; readonly max: number }
  readonly charts: number
  /** Of the ordinary accounts: answers that were not what was asked for. */
  readonly failures: readonly string[]
  readonly readinessAsked: number
  readonly notReady: readonly string[]
  /** Graphs of the ordinary accounts whose rendering failed. */
  readonly markedFailed: number
  /** Requests of anybody that had no answer within the bound. */
  readonly unanswered: number
  readonly max: Memory
  readonly afterwards: Memory
  /** How many processes the kernel ended for want of memory; null where nothing bounds it. */
  readonly endedByKernel: number | null
  /** From the end of the assault to the first of five charts in a row that took no longer than usual. */
  readonly normalAfterMs: number
  readonly attackStatuses: ReadonlyMap<number, number>
  readonly unchecked: number
}

const unansweredMs = 45_000
const giveUpMs = 120_000
const calmSeconds = 5

interface Account {
  readonly key: string
  readonly client: Client
  readonly accountId: AccountId
}

export async function runAssault(options: AssaultOptions): Promise<AssaultReport> {
  const limit = options.mib ? limitMemory(options.mib) : null
  try {
    return await assaultWithin(limit, options)
  } finally {
    limit?.remove()
  }
}

async function assaultWithin(limit: MemoryLimit | null, options: AssaultOptions): Promise<AssaultReport> {
  const service = await startService({ RENDER_WORKERS: String(options.workers) }, limit?.before)
  const store = await openStore({ mongodbUrl: null, dataDir: service.dataDir })
  const accounts: Account[] = []
  try {
    for (const name of ['ann', 'bob', 'mallory']) accounts.push(await openAccount(service, store, name))
    const [ann, bob, mallory] = accounts as [Account, Account, Account]
    const measured = await measure(service, store, { innocent: [ann, bob], hostile: mallory }, options)
    return { ...measured, endedByKernel: limit ? limit.used().kills : null }
  } finally {
    for (const { client } of accounts) client.close()
    await service.close()
    await store.close()
  }
}

async function openAccount(service: Service, store: Store, name: string): Promise<Account> {
  const { secret } = await createOperator(store).createKey({ name }, `${name}@example.org`)
  const { accountId } = await createKeys(store).authenticate(`Bearer ${secret}`)
  return { accountId, key: secret, client: createClient(service.url, secret, unansweredMs) }
}

interface Sides {
  readonly innocent: readonly Account[]
  readonly hostile: Account
}

async function measure(
  service: Service,
  store: Store,
  { innocent, hostile }: Sides,
  options: AssaultOptions,
): Promise<Omit<AssaultReport, 'endedByKernel'>> {
  const ordinary = createOrdinary(
    innocent.map(({ client }) => client),
    options,
  )
  const rate = options.ordinaryPerSecond ?? (await halfOfCapacity(ordinary, options.workers))
  const calm = await ordinary.keepArriving(rate, calmSeconds)

  const readiness = watchReadiness(service)
  const memory = watchMemory(service.pid)
  const attack = await startAttack({
    url: service.url,
    key: hostile.key,
    accountId: hostile.accountId,
    dataDir: service.dataDir,
    perSecond: options.perSecond,
    unansweredMs,
  })
  const assailed = await ordinary.keepArriving(rate, options.seconds)
  const { statuses, unchecked, unanswered } = await attack.stop()
  const usualMs = Math.max(500, 2 * percentile(calm, 0.99))
  const normalAfterMs = await untilNormal(ordinary, usualMs)
  await Promise.all([readiness.stop(), memory.stop()])

  return {
    ordinaryPerSecond: rate,
    calm: { p50: percentile(calm, 0.5), p99: percentile(calm, 0.99) },
    assailed: {
      p50: percentile(assailed, 0.5),
      p99: percentile(assailed, 0.99),
      max: assailed.at(-1) ?? Number.NaN,
    },
    charts: assailed.length,
    failures: ordinary.failures,
    readinessAsked: readiness.asked(),
    notReady: readiness.notReady,
    markedFailed: await countFailed(store, innocent),
    unanswered: innocent.reduce((sum, { client }) => sum + client.unanswered, unanswered),
    max: memory.max(),
    afterwards: memoryOf(service.pid),
    normalAfterMs,
    attackStatuses: statuses,
    unchecked,
  }
}

async function halfOfCapacity(ordinary: Ordinary, workers: number): Promise<number> {
  await keepAsking(ordinary.chart, workers * 2, 3)
  const { perSecond } = await keepAsking(ordinary.chart, workers * 2, calmSeconds)
  return perSecond / 2
}

/** Asks every quarter of a second, in a connection of its own. */
function watchReadiness(service: Service) {
  const client = createClient(service.url, service.key, unansweredMs)
  const stopping = new AbortController()
  const notReady: string[] = []
  let asked = 0
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { status, body } = await client.send('GET', '/readyz')
      asked += 1
      if (status !== 200) notReady.push(`${status} ${body.toString().slice(0, 200)}`)
      await pause(250)
    }
  }
  const watching = watch()
  return {
    notReady,
    asked: () => asked,
    async stop() {
      stopping.abort()
      await watching
      client.close()
    },
  }
}

function watchMemory(pid: number) {
  let max: Memory = { server: 0, browsers: 0 }
  const look = () => {
    const { server, browsers } = memoryOf(pid)
    max = { server: Math.max(max.server, server), browsers: Math.max(max.browsers, browsers) }
  }
  const timer = setInterval(look, 2_000)
  return { max: () => max, stop: () => clearInterval(timer) }
}

async function untilNormal(ordinary: Ordinary, usualMs: number): Promise<number> {
  const ended = performance.now()
  let since = ended
  let inTime = 0
  while (inTime < 5 && performance.now() - ended < giveUpMs) {
    const begun = performance.now()
    await ordinary.chart()
    inTime = performance.now() - begun <= usualMs ? inTime + 1 : 0
    if (inTime === 0) since = performance.now()
    await pause(100)
  }
  return inTime < 5 ? Number.POSITIVE_INFINITY : since - ended
}

async function countFailed(store: Store, accounts: readonly Account[]): Promise<number> {
  let failed = 0
  for (const { accountId } of accounts) {
    const records = await store.graphs.list({ accountId, limit: 100_000 })
    failed += records.filter(({ rendering }) => rendering.status === 'failed').length
  }
  return failed
}
