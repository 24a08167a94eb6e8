/** One piece of work for a page that was asked for, until it is settled. */

import type { FoundCulprit } from '../browser/renderer/protocol.ts'
import type { Figure } from '../domain/figure/text.ts'
import type { ImageFormat } from '../domain/image/formats.ts'
import type { RenderPriority, RenderRequest, RenderResult } from '../domain/image/ports.ts'
import { overloaded } from '../errors/errors.ts'
import type { PageSession } from './page/page-session.ts'
import type { RenderTask } from './schedule/payers.ts'

export interface RendererTask extends RenderTask {
  readonly request: RenderRequest
  /** An image, or the search for what a refused figure fails on. */
  readonly kind: 'image' | 'search'
  /** The longest it may be on a page, where that is less than for images; in milliseconds. */
  readonly mostMs: number | null
  /** Once it was read. */
  readonly figure: Figure | null
  /** May change until the render begins. */
  formats: readonly ImageFormat[]
  begun: boolean
  readonly settled: boolean
  /** How often it lost its page, and how often it was told to leave one. */
  losses: number
  departures: number
  /** Set while it is on a page: tells it to leave, to be taken up again later. */
  leavePage: (() => void) | null
  /** Does its work on a page; what is returned resolves the task. */
  run(page: PageSession): Promise<() => void>
  reject(error: unknown): void
  /** Somebody waits for its turn from now on: only for so long in all, then `onLate` is told. */
  startWaiting(onLate: (error: Error) => void): void
  /** Its turn has come. */
  stopWaiting(): void
}

export interface AwaitedTask<T> extends RendererTask {
  readonly result: Promise<T>
}

/** `waitMs` is how long its turn may be waited for, all times together. */
export const createTask = (
  request: RenderRequest,
  waitMs: number,
  slow: boolean,
): AwaitedTask<RenderResult> =>
  taskOf({
    ...{ request, kind: 'image', waitMs, slow, mostMs: null },
    work: (page, figure, { formats, losses }) =>
      page.draw(figure, { formats, look: request.look, alone: losses > 0 }),
  })

/** Looks for what the figure fails on: in the slow lane, and not for long. */
export const createSearch = (
  request: RenderRequest,
  { waitMs, mostMs }: { readonly waitMs: number; readonly mostMs: number },
): AwaitedTask<FoundCulprit | null> =>
  taskOf({
    ...{ request, kind: 'search', waitMs, slow: true, mostMs },
    work: (page, figure) => page.findCulprit(figure, request.look),
  })

interface TaskOptions<T> extends Pick<RendererTask, 'request' | 'kind' | 'slow' | 'mostMs'> {
  readonly waitMs: number
  readonly work: (page: PageSession, figure: Figure, task: RendererTask) => Promise<T>
}

function taskOf<T>({ request, kind, waitMs, slow, mostMs, work }: TaskOptions<T>): AwaitedTask<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let settled = false
  let waitedMs = 0
  let waiting: { readonly since: number; readonly timer: NodeJS.Timeout } | null = null
  let figure: Figure | null = null

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
    kind,
    mostMs,
    result: promise,
    account: request.account ?? '',
    share: request.share ?? 'stored',
    priority: request.priority as RenderPriority,
    slow,
    get figure() {
      return figure
    },
    formats: request.formats,
    begun: false,
    get settled() {
      return settled
    },
    losses: 0,
    departures: 0,
    leavePage: null,
    async run(page) {
      figure = await request.figure()
      const result = await work(page, figure, this)
      return () => settle(() => resolve(result))
    },
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

/** What the work throws is the task's outcome. */
export function orReject(task: RendererTask, work: () => void): void {
  try {
    work()
  } catch (error) {
    task.reject(error)
  }
}
