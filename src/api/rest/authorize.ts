/** Authenticates callers and checks their scopes. */

import type { Actor, Scope } from '../../domain/actor.ts'
import { requireScope } from '../../domain/policy.ts'
import type { Context } from '../../http/context.ts'
import { authenticate } from '../../http/routing/authenticate.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import { requireSingle } from '../../http/single-header.ts'

export type Authorize = (ctx: Context, scope: Scope) => Promise<Actor>

/** Rejects with `forbidden`, or with `unauthenticated`, which is counted per address. */
export const createAuthorize =
  (deps: Pick<RouteDeps, 'keys' | 'limits'>): Authorize =>
  async (ctx, scope) => {
    requireSingle(ctx.req, 'Authorization')
    const actor = await authenticate(deps, ctx)
    requireScope(actor, scope)
    return actor
  }
