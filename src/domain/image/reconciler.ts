/**
 * Sees to it that every graph gets its image, whatever was lost on the way: a process with what it held, a queue, the
 * word of an outcome. The store is the truth: of all processes that share it one looks through what is pending or
 * running for too long, settles what is there already and takes up the rest.
 */

import { AppError } from '../../errors/errors.ts'
import { type OwnedGraph, versionName } from '../graph/graph.ts'
import { createLease } from '../lease.ts'
import type { Store, UnfinishedGraph } from '../ports.ts'
import { createAttempts } from './attempts.ts'
import { firstFormats } from './in-flight.ts'
import { defaultLook, variantOf } from './look.ts'
import { createQuarantine } from './quarantine.ts'

export interface ReconcilerDeps {
  readonly store: Pick<Store, 'graphs' | 'artifacts' | 'records'>
  /** Has the first files of a graph made in the background; resolves when they are. */
  readonly resume: (graph: OwnedGraph) => Promise<unknown>
  readonly onError: (error: unknown) => void
  readonly timing?: ReconcilerTiming
}

export interface ReconcilerTiming {
  /** Between two looks. */
  readonly everyMs: number
  /** A younger version is still in the hands of whoever made it. */
  readonly patienceMs: number
  readonly leaseMs: number
}

/** A process that died with the lease is followed by another after half a minute at most. */
const defaultTiming: ReconcilerTiming = { everyMs: 5_000, patienceMs: 15_000, leaseMs: 20_000 }

const atATime = 64
const pageSize = 500
/** What is wrong with no figure but with where images are made: the next look begins again. */
const nowhereToRender: ReadonlySet<string> = new Set(['overloaded', 'unavailable'])

const firstVariants = firstFormats.map(format => variantOf({ ...defaultLook, format }))

/** Returns the stop. */
export function startReconciler({
  store,
  resume,
  onError,
  timing = defaultTiming,
}: ReconcilerDeps): () => void {
  const takeLease = createLease(store, 'unfinished images', timing.leaseMs)
  const attempts = createAttempts(store)
  const quarantine = createQuarantine(store)
  let stopped = false
  let holding = false
  let looking = false

  /** Every file is there, and who made them ended before saying so. */
  async function settle(graph: UnfinishedGraph): Promise<boolean> {
    const found = await Promise.all(firstVariants.map(variant => store.artifacts.get(graph, variant)))
    if (found.includes(null)) return false
    await store.graphs.setRendering(graph, { status: 'ready', error: null, omitted: [] })
    return true
  }

  /** False where nothing can be made at this moment. */
  async function takeUp(graph: UnfinishedGraph): Promise<boolean> {
    const name = versionName(graph)
    if (!(await attempts.isDue(name)) || (await settle(graph))) return true
    let resting = true
    try {
      await quarantine.check(name, defaultLook)
      resting = false
      await resume(graph)
      await attempts.succeeded(name)
      return true
    } catch (error) {
      const { code = '', retryAfter } = error instanceof AppError ? error : {}
      if (!resting && nowhereToRender.has(code)) return false
      await attempts.failed(name, retryAfter)
      return true
    }
  }

  async function look(): Promise<void> {
    const left = unfinished(store.graphs, new Date(Date.now() - timing.patienceMs))
    let possible = true
    async function work(): Promise<void> {
      for await (const graph of left) {
        if (stopped || !holding || !possible) return
        if (!(await takeUp(graph))) possible = false
      }
    }
    await Promise.all(Array.from({ length: atATime }, work))
  }

  async function tick(): Promise<void> {
    try {
      holding = await takeLease()
      if (!holding || looking) return
      looking = true
      await look().finally(() => {
        looking = false
      })
    } catch (error) {
      holding = false
      if (!stopped) onError(error)
    }
  }

  const timer = setInterval(() => void tick(), timing.everyMs)
  timer.unref()
  void tick()
  return () => {
    stopped = true
    clearInterval(timer)
  }
}

/** All that are older, newest first, read page by page. */
async function* unfinished(graphs: Pick<Store['graphs'], 'unfinished'>, before: Date) {
  let upTo = before
  let told = new Set<string>()
  for (;;) {
    const page = await graphs.unfinished({ limit: pageSize, upTo })
    for (const graph of page) if (graph.updatedAt <= before && !told.has(graph.graphId)) yield graph
    const last = page.at(-1)?.createdAt
    if (page.length < pageSize || !last) return
    // Those made in the same millisecond may lie on both pages.
    upTo = last < upTo ? last : new Date(last.getTime() - 1)
    told = new Set(page.map(({ graphId }) => graphId))
  }
}
