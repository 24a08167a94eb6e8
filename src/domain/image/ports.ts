/** What draws: rendering implements the renderer, this process or the shared queue the dispatcher. Types alone. */

import type { Figure } from '../figure/text.ts'
import type { Artifact, OwnedGraph } from '../graph/graph.ts'
import type { AccountId } from '../ids.ts'
import type { ImageFormat } from './formats.ts'
import type { ImageLook } from './look.ts'

/** `waiting`: somebody waits for the answer. `background`: made ahead of its first request. */
export type RenderPriority = 'waiting' | 'background'

export interface RenderRequest {
  /** Read when its turn comes, so that a queue of thousands holds no figures. May reject: so does `result`. */
  readonly figure: () => Promise<Figure>
  /** All of one drawing: the figure is plotted once and encoded in each of these. */
  readonly formats: readonly ImageFormat[]
  readonly look: ImageLook
  readonly priority: RenderPriority
  /** The account whose page time is used; renders without one take turns together. */
  readonly account?: string
  /** What anybody may ask of an account's graphs takes turns beside its stored images, the default. */
  readonly share?: 'stored' | 'variants'
  /** Names the figure whatever its size, so that one that was slow once is known. */
  readonly figureId?: string
}

export interface RenderResult {
  /** One per requested format. */
  readonly images: ReadonlyMap<ImageFormat, Uint8Array>
  /** Remote addresses the figure names, which were not fetched. */
  readonly omitted: readonly string[]
  /** How much of its time on the page was the encoding; absent where that was not measured. */
  readonly encodeMs?: number
}

/** A render on its way. */
export interface RenderHandle<T> {
  readonly result: Promise<T>
  /** Once `result` has settled: resolves when what was drawn is stored. Absent where `result` waits for that itself. */
  readonly stored?: () => Promise<void>
  /**
   * Somebody waits for these formats now: a drawing that has not begun makes them alone, since each further one
   * keeps everybody waiting. Returns what will be drawn, which may be more.
   */
  promote(formats: readonly ImageFormat[]): readonly ImageFormat[]
  /**
   * Nobody waits for it any more. One that has not begun is dropped: true, and `result` rejects with `cancelled`.
   * Else it goes on as one that nobody waits for.
   */
  cancel(): boolean
}

export interface RendererStats {
  readonly workers: number
  readonly busy: number
  readonly queued: number
  readonly rendered: number
  readonly failed: number
  readonly restarts: number
}

/** How the queue stands that several gateways share. */
export interface QueueStats {
  readonly waiting: number
  readonly active: number
  /** Since when the oldest that is not done was asked for; 0 where there is none. */
  readonly oldestSeconds: number
  /** Failures that are kept. */
  readonly failures: number
  readonly failedTotal: number
  /** Workers that live. */
  readonly workers: number
}

/** The renderer. `draw` rejects with `render_failed`, `render_timeout` or `overloaded`. */
export interface Renderer {
  draw(request: RenderRequest): RenderHandle<RenderResult>
  /** Draws a known figure and checks the image; rejects when it cannot. Recent real success may serve. */
  canary(): Promise<void>
  stats(): RendererStats
  close(): Promise<void>
}

/** A render by reference: the figure is read from, and its artifacts put into, the store. The owner pays, whoever asks. */
export interface RenderJob extends OwnedGraph {
  readonly formats: readonly ImageFormat[]
  readonly look: ImageLook
}

/** A render by value, for somebody who waits: nothing of it is stored. */
export interface UnstoredJob {
  /** Who sent it, and pays. */
  readonly accountId: AccountId
  readonly figure: Figure
  readonly format: ImageFormat
  readonly look: ImageLook
}

/** Draws what is stored nowhere; wherever renders happen, as for those that are. */
export interface UnstoredDispatcher {
  draw(job: UnstoredJob): Pick<RenderHandle<RenderResult>, 'result' | 'cancel'>
}

/** Where renders happen (this process, or workers behind a shared queue) is the adapter's affair. */
export interface RenderDispatcher {
  submit(job: RenderJob, priority: RenderPriority): RenderHandle<ReadonlyMap<ImageFormat, Artifact>>
  canary(): Promise<void>
  close(): Promise<void>
}
