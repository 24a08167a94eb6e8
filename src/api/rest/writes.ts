/** The handlers that create, change and delete graphs. */

import type { Actor } from '../../domain/actor.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import { requireGraphId } from '../../domain/ids.ts'
import { readWrittenBytes } from '../../http/body/read-body.ts'
import type { Context } from '../../http/context.ts'
import { pathOf } from '../../http/path-of.ts'
import { ifMatchVersion, setGraphHeaders, versionTag } from '../../http/representations/versions.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import type { Route } from '../../http/routing/router.ts'
import { answer } from './answer.ts'
import { createAuthorize } from './authorize.ts'
import { etagPrefix } from './etag-prefix.ts'
import { countWarnings } from './prefer.ts'
import { type Presenter, presentDeleted, presentGraph, presentPlot } from './present.ts'
import { idempotencyOf, writeOptionsOf } from './write-options.ts'

interface GraphToChange extends Pick<GraphRecord, 'graphId' | 'expiresAt'> {
  readonly actor: Actor
}

export function createWrites(deps: RouteDeps) {
  const { config, graphs, addresses, limits } = deps
  const authorize = createAuthorize(deps)
  const base = pathOf(config.baseUrl)
  const prefix = etagPrefix(config)

  const readBody = (ctx: Context) => readWrittenBytes(ctx, config, () => authorize(ctx, 'graphs:write'))

  /** Authorizes and counts a create, or a change, which costs as much. */
  async function authorizeWrite(ctx: Context): Promise<Actor> {
    const actor = await authorize(ctx, 'graphs:write')
    await limits.create(ctx, actor)
    return actor
  }

  /** Checks the owner before the body is read. */
  async function authorizeChange(ctx: Context, id: string): Promise<GraphToChange> {
    const actor = await authorizeWrite(ctx)
    const graphId = requireGraphId(id)
    const { expiresAt } = await graphs.requireChangeable(actor, graphId)
    return { actor, graphId, expiresAt }
  }

  return {
    /** spec 4.1, 4.4, 4.6 */
    create: (path: string, present: Presenter): Route => ({
      method: 'POST',
      path,
      async handle(ctx) {
        const actor = await authorizeWrite(ctx)
        const body = await readBody(ctx)
        const graph = await graphs.create(actor, body, writeOptionsOf(ctx, `POST ${path}`))
        const { graphId, figure, warnings } = graph
        setGraphHeaders(ctx, graph)
        ctx.status = 201
        // The tag is that of the graph at Location (RFC 9110, 15.3.2).
        ctx.res.setHeader('Location', `${base}/v1/graph/${graphId}`)
        ctx.res.setHeader('ETag', versionTag(prefix, graph))
        countWarnings(ctx, warnings)
        answer(ctx, present(graphId, addresses, figure))
      },
    }),

    /** contract, "Versions" */
    async update(ctx: Context, id: string): Promise<void> {
      const { actor, graphId } = await authorizeChange(ctx, id)
      const ifVersion = ifMatchVersion(ctx, graphId)
      const body = await readBody(ctx)
      const options = writeOptionsOf(ctx, `PUT ${ctx.path}`)
      const graph = await graphs.update(actor, graphId, body, { ...options, ifVersion })
      setGraphHeaders(ctx, graph)
      countWarnings(ctx, graph.warnings)
      ctx.res.setHeader('ETag', versionTag(prefix, graph))
      answer(ctx, presentGraph(graphId, addresses, graph.figure))
    },

    /** contract, "Versions" */
    async append(ctx: Context, id: string): Promise<void> {
      const { actor, graphId, expiresAt } = await authorizeChange(ctx, id)
      const ifVersion = ifMatchVersion(ctx, graphId)
      const body = await readBody(ctx)
      const idempotency = idempotencyOf(ctx, `POST ${ctx.path}`)
      const version = await graphs.append(actor, graphId, body, { idempotency, ifVersion })
      setGraphHeaders(ctx, { version, expiresAt })
      ctx.res.setHeader('ETag', versionTag(prefix, { graphId, version }))
      answer(ctx, presentPlot(graphId, addresses))
    },

    /** spec 4.3 */
    async remove(ctx: Context, id: string): Promise<void> {
      const actor = await authorize(ctx, 'graphs:delete')
      await limits.remove(ctx, actor)
      const graphId = requireGraphId(id)
      await graphs.remove(actor, graphId, { ifVersion: ifMatchVersion(ctx, graphId) })
      answer(ctx, presentDeleted)
    },
  }
}
