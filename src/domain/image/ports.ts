/**
 * The interfaces that the domain needs for drawing. `src/rendering` implements the renderer; the dispatcher is either
 * this process or the shared queue.
 */

import type { Figure } from '../figure/text.ts'
import type { Artifact, OwnedGraph } from '../graph/graph.ts'
import type { AccountId } from '../ids.ts'
import type { ImageFormat } from './formats.ts'
import type { ImageLook } from './look.ts'

/** `waiting`: a caller waits for the image. `background`: the image is made ahead of its first request. */
export type RenderPriority = 'waiting' | 'background'

export interface RenderRequest {
  /** Called when the render begins, so that queued renders hold no figures. If it rejects, so does `result`. */
  readonly figure: () => Promise<Figure>
  /** The figure is plotted once and encoded in each of these formats. */
  readonly formats: readonly ImageFormat[]
  readonly look: ImageLook
  readonly priority: RenderPriority
  /** The account that is charged. Renders without one share a turn in the scheduler. */
  readonly account?: string
  /** Renders in other sizes, which anybody may request, have a share of their own beside `stored` (default). */
  readonly share?: 'stored' | 'variants'
  /** Identifies the figure, so that one that was slow before is recognised in any size. */
  readonly figureId?: string
}

export interface RenderResult {
  /** One image per requested format. */
  readonly images: ReadonlyMap<ImageFormat, Uint8Array>
  /** Remote addresses that the figure names and that were not fetched. */
  readonly omitted: readonly string[]
  /** Milliseconds spent on encoding; absent if not measured. */
  readonly encodeMs?: number
}

/** A submitted render. */
export interface RenderHandle<T> {
  readonly result: Promise<T>
  /** To be called after `result`: resolves when the images are stored. Absent if `result` waits for that itself. */
  readonly stored?: () => Promise<void>
  /**
   * Marks the render as waited for. If it has not begun, it is reduced to these formats, because each further one
   * delays the answer. Returns the formats that will be made, which may be more.
   */
  promote(formats: readonly ImageFormat[]): readonly ImageFormat[]
  /**
   * Called when nobody waits any more. A render that has not begun is dropped: returns true, and `result` rejects with
   * `cancelled`. Otherwise it goes on in the background. In a shared queue, `result` rejects at once, and a promise tells
   * whether the render was dropped.
   */
  cancel(): boolean | Promise<boolean>
}

export interface RendererStats {
  readonly workers: number
  readonly busy: number
  readonly queued: number
  readonly rendered: number
  readonly failed: number
  readonly restarts: number
}

/** The state of the queue that several gateways share. */
export interface QueueStats {
  readonly waiting: number
  readonly active: number
  /** Age of the oldest unfinished job; 0 if there is none. */
  readonly oldestSeconds: number
  /** Number of recorded failures. */
  readonly failures: number
  readonly failedTotal: number
  /** Number of live workers. */
  readonly workers: number
}

/** Draws figures. `draw` rejects with `render_failed`, `render_timeout` or `overloaded`. */
export interface Renderer {
  draw(request: RenderRequest): RenderHandle<RenderResult>
  /** Renders a known figure and checks the image; rejects if that fails. A recent successful render may replace it. */
  canary(): Promise<void>
  stats(): RendererStats
  close(): Promise<void>
}

/**
 * A render by reference: the figure is read from the store, and its artifacts are written to it. The owner is charged,
 * whoever requested the image.
 */
export interface RenderJob extends OwnedGraph {
  readonly formats: readonly ImageFormat[]
  readonly look: ImageLook
}

/** A render by value, for a caller that waits. Nothing is stored. */
export interface UnstoredJob {
  /** The sender, who is charged. */
  readonly accountId: AccountId
  readonly figure: Figure
  readonly format: ImageFormat
  readonly look: ImageLook
}

/** Dispatches renders of figures that are not stored. */
export interface UnstoredDispatcher {
  draw(job: UnstoredJob): Pick<RenderHandle<RenderResult>, 'result' | 'cancel'>
}

/** The stored images of a version in one look, by format. */
export type Artifacts = ReadonlyMap<ImageFormat, Artifact>

/** Dispatches renders of stored graphs to this process or, through the shared queue, to workers. */
export interface RenderDispatcher {
  submit(job: RenderJob, priority: RenderPriority): RenderHandle<Artifacts>
  canary(): Promise<void>
  close(): Promise<void>
}
