/** My graphs: the gallery, one graph to share, and its deletion. */

import { LRUCache } from 'lru-cache'
import type { Actor } from '../../domain/actor.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { Graphs } from '../../domain/graph/graphs.ts'
import { AppError, graphNotFound, invalidParameter } from '../../errors/errors.ts'
import type { Route } from '../../http/router.ts'
import { parseVersion } from '../../http/versions.ts'
import { readCursor } from './cursor.ts'
import type { FormContext, SignedInSession } from './form-context.ts'
import { deletePage, graphPage } from './graph-page.ts'
import { comparePage } from './graph-versions.ts'
import { galleryPage, nameOf } from './graphs-page.ts'

export const pageSize = 24
const maxSearch = 200

export function graphRoutes(forms: FormContext): readonly Route[] {
  const { deps, base } = forms
  const { graphs, addresses } = deps
  const counts = createCounts(graphs)

  /** Another account's graph is none of this page's business: the same as none. */
  async function ownGraph(visit: SignedInSession, graphId: string): Promise<GraphRecord> {
    const graph = await graphs.find(graphId)
    if (graph?.accountId !== visit.account.accountId) throw graphNotFound(graphId)
    return graph
  }

  return [
    {
      method: 'GET',
      path: '/account/graphs',
      handle: forms.signedIn(async (ctx, visit) => {
        const query = new URLSearchParams(ctx.querystring)
        const title = (query.get('q') ?? '').trim().slice(0, maxSearch)
        const after = readCursor(query.get('after'))
        const before = after ? null : readCursor(query.get('before'))
        const found = await graphs.list(visit.actor, {
          limit: pageSize + 1,
          ...(title && { title }),
          ...(after && { after }),
          ...(before && { before }),
        })
        const more = found.length > pageSize
        // Of the nearest before a place, the one too many is the first.
        const shown = before ? found.slice(-pageSize) : found.slice(0, pageSize)
        const body = galleryPage({
          base,
          addresses,
          graphs: shown,
          title,
          total: title ? null : await counts.of(visit.actor),
          newer: before ? more : after !== null,
          older: before ? true : more,
        })
        forms.show(ctx, { title: 'My graphs', tab: 'graphs', body }, visit)
      }),
    },
    {
      method: 'GET',
      path: '/account/graphs/:graph_id',
      handle: forms.signedIn(async (ctx, visit, graphId) => {
        const graph = await ownGraph(visit, graphId)
        const body = graphPage({ base, addresses, graph, versions: await graphs.versions(graphId) })
        forms.show(ctx, { title: nameOf(graph), tab: 'graphs', body }, visit)
      }),
    },
    {
      method: 'GET',
      path: '/account/graphs/versions/:graph_id',
      handle: forms.signedIn(async (ctx, visit, graphId) => {
        const graph = await ownGraph(visit, graphId)
        const versions = await graphs.versions(graphId)
        const query = new URLSearchParams(ctx.querystring)
        const chosen = (name: string, otherwise: number) => {
          const given = parseVersion(query.get(name) ?? '')
          return versions.some(({ version }) => version === given) ? (given as number) : otherwise
        }
        const right = chosen('right', graph.version)
        const left = chosen('left', versions[1]?.version ?? right)
        const body = comparePage({ base, addresses, graph, versions, left, right })
        forms.show(ctx, { title: `Versions of ${nameOf(graph)}`, tab: 'graphs', body }, visit)
      }),
    },
    {
      method: 'POST',
      path: '/account/graphs/versions/:graph_id',
      handle: forms.signedInForm('/account/graphs', async (ctx, visit, form, graphId) => {
        const version = parseVersion(form.get('version') ?? '')
        if (version === null) throw invalidParameter('version', 'must be the number of a version')
        await ownGraph(visit, graphId)
        await graphs.bringBack(visit.actor, graphId, version)
        forms.redirectAfterPost(ctx, `/account/graphs/${graphId}`, 'version-back')
      }),
    },
    {
      method: 'GET',
      path: '/account/graphs/delete/:graph_id',
      handle: forms.signedIn(async (ctx, visit, graphId) => {
        const body = deletePage({ base, addresses, graph: await ownGraph(visit, graphId) })
        forms.show(ctx, { title: 'Delete graph', tab: 'graphs', body }, visit)
      }),
    },
    {
      method: 'POST',
      path: '/account/graphs/delete/:graph_id',
      handle: forms.signedInForm('/account/graphs', async (ctx, visit, _form, graphId) => {
        try {
          await graphs.remove(visit.actor, graphId)
        } catch (error) {
          // A second click on the same button: it is gone, which is what was wanted.
          if (!(error instanceof AppError) || error.code !== 'graph_not_found') throw error
        }
        forms.redirectAfterPost(ctx, '/account/graphs', 'graph-deleted')
      }),
    },
  ]
}

/** Of many graphs, a number some seconds old is as good as the present one, and counting them takes its time. */
const manyGraphs = 2_000
const countedMs = 60_000

function createCounts(graphs: Pick<Graphs, 'count'>) {
  const known = new LRUCache<string, number>({ max: 1_000, ttl: countedMs })
  return {
    async of(actor: Actor): Promise<number> {
      const before = known.get(actor.accountId)
      if (before !== undefined) return before
      const count = await graphs.count(actor)
      if (count >= manyGraphs) known.set(actor.accountId, count)
      return count
    },
  }
}
