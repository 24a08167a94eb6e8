/** Write options in request headers. Parsed after the body, because errors of the body come first. */

import type { WriteOptions } from '../../domain/graph/changes.ts'
import { type IdempotencyKey, readIdempotencyKey } from '../../domain/graph/claims.ts'
import { type RequestedExpiry, readExpiry } from '../../domain/graph/expiry.ts'
import { readAll } from '../../errors/collect-faults.ts'
import type { Context } from '../../http/context.ts'
import { strictnessOf } from './prefer.ts'

/** Throws `invalid_parameter`. `operation` is the scope of an Idempotency-Key. */
export function writeOptionsOf(ctx: Context, operation: string): WriteOptions {
  const strictness = strictnessOf(ctx)
  const [idempotency, expiry] = readAll(
    () => idempotencyOf(ctx, operation),
    () => expiryOf(ctx),
  )
  return { idempotency, strictness, expiry }
}

/** The `Idempotency-Key`. `operation` is its scope: method and path. Throws `invalid_parameter`. */
export function idempotencyOf(ctx: Context, operation: string): IdempotencyKey | undefined {
  const key = ctx.req.headers['idempotency-key']
  return key === undefined ? undefined : readIdempotencyKey('Idempotency-Key', String(key), operation)
}

const expiryHeader = 'Plotgate-Expires'

function expiryOf(ctx: Context): RequestedExpiry | undefined {
  const given = ctx.req.headers['plotgate-expires']
  return given === undefined ? undefined : readExpiry(expiryHeader, String(given))
}
