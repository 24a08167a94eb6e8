/** Deletes one graph, or those selected in the gallery, after a confirmation page. */

import type { GraphRecord } from '../../../domain/graph/graph.ts'
import type { Graphs } from '../../../domain/graph/graphs.ts'
import { type GraphId, parseGraphId, requireGraphId } from '../../../domain/ids.ts'
import { AppError, graphNotFound } from '../../../errors/errors.ts'
import type { Route } from '../../../http/routing/router.ts'
import type { FactsOf } from '../../graph/figure-facts.ts'
import type { FormContext, SignedInSession } from '../forms/form-context.ts'
import { nameGraph, nameGraphs } from './graph-names.ts'
import { deleteManyPage, deletePage } from './graph-page.ts'

/** How many graphs can be deleted at once, limited by the length of addresses and the duration of a request. */
const maxSelected = 200

/** Graphs of other accounts are treated like unknown ones. */
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

/** GET asks for confirmation; POST deletes and returns to the gallery. */
export function deletionRoutes(forms: FormContext, factsOf: FactsOf): readonly Route[] {
  const { deps, base } = forms
  const { graphs, addresses } = deps

  /** The selected graphs that exist and belong to the account. */
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

  /** Deletes a graph. Succeeds if it is gone already, for example after a double click. */
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
