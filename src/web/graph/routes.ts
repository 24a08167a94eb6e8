/** The routes under {plot_url}: pages, images, downloads, embeds and their assets (contract). */

import { etagOf } from '../../domain/etag.ts'
import { idShape, requireGraphId } from '../../domain/ids.ts'
import { isImageFormat } from '../../domain/image/formats.ts'
import { graphNotFound } from '../../errors/errors.ts'
import type { Context, Middleware } from '../../http/context.ts'
import { notFoundRoute } from '../../http/middleware/errors.ts'
import { redirect } from '../../http/redirect.ts'
import { createFileCache } from '../../http/representations/file-cache.ts'
import type { NamedVersion } from '../../http/representations/newest.ts'
import { sendFile } from '../../http/representations/representations.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import { createRouter, type Route } from '../../http/routing/router.ts'
import { contentPolicy, setSandboxHeaders } from '../../http/sandbox-headers.ts'
import { assetRoutes } from './assets/assets.ts'
import type { Library } from './assets/library.ts'
import { createEvents } from './events/events.ts'
import { exampleRoutes } from './example.ts'
import { answerFailures } from './failure.ts'
import { createFactsOf } from './figure-facts.ts'
import { ownFileName, parseFileAddress } from './file-address.ts'
import { sendCsv, sendFigure, sendImage } from './images.ts'
import { sendOembed } from './oembed.ts'
import { type PageModule, sendPage } from './page.ts'
import { sendPreview } from './preview.ts'
import { sendQrCode } from './qr-code.ts'
import { sendStandalone } from './standalone-file.ts'

/** `ctx.path` is relative to {plot_url}: `/:graph_id.png`. */
export function plotRoutes(deps: RouteDeps, library: Library): Middleware {
  const { config, limits } = deps
  const policy = contentPolicy(config.plotUrl)
  const routeDeps: PageModule = {
    ...deps,
    library,
    cache: createFileCache(),
    factsOf: createFactsOf(deps.graphs, deps.bodies),
  }

  const router = createRouter([
    ...assetRoutes(library),
    ...exampleRoutes(routeDeps),
    {
      method: 'GET',
      path: '/oembed',
      async handle(ctx) {
        await beginRead(ctx, limits)
        await sendOembed(ctx, routeDeps)
      },
    },
    {
      method: 'GET',
      path: '/preview',
      async handle(ctx) {
        await beginRead(ctx, limits)
        await sendPreview(ctx, routeDeps)
      },
    },
    embedScriptRoute(library),
    fileRoute(routeDeps, limits),
    ...graphRoutes(deps),
  ])
  const failures = answerFailures(deps)

  return (ctx, next) => {
    setSandboxHeaders(ctx, policy)
    return failures(ctx, async () => router(ctx, async () => notFoundRoute(ctx, next)))
  }
}

/** Counts a read. Caches must revalidate its answer, because the graph may be deleted. */
async function beginRead(ctx: Context, limits: RouteDeps['limits']): Promise<void> {
  await limits.read(ctx)
  ctx.set('Cache-Control', 'no-cache')
}

/** A stable address, because pages of other sites contain it. */
const embedScriptRoute = (library: Library): Route => ({
  method: 'GET',
  path: '/embed.js',
  async handle(ctx) {
    ctx.set('Cache-Control', 'public, max-age=3600')
    const { bytes, type, integrity } = library.embed
    await sendFile(ctx, { bytes, type, etag: etagOf(integrity) })
  },
})

/** The page of a graph, and its files. */
const fileRoute = (routeDeps: PageModule, limits: RouteDeps['limits']): Route => ({
  method: 'GET',
  path: '/:file',
  async handle(ctx, name) {
    await beginRead(ctx, limits)
    const own = ownFileName(name)
    // A relative redirect to the canonical address, so that each file is cached under one address only.
    if (own !== null) return redirect(ctx, `./${own}${ctx.search}`)
    const query = ctx.URL.searchParams
    const { extension, ...named } = parseFileAddress(name, query)
    if (query.has('version')) {
      const ending = extension === null ? '' : `.${extension}`
      return redirect(ctx, `./${addressOfVersion(named, ending, query)}`)
    }
    if (extension === null) await sendPage(ctx, routeDeps, named)
    else if (extension === 'html') await sendStandalone(ctx, routeDeps, named)
    else if (extension === 'json') await sendFigure(ctx, routeDeps, named)
    else if (extension === 'csv') await sendCsv(ctx, routeDeps, named)
    else if (isImageFormat(extension)) await sendImage(ctx, routeDeps, named, extension)
  },
})

/** The address of a version that was named by `?version=`, below {plot_url}. */
function addressOfVersion(
  { graphId, version }: NamedVersion,
  ending: string,
  query: URLSearchParams,
): string {
  const others = new URLSearchParams(query)
  others.delete('version')
  return `${graphId}@${version}${ending}${others.size > 0 ? `?${others}` : ''}`
}

function graphRoutes(deps: RouteDeps): readonly Route[] {
  const { limits } = deps
  const events = createEvents(deps)
  return [
    {
      method: 'GET',
      path: '/:graph_id/qr',
      async handle(ctx, name) {
        await beginRead(ctx, limits)
        const query = ctx.URL.searchParams
        const { extension, ...named } = parseFileAddress(name, query)
        if (extension !== null) throw graphNotFound(name, idShape)
        if (query.has('version')) return redirect(ctx, `../${addressOfVersion(named, '/qr', query)}`)
        await sendQrCode(ctx, deps, named)
      },
    },
    {
      method: 'GET',
      path: '/:graph_id/events',
      async handle(ctx, id) {
        await limits.read(ctx)
        await events.answer(ctx, requireGraphId(id))
      },
    },
  ]
}
