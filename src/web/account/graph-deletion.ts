/** Deleting my graphs: one, or those that were ticked in the gallery. Both are asked about on a page first. */

import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { Graphs } from '../../domain/graph/graphs.ts'
import { type GraphId, parseGraphId, requireGraphId } from '../../domain/ids.ts'
import { AppError, graphNotFound } from '../../errors/errors.ts'
import type { Route } from '../../http/router.ts'
import type { FactsOf } from '../graph/figure-facts.ts'
import type { FormContext, SignedInSession } from './form-context.ts'
import { nameGraph, nameGraphs } from './graph-names.ts'
import { deleteManyPage, deletePage } from './graph-page.ts'

/** At once: what an address and a form can carry, and a request may take. */
const maxSelected = 200

/** Another account's graph is none of this page's business: the same as none. */
export async function ownGraph(
  graphs: Pick<Graphs, 'find'>,
  session: SignedInSession,
  id: string,
): Promise<GraphRecord> {
  const graphId = requireGraphId(id)
  const graph = await graphs.find(graphId)
  if (graph?.accountId !== session.account.accountId) throw graphNotFound(graphId)
  return graph
}

/** GET asks, POST deletes and goes back to the gallery. */
export function deletionRoutes(forms: FormContext, factsOf: FactsOf): readonly Route[] {
  const { deps, base } = forms
  const { graphs, addresses } = deps

  /** Those of the selection that are there and mine. */
  async function selected(session: SignedInSession, query: URLSearchParams): Promise<readonly GraphRecord[]> {
    const found = await graphs.findMany(
      query
        .getAll('id')
        .slice(0, maxSelected)
        .map(parseGraphId)
        .filter(id => id !== null),
    )
    return [...found.values()].filter(({ accountId }) => accountId === session.account.accountId)
  }

  /** Where it is gone already, by a second click on the same button, what was wanted has been done. */
  async function remove(session: SignedInSession, graphId: GraphId): Promise<void> {
    try {
      await graphs.remove(session.actor, graphId)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'graph_not_found') throw error
    }
  }

  return [
    {
      method: 'GET',
      path: '/account/graphs/delete',
      handle: forms.signedIn(async (ctx, session) => {
        const chosen = await selected(session, new URLSearchParams(ctx.querystring))
        if (chosen.length === 0) return forms.redirectAfterPost(ctx, '/account/graphs')
        const body = deleteManyPage({ base, graphs: await nameGraphs(chosen, factsOf) })
        forms.show(ctx, { title: 'Delete graphs', tab: 'graphs', body }, session)
      }),
    },
    {
      method: 'POST',
      path: '/account/graphs/delete',
      handle: forms.signedInForm('/account/graphs', async (ctx, session, form) => {
        for (const { graphId } of await selected(session, form)) await remove(session, graphId)
        forms.redirectAfterPost(ctx, '/account/graphs', 'graphs-deleted')
      }),
    },
    {
      method: 'GET',
      path: '/account/graphs/delete/:graph_id',
      handle: forms.signedIn(async (ctx, session, id) => {
        const body = deletePage({
          base,
          addresses,
          graph: await nameGraph(await ownGraph(graphs, session, id), factsOf),
        })
        forms.show(ctx, { title: 'Delete graph', tab: 'graphs', body }, session)
      }),
    },
    {
      method: 'POST',
      path: '/account/graphs/delete/:graph_id',
      handle: forms.signedInForm('/account/graphs', async (ctx, session, _form, id) => {
        await remove(session, requireGraphId(id))
        forms.redirectAfterPost(ctx, '/account/graphs', 'graph-deleted')
      }),
    },
  ]
}
