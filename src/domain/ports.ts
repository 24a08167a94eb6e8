/** The store that the domain needs. Types alone: storage implements them. */

import type { Segment } from './figure/segment.ts'
import type { Figure } from './figure/text.ts'
import type { Artifact, GraphRecord, OwnedGraph, Rendering, VersionRef, VersionStamp } from './graph/graph.ts'
import type { AccountId, GraphId } from './ids.ts'

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
  /** Without those that expire until then. */
  readonly livingAt?: Date
  /** Only those with a trace of one of these types. */
  readonly types?: readonly string[]
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
   * Makes a new version of a graph that is there: figure, title, trace types, the moments and rendering are the
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
  /** Removes the graph, then every artifact; `ifVersion`: only while that is the newest. False when there was none. */
  remove(graphId: GraphId, ifVersion?: number): Promise<boolean>
  /** Every graph of an account, with artifacts; returns how many. */
  removeAll(accountId: AccountId): Promise<number>
  /** Graphs whose time is over by then, which every other read still tells; each in its newest version. */
  expired(at: Date, limit: number): Promise<readonly VersionRef[]>
  /** Of the newest version; of any other, and of one that is ready, nothing is changed: a late render says nothing. */
  setRendering(ref: VersionRef, rendering: Rendering): Promise<void>
  /** Graphs whose rendering is neither ready nor failed, newest first; with `upTo` those created until then. */
  unfinished(query: { readonly limit: number; readonly upTo?: Date }): Promise<readonly UnfinishedGraph[]>
}

/** What an image was drawn of. */
export interface ArtifactSource {
  /** See `imageKey`: stored images of equal keys are equal. */
  readonly imageKey: string
  /** Remote addresses the figure names, which it was drawn without. */
  readonly omitted: readonly string[]
}

export interface ArtifactStore {
  get(ref: VersionRef, variant: string): Promise<Artifact | null>
  /** The newest one of an older version that is kept. */
  getOlder(ref: VersionRef, variant: string): Promise<(Artifact & { readonly version: number }) | null>
  /** Kept only while its version is; false when that is gone and nothing was kept. */
  put(ref: VersionRef, variant: string, artifact: Artifact, source?: ArtifactSource): Promise<boolean>
  /** A stored image of that key, whichever graph it is of. */
  findEqual(imageKey: string): Promise<(Artifact & Pick<ArtifactSource, 'omitted'>) | null>
  /**
   * Gives a version the stored images of these keys, by variant; each lives as long as its own graph from then on.
   * Those that are not stored are passed over; null where the first is not, or the version is gone.
   */
  adopt(ref: VersionRef, keys: ReadonlyMap<string, string>): Promise<Pick<ArtifactSource, 'omitted'> | null>
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
