/**
 * `/new` receives a chart that a page of another site offers: plotly.js opens it for "Share chart…"
 * (`plotlyServerURL`). Nothing is stored before somebody signed in presses Publish (contract, "Share button").
 */

import type { AccountSession } from '../../accounts/account-session.ts'
import { unauthenticated } from '../../errors/errors.ts'
import { readWrittenBytes } from '../../http/body/read-body.ts'
import type { Context, Middleware } from '../../http/context.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import { createRouter } from '../../http/routing/router.ts'
import { traitsOf } from '../../plotly/figure-traits.ts'
import { createFormContext } from '../account/forms/form-context.ts'
import { requireOwnOrigin } from '../account/forms/origin.ts'
import { embedCode } from '../graph/embed.ts'
import { layout, pagePolicy } from '../layout/layout.ts'
import { readOrigin } from './origin.ts'
import { shareHead, sharePage } from './page.ts'

export function shareRoutes(deps: RouteDeps): Middleware {
  const { addresses, config, graphs, limits } = deps
  const { base, session } = createFormContext(deps)
  const policy = pagePolicy({ plotUrl: config.plotUrl, scripts: true })

  async function show(ctx: Context): Promise<void> {
    await limits.read(ctx)
    const origin = readOrigin(ctx.URL.searchParams)
    const here = await session(ctx)
    ctx.set('Content-Type', 'text/html; charset=utf-8')
    ctx.set('Cache-Control', 'no-store')
    ctx.set('Content-Security-Policy', policy)
    ctx.set('X-Frame-Options', 'DENY')
    // Keeps the reference to the opener, which has the chart.
    ctx.set('Cross-Origin-Opener-Policy', 'unsafe-none')
    ctx.body = layout({
      baseUrl: config.baseUrl,
      title: 'Share a chart',
      indexed: false,
      head: shareHead(base),
      body: sharePage({
        base,
        address: `${config.baseUrl}/new`,
        origin,
        preview: `${config.plotUrl}/preview`,
        maxBytes: config.maxBodyBytes,
        email: here?.account.email ?? null,
      }),
    }).text
  }

  async function requireSession(ctx: Context): Promise<AccountSession> {
    const here = await session(ctx)
    if (!here) throw unauthenticated('sign in, then press Publish again')
    return here
  }

  async function publish(ctx: Context): Promise<void> {
    requireOwnOrigin(ctx.req, config.baseUrl)
    const { actor } = await requireSession(ctx)
    await limits.create(ctx, actor)
    const body = await readWrittenBytes(ctx, config, () => requireSession(ctx))
    const graph = await graphs.create(actor, body)
    ctx.status = 201
    ctx.set('Cache-Control', 'no-store')
    ctx.body = {
      ok: true,
      graph: {
        graph_id: graph.graphId,
        permalink: addresses.permalink(graph.graphId),
        image_url: addresses.image(graph.graphId, 'png'),
        embed: embedCode(graph, traitsOf(graph.figure, graph.traceTypes), addresses),
      },
    }
  }

  return createRouter([
    { method: 'GET', path: '/new', handle: show },
    { method: 'POST', path: '/new', handle: publish },
  ])
}
