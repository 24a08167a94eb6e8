/** A cluster under load: first every process of it is replaced, then faults at random; then what is left is counted. */

import { setTimeout as pause } from 'node:timers/promises'
import { type GraphId, requireGraphId } from '../../src/domain/ids.ts'
import { firstVariants } from '../../src/domain/image/pinned.ts'
import type { Store } from '../../src/domain/ports.ts'
import { type ChaosClient, type Counts, createChaosClient } from './client.ts'
import { type Cluster, type ClusterSize, openCluster } from './cluster.ts'
import { faultsOf, seeded, targetOf } from './faults.ts'
import { type Load, startLoad } from './load.ts'

export interface ChaosOptions extends ClusterSize {
  readonly seconds: number
  /** Graphs created a second. */
  readonly perSecond: number
  readonly seed: number
  /** How long something stands still or is cut off, at most. */
  readonly longestMs: number
  /** Told of each fault as it begins. */
  readonly tell: (text: string) => void
}

export interface Upgrade {
  readonly requests: number
  readonly failed: readonly string[]
  readonly refused: number
  /** Processes that did not end with 0. */
  readonly badEnds: readonly string[]
}

export interface ChaosReport {
  readonly upgrade: Upgrade
  readonly faults: number
  readonly counts: Readonly<Counts>
  readonly acknowledged: number
  readonly deleted: number
  /** Acknowledged, and not there. */
  readonly lost: readonly string[]
  /** Deleted, and there. */
  readonly back: readonly string[]
  /** Answers that were neither what was asked for nor a refusal. */
  readonly wrong: readonly string[]
  /** What gateways logged of answers that were faults of theirs. */
  readonly failures: readonly string[]
  /** Artifacts that were drawn more than twice. */
  readonly drawnTooOften: readonly string[]
  readonly drawn: number
  readonly drawnTwice: number
  /** Graphs whose images were not all there after the wait, though nobody asked for them. */
  readonly withoutImages: readonly string[]
  /** From the end of the last fault until every image was there. */
  readonly settledMs: number
}

const maxDraws = 2
const settleMs = 240_000

export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const cluster = await openCluster(options)
  const client = createChaosClient(cluster.url, cluster.key)
  try {
    const load = startLoad(client, options.perSecond)
    options.tell('replacing all gateways and workers')
    const upgrade = await replaceAll(cluster, client, load)
    const faults = await harm(cluster, options)
    options.tell('the last callers')
    await load.stop()
    options.tell('waiting for the images')
    const begun = performance.now()
    const withoutImages = await untilAllAreThere(cluster.store, load.kept)
    const settledMs = performance.now() - begun
    const drawn = [...cluster.census.drawn]
    return {
      upgrade,
      faults,
      counts: client.counts,
      acknowledged: load.kept.size,
      deleted: load.deleted.size,
      lost: await answering(client, load.kept, status => status !== 200),
      back: await answering(client, load.deleted, status => status !== 404),
      wrong: load.faults,
      failures: cluster.failures,
      drawn: drawn.length,
      drawnTwice: drawn.filter(([, times]) => times === maxDraws).length,
      drawnTooOften: drawn
        .filter(([, times]) => times > maxDraws)
        .map(([name, times]) => `${name}: ${times} times`),
      withoutImages,
      settledMs,
    }
  } finally {
    client.close()
    await cluster.close()
  }
}

/** The rolling upgrade: one process after another. */
async function replaceAll({ gateways, workers }: Cluster, client: ChaosClient, load: Load): Promise<Upgrade> {
  const { counts } = client
  await pause(2_000)
  const before = counts.requests
  const badEnds: string[] = []
  for (const member of [...gateways, ...workers]) {
    const code = await member.replace()
    if (code !== 0) badEnds.push(`${member.name} ended with ${code}`)
  }
  const failed = [...load.faults, ...counts.gaveUp, ...counts.withoutRetryAfter]
  if (counts.unanswered > 0) failed.push(`${counts.unanswered} without an answer`)
  const refused = [...counts.refused.values()].reduce((sum, each) => sum + each, 0)
  return { requests: counts.requests - before, failed, refused, badEnds }
}

/** Resolves with how many faults there were, once all of them are over. */
async function harm(cluster: Cluster, options: ChaosOptions): Promise<number> {
  const random = seeded(options.seed)
  const faults = faultsOf(cluster, options.longestMs, random)
  const inFlight = new Map<string, Promise<void>>()
  const failed: unknown[] = []
  let count = 0
  for (const until = performance.now() + options.seconds * 1_000; performance.now() < until; ) {
    const fault = faults[Math.floor(random() * faults.length)]!
    const target = targetOf(fault)
    if (!inFlight.has(target)) {
      count += 1
      options.tell(fault.name)
      const over = fault
        .begin()
        .catch(error => void failed.push(error))
        .finally(() => inFlight.delete(target))
      inFlight.set(target, over)
    }
    await pause(1_000 + random() * 4_000)
  }
  await Promise.all(inFlight.values())
  if (failed.length > 0) throw failed[0]
  return count
}

/** Those whose images are not all in the store when the time is up. Asks nobody: who asks would have them made. */
async function untilAllAreThere(store: Store, graphIds: ReadonlySet<string>): Promise<readonly string[]> {
  const until = performance.now() + settleMs
  let left = [...graphIds].map(requireGraphId)
  while (left.length > 0 && performance.now() < until) {
    const missing: GraphId[] = []
    for (const graphId of left) if (!(await hasImages(store, graphId))) missing.push(graphId)
    left = missing
    if (left.length > 0) await pause(1_000)
  }
  return left
}

async function hasImages({ graphs, artifacts }: Store, graphId: GraphId): Promise<boolean> {
  const record = await graphs.find(graphId)
  // One that is lost is told as that.
  if (!record) return true
  if (record.rendering.status !== 'ready') return false
  const found = await Promise.all(firstVariants.map(variant => artifacts.get(record, variant)))
  return !found.includes(null)
}

async function answering(
  client: ChaosClient,
  graphIds: ReadonlySet<string>,
  isWrong: (status: number) => boolean,
): Promise<readonly string[]> {
  const wrong: string[] = []
  const left = graphIds.values()
  async function askOn(): Promise<void> {
    for (const graphId of left) {
      const graph = await client.ask('GET', `/v1/graph/${graphId}`)
      const image = await client.ask('GET', `/p/${graphId}.png`)
      const [one = 0, other = 0] = [graph?.status, image?.status]
      if (isWrong(one) || isWrong(other)) wrong.push(`${graphId}: ${one}, image ${other}`)
    }
  }
  await Promise.all(Array.from({ length: 16 }, askOn))
  return wrong
}
