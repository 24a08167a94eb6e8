/**
 * Makes sure that every graph gets its image, even if a process, the queue or the message of an outcome was lost. The
 * store is the source of truth: one of the processes that share it looks for graphs that have been pending or running
 * for too long, marks those whose files exist as ready, and renders the others.
 */

import { AppError } from '../../../errors/errors.ts'
import { type OwnedGraph, renderingOf, versionName } from '../../graph/graph.ts'
import { createLease } from '../../lease.ts'
import type { Store, UnfinishedGraph } from '../../ports.ts'
import { createBackoff } from '../backoff.ts'
import { defaultLook } from '../look.ts'
import { firstVariants } from '../pinned.ts'
import { createQuarantine } from '../quarantine.ts'

export interface ReconcilerDeps {
  readonly store: Pick<Store, 'graphs' | 'artifacts' | 'records'>
  /** Renders the first files of a graph in the background; resolves when they are stored. */
  readonly resume: (graph: OwnedGraph) => Promise<unknown>
  readonly onError: (error: unknown) => void
  readonly timing?: ReconcilerTiming
}

export interface ReconcilerTiming {
  /** The interval between two passes. */
  readonly everyMs: number
  /** Younger versions are left to the process that created them. */
  readonly patienceMs: number
  readonly leaseMs: number
}

/** If the process with the lease dies, another takes over within half a minute. */
const defaultTiming: ReconcilerTiming = { everyMs: 5_000, patienceMs: 15_000, leaseMs: 20_000 }

const atATime = 64
const pageSize = 500
/** Errors that no figure has caused. They end the pass; the next one starts over. */
const nowhereToRender: ReadonlySet<string> = new Set(['overloaded', 'unavailable'])

/** Returns a function that stops it. */
export function startReconciler({
  store,
  resume,
  onError,
  timing = defaultTiming,
}: ReconcilerDeps): () => void {
  const takeLease = createLease(store, 'unfinished images', timing.leaseMs)
  const backoff = createBackoff(store)
  const quarantine = createQuarantine(store)
  let stopped = false
  let holding = false
  let looking = false

  /** Marks a graph as ready if all files exist, because the process that made them ended before it could. */
  async function settle(graph: UnfinishedGraph): Promise<boolean> {
    const found = await Promise.all(firstVariants.map(variant => store.artifacts.get(graph, variant)))
    const [first] = found
    if (!first || found.includes(null)) return false
    await store.graphs.setRendering(graph, renderingOf(first))
    return true
  }

  /** Returns false if nothing can be rendered at the moment. */
  async function takeUp(graph: UnfinishedGraph): Promise<boolean> {
    const name = versionName(graph)
    if (!(await backoff.isDue(name)) || (await settle(graph))) return true
    let resting = true
    try {
      await quarantine.check(name, defaultLook)
      resting = false
      await resume(graph)
      await backoff.succeeded(name)
      return true
    } catch (error) {
      const { code = '', retryAfter } = error instanceof AppError ? error : {}
      if (!resting && nowhereToRender.has(code)) return false
      // Deleted meanwhile: nothing of it is to be remembered.
      if (code === 'graph_not_found') return true
      await backoff.failed(name, retryAfter)
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

/** All unfinished graphs created before that time, newest first, read page by page. */
async function* unfinished(graphs: Pick<Store['graphs'], 'unfinished'>, before: Date) {
  let upTo = before
  let seen = new Set<string>()
  for (;;) {
    const page = await graphs.unfinished({ limit: pageSize, upTo })
    for (const graph of page) if (graph.updatedAt <= before && !seen.has(graph.graphId)) yield graph
    const last = page.at(-1)?.createdAt
    if (page.length < pageSize || !last) return
    // Graphs created in the same millisecond may be on both pages.
    upTo = last < upTo ? last : new Date(last.getTime() - 1)
    seen = new Set(page.map(({ graphId }) => graphId))
  }
}
