/** Routes of the gallery, of single graphs, and of their versions. */

import { LRUCache } from 'lru-cache'
import type { Actor } from '../../../domain/actor.ts'
import type { GraphRecord } from '../../../domain/graph/graph.ts'
import type { Graphs } from '../../../domain/graph/graphs.ts'
import { invalidParameter } from '../../../errors/errors.ts'
import { parseVersion } from '../../../http/representations/versions.ts'
import type { Route } from '../../../http/routing/router.ts'
import { embedCode } from '../../graph/embed.ts'
import { createFactsOf } from '../../graph/figure-facts.ts'
import type { FormContext } from '../forms/form-context.ts'
import { readCursor } from './cursor.ts'
import { galleryOf } from './gallery.ts'
import { deletionRoutes, ownGraph } from './graph-deletion.ts'
import { readKind } from './graph-kinds.ts'
import { nameGraph, nameGraphs } from './graph-names.ts'
import { graphPage } from './graph-page.ts'
import { comparePage } from './graph-versions.ts'
import { galleryPage, readOrder } from './graphs-page.ts'

const maxSearch = 200

export function graphRoutes(forms: FormContext): readonly Route[] {
  const { deps, base } = forms
  const { graphs, images, addresses } = deps
  const counts = createCounts(graphs)
  const factsOf = createFactsOf(graphs, deps.bodies)
  const withRendering = async (graph: GraphRecord) => ({
    ...graph,
    rendering: await images.renderingOf(graph),
  })

  return [
    {
      method: 'GET',
      path: '/account/graphs',
      handle: forms.signedIn(async (ctx, session) => {
        const query = new URLSearchParams(ctx.querystring)
        const title = (query.get('q') ?? '').trim().slice(0, maxSearch)
        const kind = readKind(query.get('kind'))
        const order = readOrder(query.get('order'))
        const { graphs: shown, ...places } = await galleryOf(graphs, session.actor, {
          title,
          kind,
          order,
          after: readCursor(query.get('after')),
          before: readCursor(query.get('before')),
        })
        const total = title || kind ? null : await counts.of(session.actor)
        const named = await nameGraphs(await Promise.all(shown.map(withRendering)), factsOf)
        const body = galleryPage({ base, addresses, graphs: named, title, kind, order, total, ...places })
        forms.show(ctx, { title: 'My graphs', tab: 'graphs', body }, session)
      }),
    },
    ...deletionRoutes(forms, factsOf),
    {
      method: 'GET',
      path: '/account/graphs/:graph_id',
      handle: forms.signedIn(async (ctx, session, id) => {
        const graph = await nameGraph(await withRendering(await ownGraph(graphs, session, id)), factsOf)
        const embed = embedCode(graph, (await factsOf(graph)).traits, addresses)
        const versions = await graphs.versions(graph.graphId)
        const body = graphPage({ base, addresses, graph, embed, versions })
        forms.show(ctx, { title: graph.name, tab: 'graphs', body }, session)
      }),
    },
    {
      method: 'GET',
      path: '/account/graphs/versions/:graph_id',
      handle: forms.signedIn(async (ctx, session, id) => {
        const graph = await nameGraph(await ownGraph(graphs, session, id), factsOf)
        const versions = await graphs.versions(graph.graphId)
        const query = new URLSearchParams(ctx.querystring)
        const chosen = (name: string, otherwise: number) => {
          const given = parseVersion(query.get(name) ?? '')
          return versions.some(({ version }) => version === given) ? (given as number) : otherwise
        }
        const right = chosen('right', graph.version)
        const left = chosen('left', versions[1]?.version ?? right)
        const body = comparePage({ base, addresses, graph, versions, left, right })
        forms.show(ctx, { title: `Versions of ${graph.name}`, tab: 'graphs', body }, session)
      }),
    },
    {
      method: 'POST',
      path: '/account/graphs/versions/:graph_id',
      handle: forms.signedInForm('/account/graphs', async (ctx, session, form, id) => {
        const version = parseVersion(form.get('version') ?? '')
        if (version === null) throw invalidParameter('version', 'must be the number of a version')
        const { graphId } = await ownGraph(graphs, session, id)
        await graphs.bringBack(session.actor, graphId, version)
        forms.redirectAfterPost(ctx, `/account/graphs/${graphId}`, 'version-back')
      }),
    },
  ]
}

/** From this number on, the count is cached for some seconds, because counting takes long. */
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
