/** What the domain needs of the modules around it. Types only: storage and render implement them. */

import type { FontUsage } from '../plotly/font-usage.ts'
import type { AppendRequest } from './figure/append-request.ts'
import type { FactsRequest, FigureFacts } from './figure/facts.ts'
import type { Part } from './figure/json-tree.ts'
import type { Segment } from './figure/segment.ts'
import type { FigureShape } from './figure/shape.ts'
import type { Submission } from './figure/submission.ts'
import type { PointsRequest, TracePoints } from './figure/trace-points.ts'
import type { TraceSpan } from './figure/traces.ts'
import type {
  Artifact,
  Figure,
  GraphRecord,
  ImageFormat,
  ImageLook,
  OwnedGraph,
  Rendering,
  VersionRef,
  VersionStamp,
} from './graph/graph.ts'
import type { AccountId, GraphId } from './ids.ts'

/** What reads bodies and stored texts, as the functions of these names do; large ones where they hold nobody up. */
export interface BodyReaders {
  /** Takes the body over: a large one moves to another thread, and the caller's view of it is empty from then on. */
  readSubmission(body: Uint8Array): Submission | Promise<Submission>
  readJsonTree(body: Uint8Array): Part | Promise<Part>
  readTraces(data: Uint8Array): readonly TraceSpan[] | Promise<readonly TraceSpan[]>
  readTracePoints(trace: Uint8Array, request: PointsRequest): TracePoints | Promise<TracePoints>
  quoteText(text: Uint8Array): Buffer | Promise<Buffer>
  /** Takes the body over, as `readSubmission` does. */
  readAppend(body: Uint8Array): AppendRequest | Promise<AppendRequest>
  /** Of a stored `data`, which it leaves as it is. */
  shapeOf(data: string | Uint8Array): FigureShape | Promise<FigureShape>
  /** Takes the texts over, as `readSubmission` does its body. */
  factsOf(texts: Uint8Array, request: FactsRequest): FigureFacts | Promise<FigureFacts>
  fontsOfSvg(svg: Uint8Array): FontUsage | Promise<FontUsage>
  writeCsv(data: Uint8Array): Buffer | Promise<Buffer>
}

/** One create or change under an Idempotency-Key. `id` hashes account, method, path and key; `bodyHash` the body's bytes. */
export interface IdempotencyClaim {
  readonly id: string
  readonly bodyHash: string
  readonly expiresAt: Date
}

export type InsertOutcome =
  | { readonly kind: 'inserted' }
  /** The same claim was made before with the same body: that graph is the answer, if it still exists. */
  | { readonly kind: 'replayed'; readonly graphId: GraphId }
  /** The same claim was made before with another body. */
  | { readonly kind: 'conflict' }

/** What was done under a claim that has not expired. */
export interface ClaimedChange extends VersionRef {
  readonly bodyHash: string
}

export type ChangeOutcome =
  | { readonly kind: 'changed'; readonly version: number }
  /** The version it was meant for is no longer the newest, or a claim was made before: nothing was changed. */
  | { readonly kind: 'stale' }
  /** There is no such graph. */
  | { readonly kind: 'absent' }

/** Points for one new version. */
export interface Append {
  readonly segment: Segment
  readonly createdAt: Date
  readonly claim?: IdempotencyClaim | undefined
}

/** A place in a list ordered by creation time, newest first, then by graph_id. */
export interface ListCursor {
  readonly createdAt: Date
  readonly graphId: GraphId
}

export interface ListQuery {
  readonly accountId: AccountId
  readonly limit: number
  /** Only what comes after (older than) this place. */
  readonly after?: ListCursor
  /** Only what comes before (newer than) this place; the `limit` nearest to it, still newest first. */
  readonly before?: ListCursor
  /** Only titles that contain this text, letter case ignored. */
  readonly title?: string
}

/** One whose image is still to be made. */
export type UnfinishedGraph = OwnedGraph & Pick<GraphRecord, 'createdAt' | 'updatedAt'>

export interface GraphStore {
  /** Durable once it resolves. A value beyond what the backend can hold is `payload_too_large`. */
  insert(record: GraphRecord, figure: Figure, claim?: IdempotencyClaim): Promise<InsertOutcome>
  find(graphId: GraphId): Promise<GraphRecord | null>
  /** One store call, however many ids. Unknown ids are absent from the map. */
  findMany(graphIds: readonly GraphId[]): Promise<ReadonlyMap<string, GraphRecord>>
  /** The graph as it was then; null where that version is not kept, or there is no such graph. */
  findVersion(ref: VersionRef): Promise<GraphRecord | null>
  /** What is kept of a graph, newest first; empty where there is no such graph. */
  versions(graphId: GraphId): Promise<readonly VersionStamp[]>
  /** The figure of that version, else of the newest; null where it is not kept. */
  figure(graphId: GraphId, version?: number): Promise<Figure | null>
  /** By `versionName`; those that are not kept are absent. */
  figures(refs: readonly VersionRef[]): Promise<ReadonlyMap<string, Figure>>
  /**
   * Makes a new version of a graph that is there: figure, title, trace types, `updatedAt` and rendering are the
   * record's, its number is one more. Only where `from` is the newest; null: whatever is the newest. Durable once it
   * resolves. The oldest versions beyond `versionsKept` go.
   */
  replace(
    record: GraphRecord,
    figure: Figure,
    from: number | null,
    claim?: IdempotencyClaim,
  ): Promise<ChangeOutcome>
  /**
   * Makes one new version for each append, in their order, on top of `from`: all or none. Costs what is appended,
   * not what is there.
   */
  append(graphId: GraphId, from: number, appends: readonly Append[]): Promise<ChangeOutcome>
  /** What was appended after that version; null where another figure took its place, or it is too long ago. */
  appendedSince(ref: VersionRef): Promise<readonly Segment[] | null>
  /** What was done under a claim; null where nothing was, or it has expired. */
  claimed(graphId: GraphId, claimId: string): Promise<ClaimedChange | null>
  list(query: ListQuery): Promise<readonly GraphRecord[]>
  count(accountId: AccountId): Promise<number>
  /** Removes the graph, then every artifact. False when there was none. */
  remove(graphId: GraphId): Promise<boolean>
  /** Every graph of an account, with artifacts; returns how many. */
  removeAll(accountId: AccountId): Promise<number>
  /** Of the newest version; of any other, and of one that is ready, nothing is changed: a late render says nothing. */
  setRendering(ref: VersionRef, rendering: Rendering): Promise<void>
  /** Graphs whose rendering is neither ready nor failed, newest first; with `upTo` those created until then. */
  unfinished(query: { readonly limit: number; readonly upTo?: Date }): Promise<readonly UnfinishedGraph[]>
}

export interface ArtifactStore {
  get(ref: VersionRef, variant: string): Promise<Artifact | null>
  /** The newest one of an older version that is kept. */
  getOlder(ref: VersionRef, variant: string): Promise<(Artifact & { readonly version: number }) | null>
  /** Kept only while its version is; false when that is gone and nothing was kept. */
  put(ref: VersionRef, variant: string, artifact: Artifact): Promise<boolean>
}

/** A small typed collection of records for modules whose traffic is low: accounts, keys, sessions, links. */
export interface Records<T> {
  /** False when the id is taken. `owner` groups records for `list`; past `expiresAt` a record is swept. */
  insert(id: string, value: T, meta?: { owner?: string; expiresAt?: Date }): Promise<boolean>
  /** Null when absent or expired. */
  get(id: string): Promise<T | null>
  /** Sets the given fields; with `expect`, only while those fields hold those values. False: nothing changed. */
  update(id: string, change: Partial<T>, expect?: Partial<T>): Promise<boolean>
  /** Moves the moment of expiry; false when absent. */
  expire(id: string, at: Date): Promise<boolean>
  /** Removes and returns in one step: of two callers, one gets it. */
  take(id: string): Promise<T | null>
  delete(id: string): Promise<boolean>
  /** Newest first. Without an owner: all. */
  list(owner?: string): Promise<readonly { readonly id: string; readonly value: T }[]>
}

export interface SweepLimits {
  /** Artifacts other than the png and svg made at creation are kept up to this many bytes, newest first. */
  readonly variantBytes: number
  readonly now: Date
}

export interface Store {
  readonly kind: 'sqlite' | 'mongodb'
  readonly graphs: GraphStore
  readonly artifacts: ArtifactStore
  /** The collection of that name; JSON values, dates as ISO strings. */
  records<T extends object>(name: string): Records<T>
  /** Resolves while the store answers; rejects with `unavailable`. */
  ping(): Promise<void>
  /** Removes orphaned artifacts, expired claims and records, and what is over the limits. */
  sweep(limits: SweepLimits): Promise<void>
  /** What waits for a store that hangs is told `unavailable` now; only closing comes after it. */
  abandon(): void
  close(): Promise<void>
}

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
}

/** A render on its way. */
export interface RenderHandle<T> {
  readonly result: Promise<T>
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
