/** The REST routes (spec 4; contract, "Versions"). Each handler parses, calls a use-case, and presents the result. */

import type { Middleware } from '../../http/context.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import { createRouter, type Route } from '../../http/routing/router.ts'
import { presentChart, presentGraph, presentPlot } from './present.ts'
import { createReads } from './reads.ts'
import { renderRoute, type ToFile } from './render.ts'
import { createWrites } from './writes.ts'

/** The middleware of all routes below `/v1`. */
export const restRoutes = (deps: RouteDeps, toFile: ToFile): Middleware =>
  createRouter([...restTable(deps), renderRoute(deps, toFile)])

/** All routes except `/v1/render`. */
export function restTable(deps: RouteDeps): readonly Route[] {
  const { readWhole, readLocation } = createReads(deps)
  const { create, update, append, remove } = createWrites(deps)

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
