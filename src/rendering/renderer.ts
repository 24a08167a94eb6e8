/** The renderer: who draws when, deadlines and retries around warm pages (spec 1: every graph has a png). */

import { LRUCache } from 'lru-cache'
import { rendererLibrary, rendererLibraryOf } from '../bundling/renderer-library.ts'
import type { Figure } from '../domain/figure/text.ts'
import { defaultLook } from '../domain/image/look.ts'
import type { Renderer, RenderHandle, RenderRequest, RenderResult } from '../domain/image/ports.ts'
import { AppError, browserEnded, cancelled, overloaded, unavailable } from '../errors/errors.ts'
import { missingEdits } from '../plotly/patches.ts'
import { canaryFigure, checkCanary } from './canary.ts'
import type { LaunchedBrowser } from './chromium/launch.ts'
import { createBrowserSource } from './chromium/source.ts'
import { createEventLoopGauge } from './event-loop-gauge.ts'
import { createLaunchRecord } from './launch-record.ts'
import { limitsWith } from './limits.ts'
import { createPressureGauge } from './memory.ts'
import { openPageSession, type PageSession } from './page/page-session.ts'
import { createSite } from './page/site.ts'
import { type RenderOutcomes, servePage } from './page-worker.ts'
import { openPool } from './pool.ts'
import { checkReadiness } from './readiness.ts'
import { createRefusals, isRefusal } from './refusals.ts'
import { createTask, orReject, type RendererTask } from './render-task.ts'
import type { RendererConfig } from './renderer-config.ts'
import { createScheduler } from './schedule/scheduler.ts'

/** How long a real success speaks for the canary. */
const canaryLastsMs = 15_000
const closeGraceMs = 2000
/** How often a render that nobody waits for is taken up again after it had to leave its page. */
const mostDepartures = 3
const slowFiguresKnown = 10_000

/** Opens the pool. Browsers start in the background; the first image waits for the first of them. */
export function createRenderer(config: RendererConfig): Renderer {
  const limits = limitsWith(config.limits)
  const onEvent = config.onEvent ?? (() => {})
  const scheduler = createScheduler<RendererTask>({
    workers: config.workers,
    spare: config.spare ?? true,
    spareReady: config.spareReady ?? false,
    bounds: {
      waiting: limits.waitingPlaces,
      waitingPerPayer: limits.waitingPlacesPerPayer,
      background: limits.backgroundPlaces,
      backgroundPerPayer: limits.backgroundPlacesPerPayer,
      longestWaitMs: limits.longestWaitMs,
      longestOwnWaitMs: limits.longestOwnWaitMs,
      longestSlowWaitMs: limits.longestSlowWaitMs,
    },
    canDispatch: createEventLoopGauge(),
    onPreempt: task => task.leavePage?.(),
  })
  const isMemoryShort = createPressureGauge(config.availableMemory)
  const { libraryParts } = config
  const library = config.library ?? (libraryParts ? () => rendererLibraryOf(libraryParts) : rendererLibrary)
  const site = createSite(library)
  const browsers = createBrowserSource({ ...config, cacheDir: config.cacheDir ?? null, onEvent })
  const closing = new AbortController()
  const launches = createLaunchRecord(config.givesUpAfter ?? null)
  const slowFigures = new LRUCache<string, true>({ max: slowFiguresKnown })

  let pages = 0
  let busy = 0
  let rendered = 0
  let failed = 0
  let opened = 0
  let lastSuccess = Number.NEGATIVE_INFINITY

  const shuttingDown = (cause?: unknown) => unavailable('the service is shutting down', cause)

  function rememberSlow({ request: { figureId } }: RendererTask): void {
    if (figureId !== undefined) slowFigures.set(figureId, true)
  }

  function wait(task: RendererTask): void {
    task.startWaiting(error => {
      if (scheduler.remove(task)) task.reject(error)
    })
  }

  function takeUpAgain(task: RendererTask): void {
    task.begun = false
    scheduler.requeue(task)
    if (task.priority === 'waiting') wait(task)
  }

  function enter(task: RendererTask): void {
    orReject(task, () => {
      scheduler.add(task)
      // Nobody waits long for the reason of a refusal.
      if (task.priority === 'waiting' || task.kind === 'search') wait(task)
    })
  }

  const explain = createRefusals(enter, limits.waitMs)

  const outcomes: RenderOutcomes = {
    began() {
      busy += 1
    },
    ended() {
      busy -= 1
    },
    done(task, tookMs) {
      if (task.kind === 'search') return
      rendered += 1
      lastSuccess = performance.now()
      if (tookMs > limits.slowMs) rememberSlow(task)
    },
    failed(task, error) {
      if (task.kind === 'image') failed += 1
      if (error instanceof AppError && error.costly) rememberSlow(task)
      if (isRefusal(task, error)) void explain(task, error).then(task.reject)
      else task.reject(error)
    },
    lost(task, error) {
      onEvent({ kind: 'browser-ended', reason: error.message })
      task.losses += 1
      if (closing.signal.aborted) this.failed(task, shuttingDown(error))
      else if (task.losses > 1) this.failed(task, browserEnded(error))
      else takeUpAgain(task)
    },
    left(task) {
      rememberSlow(task)
      task.slow = true
      task.departures += 1
      if (task.priority === 'waiting' || task.departures < mostDepartures) takeUpAgain(task)
      else task.reject(overloaded('others needed the page; the image is made on its first request'))
    },
  }

  async function serve(page: PageSession, spare: boolean): Promise<void> {
    launches.succeeded()
    pages += 1
    const slot = scheduler.openPage(spare)
    try {
      await servePage(page, slot, { limits, closing: closing.signal, isMemoryShort, outcomes })
    } finally {
      pages -= 1
      slot.close()
    }
  }

  /** Starts while the code that drives it is loaded. */
  let first: Promise<LaunchedBrowser> | null = browsers.launch()
  // Whoever takes it is told.
  first.catch(() => {})

  function nextBrowser(): Promise<LaunchedBrowser> {
    const launched = first ?? browsers.launch()
    first = null
    return launched
  }

  const pool = openPool({
    workers: config.workers,
    serve,
    spareNeeded: scheduler.spareNeeded,
    async openPageSession() {
      const launched = await nextBrowser()
      const page = await openPageSession(launched, site)
      opened += 1
      if (opened === 1) {
        onEvent({ kind: 'ready', browser: await launched.browser.version() })
        // A part of the library has no place for the edits of the others.
        const missing = libraryParts ? [] : missingEdits(await library())
        if (missing.length > 0) onEvent({ kind: 'edits-missing', edits: missing })
      }
      return page
    },
    onLaunchError(error) {
      onEvent({ kind: 'launch-failed', error })
      if (launches.failed(error)) onEvent({ kind: 'gave-up', error })
      const { fault } = launches
      if (pages > 0 || fault === null) return
      for (const task of scheduler.drain()) task.reject(fault)
    },
  })

  function draw(request: RenderRequest): RenderHandle<RenderResult> {
    const { figureId } = request
    const slow = figureId !== undefined && slowFigures.has(figureId)
    const task = createTask(request, limits.waitMs, slow)
    const refused = closing.signal.aborted ? shuttingDown() : pages === 0 ? launches.fault : null
    if (refused) task.reject(refused)
    else enter(task)
    return {
      result: task.result,
      promote(formats) {
        if (task.settled) return task.formats
        if (!task.begun) task.formats = formats
        orReject(task, () => {
          if (scheduler.promote(task)) wait(task)
        })
        return task.formats
      },
      cancel() {
        const dropped = scheduler.remove(task)
        if (dropped) task.reject(cancelled())
        else task.priority = 'background'
        return dropped
      },
    }
  }

  async function drawCanary(): Promise<void> {
    const figure = async (): Promise<Figure> => canaryFigure
    const request = { figure, formats: ['png'], look: defaultLook, account: 'canary' } as const
    const { result } = draw({ ...request, priority: 'waiting' })
    checkCanary((await result).images.get('png'))
  }

  return {
    draw,

    canary: () =>
      checkReadiness({
        isFresh: () => pages > 0 && performance.now() - lastSuccess < canaryLastsMs,
        isBusy: () => pages > 0 && busy >= pages,
        draw: drawCanary,
      }),

    stats: () => ({
      workers: config.workers,
      busy,
      queued: scheduler.queued,
      rendered,
      failed,
      restarts: Math.max(0, opened - config.workers),
    }),

    async close() {
      closing.abort()
      for (const task of scheduler.drain()) task.reject(shuttingDown())
      const until = performance.now() + closeGraceMs
      while (busy > 0 && performance.now() < until) await new Promise(resolve => setTimeout(resolve, 20))
      // Both at once: the pool waits for pages that are being opened, and those end with their browsers.
      await Promise.all([pool.close(), browsers.close()])
    },
  }
}
