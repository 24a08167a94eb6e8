/** The use-cases that change a stored graph (contract, "Versions"). */

import { graphNotFound } from '../../errors/errors.ts'
import type { Actor } from '../actor.ts'
import { figureDigest } from '../figure/digest.ts'
import { requireNoWarnings, type Strictness } from '../figure/strictness.ts'
import type { GraphId } from '../ids.ts'
import { requireOwner, requireScope } from '../policy.ts'
import { createAppendQueue } from './append-queue.ts'
import { claimOf, type IdempotencyKey } from './claims.ts'
import type { GraphsDeps } from './deps.ts'
import { type RequestedExpiry, requireLaterExpiry } from './expiry.ts'
import type { Graph, GraphRecord, OwnedGraph } from './graph.ts'
import type { GraphReads } from './graph-reads.ts'
import { createReplacement } from './replacement.ts'

/** Options of creates and updates. */
export interface WriteOptions {
  readonly idempotency?: IdempotencyKey | undefined
  /** With `strict`, warnings reject the figure with `invalid_figure`. */
  readonly strictness?: Strictness | undefined
  /** Default: the account's setting for a new graph, no change for an existing one. */
  readonly expiry?: RequestedExpiry | undefined
}

export interface Condition {
  /** Rejects with `version_conflict` unless this is the newest version. */
  readonly ifVersion?: number | undefined
}

export interface UpdateOptions extends WriteOptions, Condition {}

export interface AppendOptions extends Pick<WriteOptions, 'idempotency'>, Condition {}

/** Each resolves once the change is durable. All reject with `graph_not_found` and `forbidden`. */
export interface Changes {
  /** Returns the graph's record if the actor may change it. */
  requireChangeable(actor: Actor, graphId: GraphId): Promise<GraphRecord>
  /** Makes a new version with the figure in the body. */
  update(actor: Actor, graphId: GraphId, body: Uint8Array, options?: UpdateOptions): Promise<Graph>
  /** Makes a new version by appending the points in the body to the newest one. Returns its number. */
  append(actor: Actor, graphId: GraphId, body: Uint8Array, options?: AppendOptions): Promise<number>
  /** Makes a new version with the figure of an older one. */
  bringBack(actor: Actor, graphId: GraphId, version: number): Promise<Graph>
}

export function createChanges(
  { store, images, bodies, feed }: GraphsDeps,
  { readVersion, readMade }: Pick<GraphReads, 'readVersion' | 'readMade'>,
): Changes {
  const appends = createAppendQueue({ store, bodies, onVersion: announce })
  const replace = createReplacement(store.graphs, readMade, announce)

  /** Notifies followers of the graph and renders its new image ahead of the first request. */
  function announce(graph: OwnedGraph): void {
    const { graphId, version } = graph
    feed.publish({ graphId, version })
    images.prerender(graph)
  }

  async function requireChangeable(actor: Actor, graphId: GraphId): Promise<GraphRecord> {
    requireScope(actor, 'graphs:write')
    const record = await store.graphs.find(graphId)
    if (!record) throw graphNotFound(graphId)
    requireOwner(actor, record)
    return record
  }

  return {
    requireChangeable,

    async update(actor, graphId, body, { ifVersion, idempotency, strictness = 'lenient', expiry } = {}) {
      const graph = await requireChangeable(actor, graphId)
      // Computed first, because a large body is then transferred to the thread that checks it.
      const claim = idempotency && (await claimOf(actor, body, idempotency))
      await requireLaterExpiry(store.graphs, graphId, claim, expiry)
      const submission = await bodies.readSubmission(body)
      requireNoWarnings(submission.warnings, strictness)
      const { figure, digest, title, traceTypes, warnings } = submission
      const content = { figure, digest, title, traceTypes, warnings }
      return replace(graph, content, { ifVersion, claim, expiry })
    },

    async append(actor, graphId, body, { idempotency, ifVersion } = {}) {
      const { accountId } = await requireChangeable(actor, graphId)
      const claim = idempotency && (await claimOf(actor, body, idempotency))
      const request = await bodies.readAppend(body)
      return appends.append({ graphId, accountId }, { request, claim, ifVersion })
    },

    async bringBack(actor, graphId, version) {
      const graph = await requireChangeable(actor, graphId)
      const { figure, title, traceTypes, warnings } = await readVersion(graphId, version)
      // Hashing a large figure here would block other requests.
      const digest = typeof figure.data === 'string' ? figureDigest(figure) : undefined
      return replace(graph, { figure, digest, title, traceTypes, warnings })
    },
  }
}
