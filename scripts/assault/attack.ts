/** One account that sends figure after figure that costs far more than it weighs, and asks for their images or not. */

import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { defaultLayout } from '../../src/domain/figure/layout.ts'
import { type AccountId, createGraphIds, type GraphId } from '../../src/domain/ids.ts'
import { openStore } from '../../src/storage/open.ts'
import { graphRecord } from '../../test/support/records.ts'
import { createClient } from './client.ts'
import { type HostileFigure, hostileFigures } from './figures.ts'

export interface Attack {
  /** Ends it, hanging up whatever is open. */
  stop(): Promise<AttackOutcome>
}

export interface AttackOutcome {
  /** How often each status was answered, creates and images together; 0 is a connection that was hung up. */
  readonly statuses: ReadonlyMap<number, number>
  /** Figures that were refused at creation, and were put into the store past the checks. */
  readonly unchecked: number
  /** Requests that had no answer within the bound. */
  readonly unanswered: number
}

export interface AttackOptions {
  readonly url: string
  readonly key: string
  readonly accountId: AccountId
  readonly dataDir: string
  readonly perSecond: number
  readonly unansweredMs: number
}

/** In a thread of its own: making such figures must not hold up the clock of those who measure. */
export async function startAttack(options: AttackOptions): Promise<Attack> {
  const worker = new Worker(new URL(import.meta.url), { workerData: options })
  const [first] = await Promise.race([once(worker, 'message'), once(worker, 'error')])
  if (first !== 'ready') throw first
  return {
    async stop() {
      const outcome = once(worker, 'message')
      worker.postMessage('stop')
      return (await outcome)[0]
    },
  }
}

type Manner = 'unasked' | 'asked' | 'hung up' | 'other size'
const manners: readonly Manner[] = ['unasked', 'asked', 'hung up', 'other size']
const hangUpMs = 300

async function attack(
  { url, key, accountId, dataDir, perSecond, unansweredMs }: AttackOptions,
  port: MessagePort,
) {
  const store = await openStore({ mongodbUrl: null, dataDir })
  const client = createClient(url, key, unansweredMs)
  const statuses = new Map<number, number>()
  const stopping = new AbortController()
  const open = new Set<Promise<void>>()
  let unchecked = 0

  const newGraphId = createGraphIds()
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

  /** The renderer must hold without the checks of creates. */
  async function storeUnchecked(figure: HostileFigure, seed: number): Promise<GraphId> {
    const { data, layout = {} } = JSON.parse(figure.body(seed))
    const graphId = newGraphId()
    await store.graphs.insert(graphRecord(graphId, { accountId }), {
      data: JSON.stringify(data),
      layout: JSON.stringify({ ...JSON.parse(defaultLayout.prefix + defaultLayout.rest), ...layout }),
      frames: null,
    })
    unchecked += 1
    return graphId
  }

  async function create(figure: HostileFigure, seed: number): Promise<string | null> {
    const { status, body } = await client.send('POST', '/v1/graph', figure.body(seed), stopping.signal)
    count(status)
    if (status === 201) return JSON.parse(body.toString()).graph.graph_id
    return status === 422 ? storeUnchecked(figure, seed) : null
  }

  /** A subscription has an image made that nobody asks for. */
  async function follow(graphId: string): Promise<void> {
    const query = `subscription { rendering(graphId: "${graphId}") { status } }`
    const briefly = AbortSignal.any([stopping.signal, AbortSignal.timeout(hangUpMs)])
    await client.send('GET', `/graphql?query=${encodeURIComponent(query)}`, undefined, briefly)
  }

  async function shoot(figure: HostileFigure, seed: number, manner: Manner): Promise<void> {
    const graphId = await create(figure, seed)
    if (graphId === null) return
    if (manner === 'unasked') return follow(graphId)
    const size = manner === 'other size' ? `?width=${400 + (seed % 300)}` : (figure.query ?? '')
    const patience = manner === 'hung up' ? [AbortSignal.timeout(hangUpMs)] : []
    const signal = AbortSignal.any([stopping.signal, ...patience])
    const { status } = await client.send('GET', `/p/${graphId}.png${size}`, undefined, signal)
    count(status)
  }

  async function run(): Promise<void> {
    const began = performance.now()
    for (let seed = 0; !stopping.signal.aborted; seed++) {
      await pause(Math.max(0, began + (seed * 1000) / perSecond - performance.now()))
      const figure = hostileFigures[seed % hostileFigures.length]!
      const manner = manners[Math.floor(seed / hostileFigures.length) % manners.length]!
      const shot: Promise<void> = shoot(figure, seed, manner)
        .catch(() => {})
        .finally(() => open.delete(shot))
      open.add(shot)
    }
  }

  // The first of each is made before the clock runs: some take a second to make.
  for (const figure of hostileFigures) figure.body(0)
  port.postMessage('ready')
  const running = run()
  await once(port, 'message')
  stopping.abort()
  await running
  await Promise.all(open)
  client.close()
  await store.close()
  const outcome: AttackOutcome = { statuses, unchecked, unanswered: client.unanswered }
  port.postMessage(outcome)
  port.close()
}

if (!isMainThread && workerData?.unansweredMs) await attack(workerData, parentPort!)
