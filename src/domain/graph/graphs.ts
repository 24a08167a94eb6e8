/** The use-cases of a graph: every door (REST, GraphQL, pages) calls these. */

import { createHash, randomBytes, subtle } from 'node:crypto'
import { graphNotFound, idempotencyConflict } from '../../errors/errors.ts'
import type { Actor } from '../actor.ts'
import { requireNoWarnings, type Strictness } from '../figure/strictness.ts'
import { largeText } from '../figure/text.ts'
import type { Images } from '../image/images.ts'
import { requireOwner, requireScope } from '../policy.ts'
import type { BodyReaders, IdempotencyClaim, ListQuery, Store } from '../ports.ts'
import { type Figure, type Graph, type GraphRecord, isGraphId } from './graph.ts'

const idempotencyHours = 24

/** An Idempotency-Key as a door received it; `operation` is the method and path it was sent to. */
export interface IdempotencyKey {
  readonly key: string
  readonly operation: string
}

export interface Graphs {
  /**
   * Stores a figure from the body's bytes (spec 4.1, 4.4, 4.6), which it takes over. Durable when it resolves. To a
   * strict caller a warning is `invalid_figure`.
   */
  create(
    actor: Actor,
    body: Uint8Array,
    idempotency?: IdempotencyKey,
    strictness?: Strictness,
  ): Promise<Graph>
  /** Rejects with `graph_not_found` (spec 4.2). */
  read(graphId: string): Promise<Graph>
  /** The same without the figure's texts (spec 4.5, 4.7). */
  find(graphId: string): Promise<GraphRecord | null>
  findMany(graphIds: readonly string[]): Promise<ReadonlyMap<string, GraphRecord>>
  figures(graphIds: readonly string[]): Promise<ReadonlyMap<string, Figure>>
  /** Removes the graph and every generated file (spec 4.3). */
  remove(actor: Actor, graphId: string): Promise<void>
  /** The actor's own graphs, newest first. */
  list(actor: Actor, query: Omit<ListQuery, 'accountId'>): Promise<readonly GraphRecord[]>
  count(actor: Actor): Promise<number>
}

export interface GraphsDeps {
  readonly store: Store
  readonly images: Pick<Images, 'prerender' | 'evict'>
  readonly readSubmission: BodyReaders['readSubmission']
}

export function createGraphs({ store, images, readSubmission }: GraphsDeps): Graphs {
  const newGraphId = idSource()
  return {
    async create(actor, body, idempotency, strictness = 'lenient') {
      requireScope(actor, 'graphs:write')
      // First: a large body moves away to be checked.
      const claim = idempotency && (await claimOf(actor, body, idempotency))
      const submission = await readSubmission(body)
      requireNoWarnings(submission.warnings, strictness)
      const record: GraphRecord = {
        graphId: newGraphId(),
        accountId: actor.accountId,
        createdAt: new Date(),
        title: submission.title,
        traceTypes: submission.traceTypes,
        warnings: submission.warnings,
        rendering: { status: 'pending', error: null, omitted: [] },
      }
      const outcome = await store.graphs.insert(record, submission.figure, claim)
      if (outcome.kind === 'conflict') throw idempotencyConflict()
      if (outcome.kind === 'replayed') return this.read(outcome.graphId)
      images.prerender(record)
      return { ...record, figure: submission.figure }
    },

    async read(graphId) {
      const record = await this.find(graphId)
      const figure = record && (await store.graphs.figure(graphId))
      if (!record || !figure) throw graphNotFound(graphId)
      return { ...record, figure }
    },

    async find(graphId) {
      return isGraphId(graphId) ? store.graphs.find(graphId) : null
    },

    findMany: graphIds => store.graphs.findMany(graphIds.filter(isGraphId)),
    figures: graphIds => store.graphs.figures(graphIds.filter(isGraphId)),

    async remove(actor, graphId) {
      requireScope(actor, 'graphs:delete')
      const record = await this.find(graphId)
      if (!record) throw graphNotFound(graphId)
      requireOwner(actor, record)
      const removed = await store.graphs.remove(graphId)
      images.evict(graphId)
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

const idBytes = 16

/**
 * 21 characters of A-Za-z0-9_-: 126 random bits, the capability to read. The system is asked for the bytes of
 * many ids at once, since each question takes as long as hashing a key; no byte is used twice.
 */
function idSource(): () => string {
  let pool = Buffer.alloc(0)
  let used = 0
  return () => {
    if (used === pool.length) {
      pool = randomBytes(idBytes * 256)
      used = 0
    }
    used += idBytes
    return pool.toString('base64url', used - idBytes, used).slice(0, 21)
  }
}

async function claimOf(
  actor: Actor,
  body: Uint8Array,
  { key, operation }: IdempotencyKey,
): Promise<IdempotencyClaim> {
  const id = createHash('sha256')
    .update(JSON.stringify([actor.accountId, operation, key]))
    .digest('base64url')
  const bodyHash = await hashOf(body)
  return { id, bodyHash, expiresAt: new Date(Date.now() + idempotencyHours * 3_600_000) }
}

/** A large body is hashed in a thread of the pool. */
const hashOf = async (body: Uint8Array): Promise<string> =>
  body.length < largeText
    ? createHash('sha256').update(body).digest('base64url')
    : Buffer.from(await subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)).toString('base64url')
