/** `/example`, `/example.svg`: the graph on the landing page, served from the program instead of the store. */

import { etagOf } from '../../domain/etag.ts'
import { readTheme } from '../../domain/image/image-parameters.ts'
import type { Context } from '../../http/context.ts'
import { notFoundHere } from '../../http/middleware/errors.ts'
import { sendFile } from '../../http/representations/representations.ts'
import type { Route } from '../../http/routing/router.ts'
import { exampleGraph, exampleId, exampleImages } from '../site/example/example.ts'
import { withFonts } from '../styles/fonts.ts'
import { type PageModule, sendPageOf } from './page.ts'

export const exampleRoutes = (deps: PageModule): readonly Route[] => [
  {
    method: 'GET',
    path: `/${exampleId}`,
    async handle(ctx) {
      ctx.set('Cache-Control', 'no-cache')
      const { figure, ...graph } = exampleGraph
      await deps.factsOf(graph, figure)
      await sendPageOf(ctx, deps, graph, {
        embed: true,
        pinned: false,
        follows: false,
        readFigure: async () => figure,
      })
    },
  },
  { method: 'GET', path: `/${exampleId}.svg`, handle: sendExampleImage },
]

async function sendExampleImage(ctx: Context): Promise<void> {
  const query = ctx.URL.searchParams
  // Only the images that its page requests are available.
  if (['width', 'height', 'scale', 'background', 'locale'].some(name => query.has(name)))
    throw notFoundHere(ctx)
  const bytes = withFonts(exampleImages[readTheme(query) ?? 'light'])
  ctx.set('Cache-Control', 'no-cache')
  await sendFile(ctx, { bytes, etag: etagOf(bytes), type: 'image/svg+xml; charset=utf-8' })
}
