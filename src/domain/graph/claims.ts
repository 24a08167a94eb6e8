/** Idempotency-Keys, which make it safe to repeat a create or a change (contract, "REST"). */

import { createHash, subtle } from 'node:crypto'
import { idempotencyConflict, invalidParameter } from '../../errors/errors.ts'
import type { Actor } from '../actor.ts'
import { largeText } from '../figure/text.ts'
import type { GraphId } from '../ids.ts'
import type { GraphStore, IdempotencyClaim } from '../ports.ts'

const idempotencyHours = 24

/** An Idempotency-Key as received by an API. `operation` is the method and path it was sent to. */
export interface IdempotencyKey {
  readonly key: string
  readonly operation: string
}

/** The syntax of keys. */
export const keyShape = /^[\x21-\x7e]{1,255}$/

/** Parses a key for an operation. `name` is that of the header or argument. Throws `invalid_parameter`. */
export function readIdempotencyKey(name: string, key: string, operation: string): IdempotencyKey {
  if (keyShape.test(key)) return { key, operation }
  throw invalidParameter(name, 'must be 1 to 255 visible ASCII characters without spaces')
}

/** The claim of a request, which expires after 24 hours. Large bodies are hashed off the main thread. */
export async function claimOf(
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

const hashOf = async (body: Uint8Array): Promise<string> =>
  body.length < largeText
    ? createHash('sha256').update(body).digest('base64url')
    : Buffer.from(await subtle.digest('SHA-256', body as Uint8Array<ArrayBuffer>)).toString('base64url')

/** The version that an earlier request with this claim made, or null. Rejects with `idempotency_conflict`. */
export async function versionMadeUnder(
  graphs: Pick<GraphStore, 'claimed'>,
  graphId: GraphId,
  claim: IdempotencyClaim | undefined,
): Promise<number | null> {
  const made = claim && (await graphs.claimed(graphId, claim.id))
  if (!made) return null
  if (made.bodyHash !== claim.bodyHash) throw idempotencyConflict()
  return made.version
}
