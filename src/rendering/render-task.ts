/** One render that was asked for, until it is settled. */

import type { ImageFormat } from '../domain/graph/graph.ts'
import type { RenderPriority, RenderRequest, RenderResult } from '../domain/ports.ts'
import { overloaded } from '../errors/errors.ts'
import type { RenderTask } from './schedule/payers.ts'

export interface RendererTask extends RenderTask {
  readonly request: RenderRequest
  readonly result: Promise<RenderResult>
  /** May change until the render begins. */
  formats: readonly ImageFormat[]
  begun: boolean
  readonly settled: boolean
  /** How often it lost its page, and how often it was told to leave one. */
  losses: number
  departures: number
  /** Set while it is on a page: tells it to leave, to be taken up again later. */
  leavePage: (() => void) | null
  resolve(drawing: RenderResult): void
  reject(error: unknown): void
  /** Somebody waits for its turn from now on: only for so long in all, then `onLate` is told. */
  startWaiting(onLate: (error: Error) => void): void
  /** Its turn has come. */
  stopWaiting(): void
}

/** `waitMs` is how long its turn may be waited for, all times together. */
export function createTask(request: RenderRequest, waitMs: number, slow: boolean): RendererTask {
  const { promise, resolve, reject } = Promise.withResolvers<RenderResult>()
  let settled = false
  let waitedMs = 0
  let waiting: { readonly since: number; readonly timer: NodeJS.Timeout } | null = null

  function stopWaiting(): void {
    if (!waiting) return
    clearTimeout(waiting.timer)
    waitedMs += performance.now() - waiting.since
    waiting = null
  }

  function settle(how: () => void): void {
    if (settled) return
    settled = true
    stopWaiting()
    how()
  }

  return {
    request,
    result: promise,
    account: request.account ?? '',
    share: request.share ?? 'stored',
    priority: request.priority as RenderPriority,
    slow,
    formats: request.formats,
    begun: false,
    get settled() {
      return settled
    },
    losses: 0,
    departures: 0,
    leavePage: null,
    resolve: drawing => settle(() => resolve(drawing)),
    reject: error => settle(() => reject(error)),
    stopWaiting,
    startWaiting(onLate) {
      if (waiting || settled) return
      const leftMs = Math.max(0, waitMs - waitedMs)
      const late = () => onLate(overloaded(`no page came free within ${waitMs / 1000} s; retry later`, 5))
      waiting = { since: performance.now(), timer: setTimeout(late, leftMs) }
    },
  }
}
