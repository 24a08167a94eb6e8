/** Idempotency claims: which request has made which graph or version. */

import type { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../../domain/ids.ts'
import type { ClaimedChange } from '../../../domain/ports.ts'
import { forgottenClaims } from '../../claimed-changes.ts'
import type { ClaimRow } from './rows.ts'

export interface Claims {
  /** What was made under a claim that has not expired; null if nothing was. `now` is in milliseconds since 1970. */
  find(claimId: string, now: number): ClaimedChange | null
  /** Within a transaction. The version is null for a new graph. */
  put(claim: ClaimRow, graphId: GraphId, version: number | null): void
  /** To be called after changes from one version to another: removes the claims of old changes. Within a transaction. */
  forgetOld(graphId: GraphId, from: number, to: number): void
}

export function createClaims(db: DatabaseSync): Claims {
  const find = db.prepare(
    'SELECT graph_id AS graphId, body_hash AS bodyHash, version FROM claims WHERE claim_id = ? AND expires_at > ?',
  )
  const put = db.prepare(
    'INSERT OR REPLACE INTO claims (claim_id, body_hash, graph_id, expires_at, version) VALUES (?, ?, ?, ?, ?)',
  )
  const forget = db.prepare('DELETE FROM claims WHERE graph_id = ? AND version > 1 AND version <= ?')
  return {
    find: (claimId, now) => (find.get(claimId, now) as ClaimedChange | undefined) ?? null,
    put: (claim, graphId, version) =>
      void put.run(claim.id, claim.bodyHash, graphId, claim.expiresAt, version),
    forgetOld(graphId, from, to) {
      const upTo = forgottenClaims(from, to)
      if (upTo !== null) forget.run(graphId, upTo)
    },
  }
}
