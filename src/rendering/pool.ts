/**
 * Keeps pages open, by means of puppeteer-cluster. Each of its workers keeps one page session, and one call of `execute`
 * lasts as long as that session. So the cluster's own queue, pacing and timeouts are not used.
 */

import { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Cluster } from 'puppeteer-cluster'
import type { Page } from 'puppeteer-core'
import { settledWithin } from '../async/with-timeout.ts'
import type { PageSession } from './page/page-session.ts'

export interface PoolOptions {
  /** Pages that are always open. */
  readonly workers: number
  /** Resolves to true once a spare page is needed, or to false when stopped. */
  readonly spareNeeded: (stop: AbortSignal) => Promise<boolean>
  readonly openPageSession: () => Promise<PageSession>
  /** Uses a page until it is to be replaced, lost or not needed any more, or until the pool closes. Never rejects. */
  readonly serve: (pageSession: PageSession, spare: boolean) => Promise<void>
  /** A page session could not be opened. It is tried again, after longer and longer pauses. */
  readonly onLaunchError: (error: unknown) => void
}

export interface Pool {
  /** Ends all page sessions, in bounded time. */
  close(): Promise<void>
}

/** The most a timer can wait: 24 days. */
const longest = 2 ** 31 - 1
const closeDeadlineMs = 2000
const backoffMs = { first: 250, max: 10_000 }

export function openPool(options: PoolOptions): Pool {
  const { workers, spareNeeded, openPageSession, serve, onLaunchError } = options
  const closing = new AbortController()
  const source = createPageSource(openPageSession, closing.signal, onLaunchError)

  /** Serves on one page, from its opening to its end. */
  async function servePage(cluster: Cluster<void, void>, spare: boolean): Promise<void> {
    const work = cluster.execute(async ({ page }) => {
      const pageSession = source.sessionOf(page)
      if (pageSession) await serve(pageSession, spare)
      else await pause(Math.min(backoffMs.first * 2 ** (source.failures - 1), backoffMs.max), closing.signal)
    })
    // It rejects if the page crashed, which is reported elsewhere.
    await work.catch(() => {})
  }

  async function keepServing(cluster: Cluster<void, void>): Promise<void> {
    while (!closing.signal.aborted) await servePage(cluster, false)
  }

  async function keepSpare(cluster: Cluster<void, void>): Promise<void> {
    while (await spareNeeded(closing.signal)) await servePage(cluster, true)
  }

  const started = launchCluster(source.PageSessions, workers + 1)
  const serving = started.then(cluster =>
    Promise.all([...Array.from({ length: workers }, () => keepServing(cluster)), keepSpare(cluster)]),
  )
  serving.catch(onLaunchError)

  async function end(): Promise<void> {
    const endSessions = () => Promise.all([...source.open].map(pageSession => pageSession.kill()))
    await endSessions()
    await Promise.allSettled([serving])
    // Ends sessions that were being opened meanwhile.
    await endSessions()
    // If the cluster failed to start, there is nothing more to close.
    const cluster = await started.catch(() => null)
    await cluster?.close()
  }

  return {
    close() {
      closing.abort()
      return settledWithin(end(), closeDeadlineMs)
    },
  }
}

/** Opens a page session for each `execute` of the cluster. */
function createPageSource(
  openPageSession: PoolOptions['openPageSession'],
  closing: AbortSignal,
  onLaunchError: PoolOptions['onLaunchError'],
) {
  const pageSessions = new WeakMap<object, PageSession>()
  const open = new Set<PageSession>()
  let failures = 0

  /** The interface by which the cluster gets pages. A page session is opened for each `execute` and ended after it. */
  class PageSessions {
    async init() {}
    async close() {}
    async workerInstance() {
      return { jobInstance, close: async () => {}, repair: async () => {} }
    }
  }

  // Never rejects: after ten rejections the cluster would leave its `execute` unsettled for ever.
  async function jobInstance() {
    let pageSession: PageSession | null = null
    try {
      if (!closing.aborted) pageSession = await openPageSession()
      failures = 0
    } catch (error) {
      failures += 1
      // While the pool closes, failures are expected.
      if (!closing.aborted) onLaunchError(error)
    }
    // The cluster only listens to events of the page. If none was opened, it gets an emitter without events.
    const page = (pageSession?.page ?? new EventEmitter()) as Page
    if (pageSession) {
      pageSessions.set(page, pageSession)
      open.add(pageSession)
    }
    const close = async () => {
      if (!pageSession) return
      open.delete(pageSession)
      await pageSession.kill()
    }
    return { resources: { page }, close }
  }

  return {
    PageSessions,
    /** Those that are open. */
    open: open as ReadonlySet<PageSession>,
    sessionOf: (page: object) => pageSessions.get(page),
    /** How many have failed to open since the last one that did not. */
    get failures() {
      return failures
    },
  }
}

/** Loads the cluster's code here and not at the start, so that browsers can start meanwhile. */
async function launchCluster(concurrency: unknown, maxConcurrency: number): Promise<Cluster<void, void>> {
  const { default: module } = await import('puppeteer-cluster')
  return module.Cluster.launch({
    // The class is checked by shape only; the cluster's own types want its abstract base.
    concurrency: concurrency as never,
    maxConcurrency,
    // The cluster launches nothing itself; it gets its pages from the class above.
    puppeteer: {},
    timeout: longest,
  })
}

/** Resolves when the time is over or the signal is aborted. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal }).catch(() => {})
