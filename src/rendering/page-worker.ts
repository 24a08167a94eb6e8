/** Draws on one open page, task after task, until the page is to be replaced or lost. */

import { startDeadline } from '../async/deadline.ts'
import type { AppError } from '../errors/errors.ts'
import type { RendererLimits } from './limits.ts'
import { PageLost } from './page/page-lost.ts'
import type { PageSession } from './page/page-session.ts'
import type { RendererTask } from './render-task.ts'
import type { PageSlot } from './schedule/scheduler.ts'
import { createSvgImageWatch } from './svg-image-watch.ts'

export interface PageWorkerOptions {
  readonly limits: RendererLimits
  readonly closing: AbortSignal
  /** Whether memory is short, so that the browser is to be replaced by a new one. */
  readonly isMemoryShort: () => boolean
  /** Gets the outcome of each task. */
  readonly outcomes: RenderOutcomes
}

export interface RenderOutcomes {
  onBegin(): void
  onDone(task: RendererTask, tookMs: number): void
  onFailed(task: RendererTask, error: unknown): void
  /** The task was not done within `maxMs` on pages. */
  onLate(task: RendererTask, maxMs: number): void
  /** The page was lost while it was drawing the task. */
  onLost(task: RendererTask, error: PageLost): void
  /** The task had to leave its page, and is to be queued again. */
  onLeft(task: RendererTask): void
  onEnd(): void
}

/** A page that cannot be cleaned up in this time is ended. */
const cleanUpMs = 10_000
/** What a lost page costs its flow in addition to the render, because a new page has to be opened. */
const lostPageMs = 5_000

/** Resolves when the page is to be replaced or the pool closes. Never rejects. */
export async function servePage(
  page: PageSession,
  slot: PageSlot<RendererTask>,
  { limits, closing, isMemoryShort, outcomes }: PageWorkerOptions,
): Promise<void> {
  const stop = AbortSignal.any([closing, page.lost])

  async function cleanUp(how: 'reloadIfNeeded' | 'releaseMemory'): Promise<void> {
    const deadline = setTimeout(() => void page.kill(), cleanUpMs)
    await page[how]().catch(() => page.kill())
    clearTimeout(deadline)
  }

  /** The next task, whenever it comes; meanwhile, after a while, the page gives memory back. */
  async function nextTask(): Promise<RendererTask | null> {
    let released: Promise<void> | null = null
    const release = () => {
      released = cleanUp('releaseMemory')
    }
    const idle = page.drawn > 0 && setTimeout(release, limits.idleMs)
    try {
      return await slot.take(stop)
    } finally {
      if (idle) clearTimeout(idle)
      // A task that came meanwhile would keep it from ending in time, and the page would be ended.
      await released
    }
  }

  /**
   * Draws the task and reports the outcome. If it has to be queued again, returns a function that does so, to be called
   * once the page is released. The only way to stop a script that does not end is to end its page.
   */
  async function draw(task: RendererTask): Promise<(() => void) | null> {
    const began = performance.now()
    let stopped: AppError | 'left' | 'late' | null = null
    const end = (why: AppError | 'left' | 'late') => {
      stopped ??= why
      void page.kill()
    }
    task.leavePage = () => end('left')
    const maxMs = longestDrawing(task, limits)
    const stopDeadline = startDeadline(maxMs, () => end('late'))
    const svgImages = createSvgImageWatch({ tries: task.slow, maxMs: limits.svgImagesMs }, end)
    const slow = setTimeout(() => {
      if (!task.slow && (svgImages.found || !slot.enterSlowLane())) end('left')
    }, limits.slowMs)
    try {
      const resolve = await task.run(page, svgImages.onSvgImage)
      outcomes.onDone(task, performance.now() - began)
      resolve()
    } catch (error) {
      if (stopped === 'left') return () => outcomes.onLeft(task)
      if (!stopped && error instanceof PageLost) return () => outcomes.onLost(task, error)
      if (stopped === 'late') outcomes.onLate(task, task.onPagesMs + maxMs)
      else outcomes.onFailed(task, stopped ?? error)
    } finally {
      stopDeadline()
      clearTimeout(slow)
      svgImages.stop()
      task.leavePage = null
      task.onPagesMs += performance.now() - began
    }
    return null
  }

  while (page.drawn < limits.perBrowser) {
    const task = await nextTask()
    if (!task) return
    outcomes.onBegin()
    task.begun = true
    task.stopWaiting()
    const again = await draw(task)
    await cleanUp('reloadIfNeeded')
    const isReplaced = isMemoryShort()
    if (isReplaced) await page.kill()
    // Closed first, so that a lost page is not counted when the next task is chosen.
    if (page.lost.aborted) slot.close()
    slot.release(page.lost.aborted && !isReplaced ? lostPageMs : 0)
    outcomes.onEnd()
    again?.()
  }
}

/** In milliseconds. Somebody who waits does not wait for several pages as long as for one. */
function longestDrawing({ maxMs, priority, onPagesMs }: RendererTask, limits: RendererLimits): number {
  const leftMs = priority === 'waiting' ? limits.allPagesMs - onPagesMs : limits.drawMs
  return Math.min(limits.drawMs, maxMs ?? limits.drawMs, leftMs)
}
