/** Authenticates requests to the APIs. */

import type { Actor } from '../../domain/actor.ts'
import { AppError } from '../../errors/errors.ts'
import type { Context } from '../context.ts'
import type { RouteDeps } from './deps.ts'

/** The actor of the request's API key. Rejects with `unauthenticated`, which is counted per address. */
export async function authenticate(
  { keys, limits }: Pick<RouteDeps, 'keys' | 'limits'>,
  ctx: Context,
): Promise<Actor> {
  try {
    return await keys.authenticate(ctx.req.headers.authorization)
  } catch (error) {
    if (error instanceof AppError && error.status === 401) await limits.refusal(ctx)
    throw error
  }
}
