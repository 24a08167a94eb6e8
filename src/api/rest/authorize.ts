/** Authenticates callers and checks their scopes. */

import type { Actor, Scope } from '../../domain/actor.ts'
import { requireScope } from '../../domain/policy.ts'
import { AppError } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import { requireSingle } from '../../http/single-header.ts'

export type Authorize = (ctx: Context, scope: Scope) => Promise<Actor>

/** Rejects with `forbidden`, or with `unauthenticated`, which is counted per address. */
export const createAuthorize =
  ({ keys, limits }: Pick<RouteDeps, 'keys' | 'limits'>): Authorize =>
  async (ctx, scope) => {
    requireSingle(ctx.req, 'Authorization')
    let actor: Actor
    try {
      actor = await keys.authenticate(ctx.req.headers.authorization)
    } catch (error) {
      if (error instanceof AppError && error.status === 401) await limits.refusal(ctx)
      throw error
    }
    ctx.state.actor = actor
    requireScope(actor, scope)
    return actor
  }
