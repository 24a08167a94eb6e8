/** Creates graphs. */

import { idempotencyConflict } from '../../errors/errors.ts'
import { unreachable } from '../../errors/unreachable.ts'
import type { Actor } from '../actor.ts'
import { requireNoWarnings } from '../figure/strictness.ts'
import { createGraphIds } from '../ids.ts'
import { requireScope } from '../policy.ts'
import type { WriteOptions } from './changes.ts'
import { claimOf } from './claims.ts'
import type { GraphsDeps } from './deps.ts'
import { type Expiry, requireLaterExpiry } from './expiry.ts'
import type { Graph, GraphRecord } from './graph.ts'
import type { GraphReads } from './graph-reads.ts'

export type Create = (actor: Actor, body: Uint8Array, options?: WriteOptions) => Promise<Graph>

export function createCreation(
  { store, images, bodies, lifetimes }: GraphsDeps,
  { readMade }: Pick<GraphReads, 'readMade'>,
): Create {
  const newGraphId = createGraphIds()

  /** The account's default. */
  async function usualExpiry(actor: Actor, createdAt: Date): Promise<Expiry> {
    const lifetime = await lifetimes.of(actor.accountId)
    return lifetime === null ? null : new Date(createdAt.getTime() + lifetime)
  }

  return async (actor, body, { idempotency, strictness = 'lenient', expiry } = {}) => {
    requireScope(actor, 'graphs:write')
    // Computed first, because a large body is then transferred to the thread that checks it.
    const claim = idempotency && (await claimOf(actor, body, idempotency))
    const graphId = newGraphId()
    await requireLaterExpiry(store.graphs, graphId, claim, expiry)
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
        return readMade(outcome.graphId, 1)
      case 'inserted':
        images.prerender({ ...record, digest: submission.digest })
        return { ...record, figure: submission.figure }
      default:
        return unreachable(outcome)
    }
  }
}
