/**
 * What happens to a task that has left its page: it is settled or queued again, a refusal is explained, and all is
 * counted.
 */

import { LRUCache } from 'lru-cache'
import { slowPartOf as slowPartHere } from '../domain/figure/check/slow-part.ts'
import { AppError, browserEnded, overloaded, shuttingDown } from '../errors/errors.ts'
import type { RendererLimits } from './limits.ts'
import type { RenderOutcomes } from './page-worker.ts'
import { createRefusals, isRefusal } from './refusals.ts'
import type { RendererTask } from './render-task.ts'
import { explainRenderTimeout, type SlowPartOf } from './render-timeout.ts'
import type { RendererEvent } from './renderer-event.ts'
import type { TaskQueue } from './task-queue.ts'

export interface OutcomeOptions {
  readonly limits: RendererLimits
  readonly queue: TaskQueue
  readonly closing: AbortSignal
  /** Default: in this thread. */
  readonly slowPartOf?: SlowPartOf
  readonly onEvent: (event: RendererEvent) => void
}

export interface CountedOutcomes extends RenderOutcomes {
  /** Tasks on pages right now. */
  readonly busy: number
  /** How many images were drawn, and how many failed, since the start. */
  readonly rendered: number
  readonly failed: number
  /** When an image was drawn last, by `performance.now()`. */
  readonly lastSuccess: number
  /** Whether a figure is known to take long; in one size is enough. */
  isSlow(figureId: string): boolean
}

/** A background render that had to leave its page this often is given up. */
const maxDepartures = 3
const slowFiguresKnown = 10_000

export function createOutcomes({
  limits,
  queue,
  closing,
  slowPartOf = slowPartHere,
  onEvent,
}: OutcomeOptions): CountedOutcomes {
  const slowFigures = new LRUCache<string, true>({ max: slowFiguresKnown })
  const explain = createRefusals(queue.enter, limits.waitMs)
  let busy = 0
  let rendered = 0
  let failed = 0
  let lastSuccess = Number.NEGATIVE_INFINITY

  function rememberSlow({ request: { figureId } }: RendererTask): void {
    if (figureId !== undefined) slowFigures.set(figureId, true)
  }

  function fail(task: RendererTask, error: unknown): void {
    if (task.kind === 'image') failed += 1
    if (error instanceof AppError && error.costly) rememberSlow(task)
    if (isRefusal(task, error)) void explain(task, error).then(task.reject)
    else task.reject(error)
  }

  return {
    get busy() {
      return busy
    },
    get rendered() {
      return rendered
    },
    get failed() {
      return failed
    },
    get lastSuccess() {
      return lastSuccess
    },
    isSlow: figureId => slowFigures.has(figureId),

    onBegin() {
      busy += 1
    },
    onEnd() {
      busy -= 1
    },
    onDone(task, tookMs) {
      if (task.kind === 'search') return
      rendered += 1
      lastSuccess = performance.now()
      if (tookMs > limits.slowMs) rememberSlow(task)
    },
    onFailed: fail,
    onLate(task, maxMs) {
      if (task.kind === 'image') failed += 1
      rememberSlow(task)
      void explainRenderTimeout(task.figure, maxMs, slowPartOf).then(task.reject)
    },
    onLost(task, error) {
      onEvent({ kind: 'browser-ended', reason: error.message })
      task.losses += 1
      if (closing.aborted) fail(task, shuttingDown(error))
      else if (task.losses > 1) fail(task, browserEnded(error))
      else queue.requeue(task)
    },
    onLeft(task) {
      rememberSlow(task)
      task.slow = true
      task.departures += 1
      if (task.priority === 'waiting' || task.departures < maxDepartures) queue.requeue(task)
      else task.reject(overloaded('others needed the page; the image is made on its first request'))
    },
  }
}
