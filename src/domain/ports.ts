/** The interfaces of the store that the domain needs. `src/storage` implements them. */

import type { Segment } from './figure/append/segment.ts'
import type { Figure } from './figure/text.ts'
import type { Artifact, GraphRecord, OwnedGraph, Rendering, VersionRef, VersionStamp } from './graph/graph.ts'
import type { AccountId, GraphId } from './ids.ts'

/**
 * Marks one create or change that was sent with an Idempotency-Key. `id` is a hash of account, method, path and key;
 * `bodyHash` is a hash of the body's bytes.
 */
export interface IdempotencyClaim {
  readonly id: string
  readonly bodyHash: string
  readonly expiresAt: Date
}

export type InsertOutcome =
  | { readonly kind: 'inserted' }
  /** The same request was made before. Its graph is the answer, if it still exists. */
  | { readonly kind: 'replayed'; readonly graphId: GraphId }
  /** The key was used before with another body. */
  | { readonly kind: 'conflict' }

/** The version that a request with an Idempotency-Key made, while its claim has not expired. */
export interface ClaimedChange extends VersionRef {
  readonly bodyHash: string
}

export type ChangeOutcome =
  | { readonly kind: 'changed'; readonly version: number }
  /** Nothing was changed: the expected version is no longer the newest, or the claim exists already. */
  | { readonly kind: 'stale' }
  /** There is no such graph. */
  | { readonly kind: 'absent' }

/** What a change makes of a graph. Without an `expiresAt`, the graph's stays, which another change may just have set. */
export type ChangedGraph = Omit<GraphRecord, 'expiresAt'> & Partial<Pick<GraphRecord, 'expiresAt'>>

/** Points that make one new version of a graph. */
export interface Append {
  readonly segment: Segment
  readonly createdAt: Date
  readonly claim?: IdempotencyClaim | undefined
}

/** A position in a list that is ordered by creation time, newest first, then by graph_id. */
export interface ListCursor {
  readonly createdAt: Date
  readonly graphId: GraphId
}

export interface ListQuery {
  readonly accountId: AccountId
  readonly limit: number
  /** Only graphs that come after (are older than) this position. */
  readonly after?: ListCursor
  /** Only graphs that come before (are newer than) this position: the `limit` nearest to it, newest first. */
  readonly before?: ListCursor
  /** Only graphs whose title contains this text, ignoring letter case. */
  readonly title?: string
  /** Leaves out graphs that have expired by then. */
  readonly livingAt?: Date
  /** Only graphs with a trace of one of these types. */
  readonly types?: readonly string[]
}

/** A graph whose image has not been made yet. */
export type UnfinishedGraph = OwnedGraph & Pick<GraphRecord, 'createdAt' | 'updatedAt'>

export interface GraphStore {
  /** Durable once it resolves. Rejects with `payload_too_large` for a figure that the backend cannot hold. */
  insert(record: GraphRecord, figure: Figure, claim?: IdempotencyClaim): Promise<InsertOutcome>
  find(graphId: GraphId): Promise<GraphRecord | null>
  /** Needs one call to the store for any number of ids. Unknown ids are absent from the map. */
  findMany(graphIds: readonly GraphId[]): Promise<ReadonlyMap<string, GraphRecord>>
  /** The graph as it was in that version. Null if the version is not kept or the graph does not exist. */
  findVersion(ref: VersionRef): Promise<GraphRecord | null>
  /** The kept versions of a graph, newest first. Empty if the graph does not exist. */
  versions(graphId: GraphId): Promise<readonly VersionStamp[]>
  /** The figure of that version (default: the newest). Null if it is not kept. */
  figure(graphId: GraphId, version?: number): Promise<Figure | null>
  /** The figures by `versionName`. Versions that are not kept are absent. */
  figures(refs: readonly VersionRef[]): Promise<ReadonlyMap<string, Figure>>
  /**
   * Makes a new version of an existing graph, with the figure, title, trace types, times and rendering of `record`.
   * With a `from`, only while that is the newest version. Durable once it resolves. Removes the oldest versions beyond
   * `versionsKept`.
   */
  replace(
    record: ChangedGraph,
    figure: Figure,
    from: number | null,
    claim?: IdempotencyClaim,
  ): Promise<ChangeOutcome>
  /**
   * Makes one new version for each append, in order, on top of version `from`: all of them or none. The cost grows
   * with the appended points, not with the size of the figure.
   */
  append(graphId: GraphId, from: number, appends: readonly Append[]): Promise<ChangeOutcome>
  /** The points appended after that version. Null if the figure was replaced since, or the version is too old. */
  appendedSince(ref: VersionRef): Promise<readonly Segment[] | null>
  /** The change that was made under a claim. Null if there is none or the claim has expired. */
  claimed(graphId: GraphId, claimId: string): Promise<ClaimedChange | null>
  list(query: ListQuery): Promise<readonly GraphRecord[]>
  /** With `livingAt`, graphs that have expired by then are left out. */
  count(accountId: AccountId, livingAt?: Date): Promise<number>
  /**
   * Removes the graph, then all of its artifacts; with `ifVersion`, only while that is the newest version. Returns
   * false if there was nothing to remove.
   */
  remove(graphId: GraphId, ifVersion?: number): Promise<boolean>
  /** Removes all graphs of an account with their artifacts. Returns the number of graphs. */
  removeAll(accountId: AccountId): Promise<number>
  /** Graphs that have expired by then, with their newest versions. Other reads still return them. */
  expired(at: Date, limit: number): Promise<readonly VersionRef[]>
  /** Has an effect only on the newest version while that is not ready, so that a late render cannot overwrite it. */
  setRendering(ref: VersionRef, rendering: Rendering): Promise<void>
  /** Graphs whose rendering is neither ready nor failed, newest first. `upTo` limits their creation time. */
  unfinished(query: { readonly limit: number; readonly upTo?: Date }): Promise<readonly UnfinishedGraph[]>
}

export interface ArtifactStore {
  get(ref: VersionRef, variant: string): Promise<Artifact | null>
  /** The artifact of the newest older version that has one. */
  getOlder(ref: VersionRef, variant: string): Promise<(Artifact & { readonly version: number }) | null>
  /**
   * An artifact lives as long as its version. Returns false if that is gone and nothing was stored. Stored images with
   * equal image keys are equal (see `imageKeysOf`). Then does what `setRendering` does, if a `rendering` is given.
   */
  put(
    ref: VersionRef,
    variant: string,
    artifact: Artifact,
    imageKey?: string,
    rendering?: Rendering,
  ): Promise<boolean>
  /** A stored image with that key, of any graph. */
  findEqual(imageKey: string): Promise<Artifact | null>
  /**
   * Copies the stored images with these keys (variant → image key) to a version. From then on they live as long as
   * that version. Keys without an image are skipped. Returns null if the first key has none or the version is gone.
   */
  adopt(ref: VersionRef, keys: ReadonlyMap<string, string>): Promise<Pick<Artifact, 'omitted'> | null>
}

/** A small typed collection for modules with little traffic: accounts, keys, sessions, links. */
export interface Records<T> {
  /** Returns false if the id is taken. `owner` groups records for `list`; after `expiresAt` a record is removed. */
  insert(id: string, value: T, meta?: { owner?: string; expiresAt?: Date }): Promise<boolean>
  /** Null if the record is absent or expired. */
  get(id: string): Promise<T | null>
  /** Sets the given fields; with `expect`, only if those fields have these values. Returns whether it did. */
  update(id: string, change: Partial<T>, expect?: Partial<T>): Promise<boolean>
  /** Changes the time of expiry. Returns false if the record is absent. */
  expire(id: string, at: Date): Promise<boolean>
  /** Removes and returns the record atomically, so that only one of two callers gets it. */
  take(id: string): Promise<T | null>
  delete(id: string): Promise<boolean>
  /** The records of an owner (default: all), newest first. */
  list(owner?: string): Promise<readonly { readonly id: string; readonly value: T }[]>
}

export interface SweepLimits {
  /** Artifacts other than the png and svg made at creation are kept up to this total size, newest first. */
  readonly variantBytes: number
  /** The claims of the creates of deleted graphs are kept up to this number, newest first; default: 100,000. */
  readonly removedClaims?: number
  readonly now: Date
}

export interface Store {
  /** Whether several processes may use the store at the same time, such as gateways beside each other. */
  readonly isShared: boolean
  readonly graphs: GraphStore
  readonly artifacts: ArtifactStore
  /** The collection with that name. Values are JSON, dates ISO strings. */
  records<T extends object>(name: string): Records<T>
  /** Resolves if the store answers; else rejects with `unavailable`. */
  ping(): Promise<void>
  /** Removes orphaned artifacts, expired claims and records, and what is beyond the limits. */
  sweep(limits: SweepLimits): Promise<void>
  /** Rejects all pending calls with `unavailable`, for a shutdown while the store hangs. Only `close` may follow. */
  abandon(): void
  close(): Promise<void>
}
