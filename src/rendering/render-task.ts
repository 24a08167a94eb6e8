/** A task for a page, from the request until it is settled. */

import { withTimeout } from '../async/with-timeout.ts'
import type { FoundCulprit } from '../browser/renderer/protocol.ts'
import type { Figure } from '../domain/figure/text.ts'
import type { ImageFormat } from '../domain/image/formats.ts'
import { isLarge } from '../domain/image/image-size.ts'
import type { RenderRequest, RenderResult } from '../domain/image/ports.ts'
import { overloaded, unavailable } from '../errors/errors.ts'
import type { RendererLimits } from './limits.ts'
import type { PageDrawing, PageSession } from './page/page-session.ts'
import type { RenderTask } from './schedule/flows.ts'

type OnSvgImage = NonNullable<PageDrawing['onSvgImage']>

export interface RendererTask extends RenderTask {
  readonly request: RenderRequest
  /** An image, or the search for the part that a refused figure fails on. */
  readonly kind: 'image' | 'search'
  /** A limit for its time on a page, in milliseconds; null if the one for images applies. */
  readonly maxMs: number | null
  /** Null until it was read. */
  readonly figure: Figure | null
  /** May change until the render begins. */
  formats: readonly ImageFormat[]
  begun: boolean
  readonly settled: boolean
  /** How often its page was lost, and how often it had to leave one. */
  losses: number
  departures: number
  /** How long it has been on pages, in milliseconds. */
  onPagesMs: number
  /** How long somebody has waited for its turn, in milliseconds. */
  readonly waitedMs: number
  /** Set while the task is on a page. Makes it leave, to be queued again. */
  leavePage: (() => void) | null
  /** Does the work on a page. Returns a function that resolves the task. `onSvgImage` is that of `PageDrawing`. */
  run(page: PageSession, onSvgImage: OnSvgImage): Promise<() => void>
  reject(error: unknown): void
  /** From now on somebody waits for its turn. Calls `onLate` when all waits together have taken too long. */
  startWaiting(onLate: (error: Error) => void): void
  /** To be called when its turn has come. */
  stopWaiting(): void
}

export interface AwaitedTask<T> extends RendererTask {
  readonly result: Promise<T>
}

/** Draws the images. */
export const createTask = (
  request: RenderRequest,
  { waitMs, readMs }: Pick<RendererLimits, 'waitMs' | 'readMs'>,
  slow: boolean,
): AwaitedTask<RenderResult> =>
  taskOf({
    ...{ request: readWithin(readMs, request), kind: 'image', waitMs, slow, maxMs: null },
    work: (page, figure, { formats, losses, slow: triesSvgImages }, onSvgImage) =>
      page.draw(figure, { formats, look: request.look, alone: losses > 0, triesSvgImages, onSvgImage }),
  })

/** A store that does not answer must not hold a page, nor cost the page its life or the figure its good name. */
const readWithin = (ms: number, request: RenderRequest): RenderRequest => ({
  ...request,
  figure: () =>
    withTimeout(request.figure(), ms, () =>
      unavailable(`the figure could not be read within ${ms / 1000} s; retry`),
    ),
})

/** Searches for the part that the figure fails on, in the slow lane and for a limited time. */
export const createSearch = (
  request: RenderRequest,
  { waitMs, maxMs }: { readonly waitMs: number; readonly maxMs: number },
): AwaitedTask<FoundCulprit | null> =>
  taskOf({
    ...{ request, kind: 'search', waitMs, slow: true, maxMs },
    work: (page, figure) => page.findCulprit(figure, request.look),
  })

interface TaskOptions<T> extends Pick<RendererTask, 'request' | 'kind' | 'slow' | 'maxMs'> {
  /** How long somebody may wait for its turn, all waits together. */
  readonly waitMs: number
  readonly work: (page: PageSession, figure: Figure, task: RendererTask, onSvgImage: OnSvgImage) => Promise<T>
}

function taskOf<T>({ request, kind, waitMs, slow, maxMs, work }: TaskOptions<T>): AwaitedTask<T> {
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
    maxMs,
    result: promise,
    account: request.account ?? '',
    share: request.share ?? 'stored',
    priority: request.priority,
    slow,
    large: isLarge(request.look),
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
    onPagesMs: 0,
    get waitedMs() {
      return waitedMs
    },
    leavePage: null,
    async run(page, onSvgImage) {
      figure = await request.figure()
      const result = await work(page, figure, this, onSvgImage)
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

/** Does the work. If it throws, rejects the task with that error. */
export function orReject(task: RendererTask, work: () => void): void {
  try {
    work()
  } catch (error) {
    task.reject(error)
  }
}
