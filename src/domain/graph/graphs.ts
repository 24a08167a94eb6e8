/** The use-cases of graphs, called by every API and page. */

import {
  AppError,
  graphNotFound,
  idempotencyConflict,
  versionConflict,
  versionNotFound,
} from '../../errors/errors.ts'
import { unreachable } from '../../errors/unreachable.ts'
import type { Actor } from '../actor.ts'
import { requireNoWarnings } from '../figure/strictness.ts'
import type { Figure } from '../figure/text.ts'
import { createGraphIds, type GraphId } from '../ids.ts'
import { requireOwner, requireScope } from '../policy.ts'
import type { ListQuery } from '../ports.ts'
import { type Changes, type Condition, createChanges, type WriteOptions } from './changes.ts'
import { claimOf } from './claims.ts'
import type { GraphsDeps } from './deps.ts'
import { type Expiry, madeBeforeExpiry } from './expiry.ts'
import type { Graph, GraphRecord, VersionRef, VersionStamp } from './graph.ts'

export interface Graphs extends Changes {
  /** Stores the figure in a body (spec 4.1, 4.4, 4.6), and takes over its bytes. Durable once it resolves. */
  create(actor: Actor, body: Uint8Array, options?: WriteOptions): Promise<Graph>
  /** Reads a version (default: the newest) with its figure (spec 4.2). Rejects with `graph_not_found` or `version_not_found`. */
  read(graphId: GraphId, version?: number): Promise<Graph>
  /** The same without the figure (spec 4.5, 4.7). Null if the graph does not exist. */
  find(graphId: GraphId, version?: number): Promise<GraphRecord | null>
  /** The kept versions of a graph, newest first. Empty if the graph does not exist. */
  versions(graphId: GraphId): Promise<readonly VersionStamp[]>
  findMany(graphIds: readonly GraphId[]): Promise<ReadonlyMap<string, GraphRecord>>
  /** By `versionName`. */
  figures(refs: readonly VersionRef[]): Promise<ReadonlyMap<string, Figure>>
  /** Removes the graph and all files generated from it (spec 4.3). */
  remove(actor: Actor, graphId: GraphId, condition?: Condition): Promise<void>
  /** Evicts a removed graph from memory and notifies its followers. */
  forget(graphId: GraphId): void
  /** The actor's own graphs, newest first. */
  list(actor: Actor, query: Omit<ListQuery, 'accountId'>): Promise<readonly GraphRecord[]>
  count(actor: Actor): Promise<number>
}

/** How often a read is retried when the newest version was replaced and removed between two queries. */
const readAttempts = 5

export function createGraphs(deps: GraphsDeps): Graphs {
  const { store, images, bodies, feed, lifetimes } = deps
  const newGraphId = createGraphIds()

  async function readNewest(graphId: GraphId): Promise<Graph> {
    for (let attempt = 0; attempt < readAttempts; attempt++) {
      const record = await store.graphs.find(graphId)
      if (!record) break
      const figure = await store.graphs.figure(graphId, record.version)
      if (figure) return { ...record, figure }
    }
    throw graphNotFound(graphId)
  }

  async function readVersion(graphId: GraphId, version: number): Promise<Graph> {
    const record = await findVersion(graphId, version)
    if (!record) throw graphNotFound(graphId)
    const figure = await store.graphs.figure(graphId, version)
    if (!figure) throw versionNotFound(version)
    return { ...record, figure }
  }

  async function findVersion(graphId: GraphId, version: number): Promise<GraphRecord | null> {
    const newest = await store.graphs.find(graphId)
    if (!newest || newest.version === version) return newest
    if (version > newest.version) throw versionNotFound(version)
    const record = await store.graphs.findVersion({ graphId, version })
    if (!record) throw versionNotFound(version)
    return record
  }

  /** The answer to a repeated create: the first version, or the newest if the first is no longer kept. */
  const readFirst = (graphId: GraphId): Promise<Graph> =>
    readVersion(graphId, 1).catch(error => {
      if (error instanceof AppError && error.code === 'version_not_found') return readNewest(graphId)
      throw error
    })

  /** The account's default. */
  async function usualExpiry(actor: Actor, createdAt: Date): Promise<Expiry> {
    const lifetime = await lifetimes.of(actor.accountId)
    return lifetime === null ? null : new Date(createdAt.getTime() + lifetime)
  }

  function forget(graphId: GraphId): void {
    images.evict(graphId)
    feed.publish({ graphId, version: null })
  }

  return {
    forget,
    ...createChanges(deps, readVersion),

    async create(actor, body, { idempotency, strictness = 'lenient', expiry } = {}) {
      requireScope(actor, 'graphs:write')
      // Computed first, because a large body is then transferred to the thread that checks it.
      const claim = idempotency && (await claimOf(actor, body, idempotency))
      const graphId = newGraphId()
      const repeated = await madeBeforeExpiry(store.graphs, graphId, claim, expiry)
      if (repeated) return readFirst(repeated.graphId)
      const submission = await bodies.readSubmission(body)
      requireNoWarnings(submission.warnings, strictness)
      const createdAt = new Date()
      const record: GraphRecord = {
        graphId,
        accountId: actor.accountId,
        createdAt,
        version: 1,
        updatedAt: createdAt,
        expiresAt: expiry ? expiry.at : await usualExpiry(actor, createdAt),
        title: submission.title,
        traceTypes: submission.traceTypes,
        warnings: submission.warnings,
        rendering: { status: 'pending', error: null, omitted: [] },
      }
      const outcome = await store.graphs.insert(record, submission.figure, claim)
      switch (outcome.kind) {
        case 'conflict':
          throw idempotencyConflict()
        case 'replayed':
          return readFirst(outcome.graphId)
        case 'inserted':
          images.prerender({ ...record, digest: submission.digest })
          return { ...record, figure: submission.figure }
        default:
          return unreachable(outcome)
      }
    },

    read: (graphId, version) => (version === undefined ? readNewest(graphId) : readVersion(graphId, version)),

    async find(graphId, version) {
      if (version !== undefined) return findVersion(graphId, version)
      return store.graphs.find(graphId)
    },

    versions: graphId => store.graphs.versions(graphId),
    findMany: graphIds => store.graphs.findMany(graphIds),
    figures: refs => store.graphs.figures(refs),

    async remove(actor, graphId, { ifVersion } = {}) {
      requireScope(actor, 'graphs:delete')
      const record = await this.find(graphId)
      if (!record) throw graphNotFound(graphId)
      requireOwner(actor, record)
      const removed = await store.graphs.remove(graphId, ifVersion)
      const left = removed || ifVersion === undefined ? null : await this.find(graphId)
      if (left) throw versionConflict(left.version)
      forget(graphId)
      if (!removed) throw graphNotFound(graphId)
    },

    async list(actor, query) {
      requireScope(actor, 'graphs:read')
      return store.graphs.list({ ...query, accountId: actor.accountId })
    },

    async count(actor) {
      requireScope(actor, 'graphs:read')
      return store.graphs.count(actor.accountId)
    },
  }
}
