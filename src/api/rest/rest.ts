/** The REST routes (spec 4; contract, "Versions"). Each handler parses, calls a use-case, and presents the result. */

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Actor } from '../../domain/actor.ts'
import { type FigureText, joinTexts } from '../../domain/figure/text.ts'
import { type GraphId, requireGraphId } from '../../domain/ids.ts'
import { graphNotFound } from '../../errors/errors.ts'
import { compressQuickly } from '../../http/content-coding.ts'
import type { Context, Middleware } from '../../http/context.ts'
import type { RouteDeps } from '../../http/deps.ts'
import { createFileCache } from '../../http/file-cache.ts'
import { readWrittenBytes } from '../../http/middleware/body.ts'
import { isKnown } from '../../http/middleware/conditional.ts'
import { withVersion } from '../../http/newest.ts'
import { createRouter, type Route } from '../../http/router.ts'
import { ifMatchVersion, setGraphHeaders, setVersion, versionOf, versionTag } from '../../http/versions.ts'
import { createAuthorize } from './authorize.ts'
import { countWarnings } from './prefer.ts'
import { type Presenter, presentChart, presentDeleted, presentGraph, presentPlot } from './present.ts'
import { renderRoute, type ToFile } from './render.ts'
import { idempotencyOf, writeOptionsOf } from './write-options.ts'

export const restRoutes = (deps: RouteDeps, toFile: ToFile): Middleware =>
  createRouter([...restTable(deps), renderRoute(deps, toFile)])

/** All routes except `/v1/render`. */
export function restTable(deps: RouteDeps): readonly Route[] {
  const { config, graphs, addresses, limits } = deps
  // A version never changes, so ETags need no hash of the bytes: an answer depends only on id, version, presentation and
  // addresses.
  const edition = createHash('sha256').update(`1 ${config.plotUrl}`).digest('base64url').slice(0, 6)

  // Cached answers are used only after the store has confirmed that the graph exists.
  const files = createFileCache()

  const authorize = createAuthorize(deps)
  const readBody = (ctx: Context) => readWrittenBytes(ctx, config, () => authorize(ctx, 'graphs:write'))

  /** spec 4.1, 4.4, 4.6 */
  const create = (path: string, present: Presenter): Route => ({
    method: 'POST',
    path,
    async handle(ctx) {
      const actor = await authorize(ctx, 'graphs:write')
      await limits.create(ctx, actor)
      const body = await readBody(ctx)
      const graph = await graphs.create(actor, body, writeOptionsOf(ctx, `POST ${path}`))
      const { graphId, figure, warnings } = graph
      setGraphHeaders(ctx, graph)
      ctx.status = 201
      ctx.res.setHeader('Location', `/v1/graph/${graphId}`)
      countWarnings(ctx, warnings)
      answer(ctx, present(graphId, addresses, figure))
    },
  })

  /** spec 4.2. Always asks the store whether the graph exists, so that a deletion takes effect at once. */
  const readWhole: Route['handle'] = async (ctx, id) => {
    await limits.read(ctx)
    const graphId = requireGraphId(id)
    await withVersion(graphs, { graphId, version: versionOf(ctx) }, async record => {
      setGraphHeaders(ctx, record)
      const tag = versionTag(edition, record)
      if (isKnown(ctx, tag)) return
      // Callers over a limit are refused before anything is read.
      ctx.state.holdAnswer?.(files.sizeOf(tag) ?? 0)
      const whole = () =>
        files.get(tag, async () => {
          const { figure } = await graphs.read(graphId, record.version)
          return joinTexts(presentGraph(graphId, addresses, figure))
        })
      answer(ctx, await whole())
      ctx.state.inCoding = coding =>
        files.get(`${tag} ${coding}`, async () => compressQuickly[coding](await whole()))
    })
  }

  /** spec 4.5, 4.7 */
  const readLocation =
    (kind: string, present: (graphId: GraphId, a: typeof addresses) => string): Route['handle'] =>
    async (ctx, id) => {
      await limits.read(ctx)
      const version = versionOf(ctx)
      const graphId = requireGraphId(id)
      const record = await graphs.find(graphId, version)
      if (!record) throw graphNotFound(graphId)
      setGraphHeaders(ctx, record)
      if (isKnown(ctx, versionTag(`${edition}.${kind}`, record))) return
      answer(ctx, present(graphId, addresses))
    }

  /** contract, "Versions" */
  const update: Route['handle'] = async (ctx, id) => {
    const { actor, graphId } = await authorizeChange(ctx, id)
    const ifVersion = ifMatchVersion(ctx, graphId)
    const body = await readBody(ctx)
    const options = writeOptionsOf(ctx, `PUT ${ctx.path}`)
    const graph = await graphs.update(actor, graphId, body, { ...options, ifVersion })
    setGraphHeaders(ctx, graph)
    countWarnings(ctx, graph.warnings)
    ctx.res.setHeader('ETag', versionTag(edition, graph))
    answer(ctx, presentGraph(graphId, addresses, graph.figure))
  }

  /** contract, "Versions" */
  const append: Route['handle'] = async (ctx, id) => {
    const { actor, graphId } = await authorizeChange(ctx, id)
    const ifVersion = ifMatchVersion(ctx, graphId)
    const body = await readBody(ctx)
    const idempotency = idempotencyOf(ctx, `POST ${ctx.path}`)
    const version = await graphs.append(actor, graphId, body, { idempotency, ifVersion })
    setVersion(ctx, { version })
    answer(ctx, presentPlot(graphId, addresses))
  }

  /** Checks the owner before the body is read. */
  async function authorizeChange(ctx: Context, id: string): Promise<{ actor: Actor; graphId: GraphId }> {
    const actor = await authorize(ctx, 'graphs:write')
    await limits.create(ctx, actor)
    const graphId = requireGraphId(id)
    await graphs.requireChangeable(actor, graphId)
    return { actor, graphId }
  }

  /** spec 4.3 */
  const remove: Route['handle'] = async (ctx, id) => {
    const actor = await authorize(ctx, 'graphs:delete')
    await limits.remove(ctx, actor)
    const graphId = requireGraphId(id)
    await graphs.remove(actor, graphId, { ifVersion: ifMatchVersion(ctx, graphId) })
    answer(ctx, presentDeleted)
  }

  return [
    create('/v1/graph', presentGraph),
    { method: 'GET', path: '/v1/graph/:graph_id', handle: readWhole },
    { method: 'PUT', path: '/v1/graph/:graph_id', handle: update },
    { method: 'DELETE', path: '/v1/graph/:graph_id', handle: remove },
    { method: 'POST', path: '/v1/graph/:graph_id/points', handle: append },
    create('/v1/plot', presentPlot),
    { method: 'GET', path: '/v1/plot/:graph_id', handle: readLocation('plot', presentPlot) },
    create('/v1/chart', presentChart),
    { method: 'GET', path: '/v1/chart/:graph_id', handle: readLocation('chart', presentChart) },
  ]
}

function answer(ctx: Context, json: string | Buffer | readonly FigureText[]): void {
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8')
  if (typeof json === 'string' || Buffer.isBuffer(json)) ctx.body = json
  else if (json.every(piece => typeof piece === 'string')) ctx.body = json.join('')
  else {
    // Sent in pieces, so that megabytes are not copied again.
    ctx.body = Readable.from(json, { objectMode: false })
    ctx.length = json.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0)
  }
}
