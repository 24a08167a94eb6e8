/** The renderer: queue, deadlines and retries around warm pages (spec 1: every graph has a png). */

import type { Renderer, RenderHandle, RenderRequest, RenderResult } from '../domain/image/ports.ts'
import { type AppError, cancelled, shuttingDown } from '../errors/errors.ts'
import { drawCanary } from './canary.ts'
import { createBrowserSource } from './chromium/source.ts'
import { createEventLoopGauge } from './event-loop-gauge.ts'
import { createLaunchRecord } from './launch-record.ts'
import { limitsWith, type RendererLimits } from './limits.ts'
import { createPressureGauge, hasMemoryFor } from './memory.ts'
import { createOutcomes } from './outcomes.ts'
import type { PageSession } from './page/page-session.ts'
import { createPageOpener } from './page-opener.ts'
import { servePage } from './page-worker.ts'
import { openPool } from './pool.ts'
import { checkReadiness } from './readiness.ts'
import { type AwaitedTask, createTask, type RendererTask } from './render-task.ts'
import type { RendererConfig } from './renderer-config.ts'
import { createScheduler, type Scheduler } from './schedule/scheduler.ts'
import { createTaskQueue, type TaskQueue } from './task-queue.ts'

/** How long after a successful render the canary need not be drawn. */
const canaryLastsMs = 15_000
const closeGraceMs = 2000

/** Opens the pool. Browsers start in the background; the first image waits for the first of them. */
export function createRenderer(config: RendererConfig): Renderer {
  const limits = limitsWith(config.limits)
  const onEvent = config.onEvent ?? (() => {})
  const closing = new AbortController()
  const scheduler = schedulerFor(config, limits)
  const queue = createTaskQueue(scheduler)
  const outcomes = createOutcomes({ ...config, limits, queue, closing: closing.signal, onEvent })
  const isMemoryShort = createPressureGauge(config.availableMemory)
  const browsers = createBrowserSource({ ...config, cacheDir: config.cacheDir ?? null, onEvent })
  const opener = createPageOpener(config, browsers, onEvent)
  const launches = createLaunchRecord(config.givesUpAfter ?? null)

  const unsettled = createUnsettledTasks()
  let pages = 0

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

  const pool = openPool({
    workers: config.workers,
    serve,
    spareNeeded: scheduler.spareNeeded,
    openPageSession: opener.open,
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
    const slow = figureId !== undefined && outcomes.isSlow(figureId)
    const task = createTask(request, limits, slow)
    const refused = closing.signal.aborted ? shuttingDown() : pages === 0 ? launches.fault : null
    if (refused) task.reject(refused)
    else {
      unsettled.add(task)
      queue.enter(task)
    }
    return handleOf(task, queue, scheduler)
  }

  return {
    draw,

    canary: () =>
      checkReadiness({
        isFresh: () => pages > 0 && performance.now() - outcomes.lastSuccess < canaryLastsMs,
        isBusy: () => pages > 0 && outcomes.busy >= pages,
        draw: () => drawCanary(draw),
      }),

    stats: () => ({
      workers: config.workers,
      busy: outcomes.busy,
      queued: scheduler.queued,
      rendered: outcomes.rendered,
      failed: outcomes.failed,
      restarts: Math.max(0, opener.opened - config.workers),
    }),

    async close() {
      closing.abort()
      for (const task of scheduler.drain()) task.reject(shuttingDown())
      await settlesWithin(() => outcomes.busy === 0, closeGraceMs)
      // Tasks are rejected before the browsers end, which takes a while on a busy machine, during which callers may be
      // cut off.
      unsettled.reject(shuttingDown())
      // Both at the same time: the pool waits for pages that are being opened, and these end with their browsers.
      await Promise.all([pool.close(), browsers.close()])
    },
  }
}

/** What the requester of a task may do with it. */
function handleOf(
  task: AwaitedTask<RenderResult>,
  queue: TaskQueue,
  scheduler: Scheduler<RendererTask>,
): RenderHandle<RenderResult> {
  return {
    result: task.result,
    promote(formats) {
      if (task.settled) return task.formats
      if (!task.begun) task.formats = formats
      queue.promote(task)
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

/** The tasks that have not been settled yet. */
function createUnsettledTasks() {
  const tasks = new Set<RendererTask>()
  return {
    add(task: AwaitedTask<unknown>): void {
      const settled = () => tasks.delete(task)
      tasks.add(task)
      task.result.then(settled, settled)
    },
    reject(error: AppError): void {
      for (const task of tasks) task.reject(error)
    },
  }
}

/** The scheduler of a pool, with the bounds of its limits. */
function schedulerFor(config: RendererConfig, limits: RendererLimits): Scheduler<RendererTask> {
  return createScheduler<RendererTask>({
    workers: config.workers,
    spare: config.spare ?? true,
    spareReady: config.spareReady ?? false,
    bounds: {
      waiting: limits.waitingPlaces,
      waitingPerFlow: limits.waitingPlacesPerFlow,
      background: limits.backgroundPlaces,
      backgroundPerFlow: limits.backgroundPlacesPerFlow,
      longestWaitMs: limits.longestWaitMs,
      longestOwnWaitMs: limits.longestOwnWaitMs,
      longestSlowWaitMs: limits.longestSlowWaitMs,
    },
    canDispatch: createEventLoopGauge(),
    hasMemoryFor: largeImages => hasMemoryFor(largeImages, config.availableMemory),
    onPreempt: task => task.leavePage?.(),
  })
}

/** Waits until it holds, at most so long. */
async function settlesWithin(holds: () => boolean, ms: number): Promise<void> {
  const until = performance.now() + ms
  while (!holds() && performance.now() < until) await new Promise(resolve => setTimeout(resolve, 20))
}
