/** The render room: admission, deadlines and retries around warm pages (spec 1: every graph has a png). */

import { defaultLook, type Figure, type ImageFormat } from '../domain/graph/graph.ts'
import type { Renderer, RenderHandle, RenderPriority, RenderRequest, RenderResult } from '../domain/ports.ts'
import { AppError, browserEnded, costlyRetrySeconds, renderTimeout, unavailable } from '../errors/errors.ts'
import { canaryFigure, checkCanary } from './canary.ts'
import { createBrowserSource } from './chromium/source.ts'
import { createEventLoopGauge } from './event-loop-gauge.ts'
import { openPageSession, PageLost, type PageSession } from './page/page-session.ts'
import { createSite } from './page/site.ts'
import { openPool } from './pool.ts'
import { createRenderQueue } from './queue.ts'
import type { RendererEvent } from './renderer-event.ts'

export interface RendererConfig {
  /** Warm pages, each in a browser of its own. */
  readonly workers: number
  /** BROWSER_PATH, or null for the one from npm. */
  readonly browserPath: string | null
  readonly sandbox: 'auto' | 'on' | 'off'
  /** Where the browser is unpacked and its profiles live; else a folder of this user's own. */
  readonly cacheDir?: string
  /** Folders to take for that where none of the usual ones can be used. */
  readonly otherCacheDirs?: readonly string[]
  /** How far browsers yield to other processes: 0, the default, is not at all, 19 the most. */
  readonly niceness?: number
  readonly limits?: Partial<RendererLimits>
  readonly onEvent?: (event: RendererEvent) => void
}

export interface RendererLimits {
  readonly drawMs: number
  readonly waitMs: number
  readonly waitingPlaces: number
  readonly backgroundPlaces: number
  /** Figures drawn by one browser before it is replaced. */
  readonly perBrowser: number
  /** A page gives its memory back when nothing was asked of it for so long. */
  readonly restMs: number
}

const defaultLimits: RendererLimits = {
  drawMs: 20_000,
  waitMs: 20_000,
  waitingPlaces: 1000,
  backgroundPlaces: 10_000,
  perBrowser: 2000,
  restMs: 300_000,
}

/** How long a real success speaks for the canary. */
const canaryLastsMs = 15_000
const closeGraceMs = 2000

interface Job {
  readonly request: RenderRequest
  readonly resolve: (drawing: RenderResult) => void
  readonly reject: (error: unknown) => void
  /** May change until the drawing begins. */
  formats: readonly ImageFormat[]
  begun: boolean
  priority: RenderPriority
  attempts: number
  waitTimer: NodeJS.Timeout | null
  settled: boolean
}

/** Opens the pool. Browsers start in the background; the first image waits for the first of them. */
export function createRenderer(config: RendererConfig): Renderer {
  const limits = { ...defaultLimits, ...config.limits }
  const onEvent = config.onEvent ?? (() => {})
  const queue = createRenderQueue<Job>(
    { waiting: limits.waitingPlaces, background: limits.backgroundPlaces },
    createEventLoopGauge(),
  )
  const site = createSite()
  const browsers = createBrowserSource({ ...config, cacheDir: config.cacheDir ?? null, onEvent })
  const closing = new AbortController()

  let pageSessions = 0
  let busy = 0
  let rendered = 0
  let failed = 0
  let opened = 0
  let launchError: AppError | null = null
  let lastSuccess = Number.NEGATIVE_INFINITY

  function settle(job: Job, how: () => void): void {
    if (job.settled) return
    job.settled = true
    if (job.waitTimer) clearTimeout(job.waitTimer)
    how()
  }

  function fail(job: Job, error: unknown): void {
    settle(job, () => job.reject(error))
  }

  /** Somebody waits: only for so long. */
  function startWaiting(job: Job): void {
    job.waitTimer ??= setTimeout(() => {
      if (queue.remove(job)) {
        fail(job, renderTimeout(`no render place came free within ${limits.waitMs / 1000} s; retry later`))
      }
    }, limits.waitMs)
  }

  async function drawOn(pageSession: PageSession, job: Job): Promise<void> {
    busy += 1
    job.begun = true
    if (job.waitTimer) clearTimeout(job.waitTimer)
    let late = false
    const deadline = setTimeout(() => {
      late = true
      // The only way to stop a script that does not end; the page session is opened anew.
      void pageSession.kill()
    }, limits.drawMs)
    try {
      const figure = await job.request.figure()
      const drawing = await pageSession.draw(figure, { formats: job.formats, look: job.request.look })
      rendered += 1
      lastSuccess = performance.now()
      settle(job, () => job.resolve(drawing))
    } catch (error) {
      if (late) {
        failed += 1
        fail(
          job,
          renderTimeout(`the figure was not drawn within ${limits.drawMs / 1000} s`, costlyRetrySeconds),
        )
      } else if (error instanceof PageLost) {
        retry(job, error)
      } else {
        failed += 1
        fail(job, error)
      }
    } finally {
      clearTimeout(deadline)
      await cleanUp(pageSession, 'renew')
      busy -= 1
    }
  }

  /** A page that cannot be tidied in time is not worth keeping. */
  async function cleanUp(pageSession: PageSession, how: 'renew' | 'rest'): Promise<void> {
    const deadline = setTimeout(() => void pageSession.kill(), limits.drawMs)
    await pageSession[how]().catch(() => pageSession.kill())
    clearTimeout(deadline)
  }

  /** The work, whenever it comes; meanwhile, after a while, the page is told to rest. */
  async function resting<T>(pageSession: PageSession, work: Promise<T>): Promise<T> {
    const idle = pageSession.drawn > 0 && setTimeout(() => void cleanUp(pageSession, 'rest'), limits.restMs)
    try {
      return await work
    } finally {
      if (idle) clearTimeout(idle)
    }
  }

  function retry(job: Job, error: PageLost): void {
    onEvent({ kind: 'browser-ended', reason: error.message })
    job.attempts += 1
    if (job.attempts > 1 || closing.signal.aborted) {
      failed += 1
      fail(
        job,
        closing.signal.aborted ? unavailable('the service is shutting down', error) : browserEnded(error),
      )
      return
    }
    queue.restore(job)
    if (job.priority === 'waiting') {
      job.waitTimer = null
      startWaiting(job)
    }
  }

  async function serve(pageSession: PageSession): Promise<void> {
    launchError = null
    pageSessions += 1
    const stop = AbortSignal.any([closing.signal, pageSession.lost])
    try {
      while (pageSession.drawn < limits.perBrowser) {
        const job = await resting(pageSession, queue.take(stop))
        if (!job) return
        await drawOn(pageSession, job)
      }
    } finally {
      pageSessions -= 1
    }
  }

  const pool = openPool({
    workers: config.workers,
    serve,
    async openPageSession() {
      const launched = await browsers.launch()
      const pageSession = await openPageSession(launched, site)
      opened += 1
      if (opened === 1) onEvent({ kind: 'ready', browser: await launched.browser.version() })
      return pageSession
    },
    onLaunchError(error) {
      launchError = error instanceof AppError ? error : unavailable('the browser did not start', error)
      onEvent({ kind: 'launch-failed', error })
      if (pageSessions > 0) return
      for (const job of queue.drain()) fail(job, launchError)
    },
  })

  function draw(request: RenderRequest): RenderHandle<RenderResult> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderResult>()
    const job: Job = {
      request,
      resolve,
      reject,
      formats: request.formats,
      begun: false,
      priority: request.priority,
      attempts: 0,
      waitTimer: null,
      settled: false,
    }
    const refused = closing.signal.aborted
      ? unavailable('the service is shutting down')
      : pageSessions === 0
        ? launchError
        : null
    if (refused) fail(job, refused)
    else {
      admit(() => {
        queue.add(job)
        if (job.priority === 'waiting') startWaiting(job)
      })
    }

    function admit(enter: () => void): void {
      try {
        enter()
      } catch (error) {
        fail(job, error)
      }
    }

    return {
      result: promise,
      promote(formats) {
        if (job.settled || job.begun) return job.formats
        job.formats = formats
        admit(() => {
          if (queue.promote(job)) startWaiting(job)
        })
        return job.formats
      },
      cancel() {
        if (queue.remove(job)) fail(job, new AppError('cancelled', 410, 'this render is not wanted any more'))
      },
    }
  }

  return {
    draw,

    async canary() {
      if (pageSessions > 0 && performance.now() - lastSuccess < canaryLastsMs) return
      const figure = async (): Promise<Figure> => canaryFigure
      const ticket = draw({ figure, formats: ['png'], look: defaultLook, priority: 'waiting' })
      checkCanary((await ticket.result).images.get('png'))
    },

    stats: () => ({
      workers: config.workers,
      busy,
      queued: queue.size,
      rendered,
      failed,
      restarts: Math.max(0, opened - config.workers),
    }),

    async close() {
      closing.abort()
      for (const job of queue.drain()) fail(job, unavailable('the service is shutting down'))
      const until = performance.now() + closeGraceMs
      while (busy > 0 && performance.now() < until) await new Promise(resolve => setTimeout(resolve, 20))
      await pool.close()
      await browsers.close()
    },
  }
}
