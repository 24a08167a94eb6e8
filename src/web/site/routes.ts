/** The landing page and the assets of pages under {base_url}. */

import { etagOf } from '../../domain/etag.ts'
import type { Context, Middleware } from '../../http/context.ts'
import { notFoundHere } from '../../http/middleware/errors.ts'
import { pathOf } from '../../http/path-of.ts'
import { createFileCache } from '../../http/representations/file-cache.ts'
import { sendFile } from '../../http/representations/representations.ts'
import type { Asset } from '../../http/representations/static-asset.ts'
import type { HttpDeps } from '../../http/routing/deps.ts'
import { createRouter } from '../../http/routing/router.ts'
import { html } from '../layout/html.ts'
import { layout, pagePolicy } from '../layout/layout.ts'
import { siteAssets } from '../layout/site-assets.ts'
import { fontAsset, fontFolder } from '../styles/fonts.ts'
import { landing } from './landing.ts'

/** `GET /` and `GET /assets/:name`. */
export function pageRoutes({ config }: HttpDeps): Middleware {
  const assets = new Map(Object.values(siteAssets).map(asset => [asset.name, asset]))
  const { baseUrl, plotUrl } = config
  const base = pathOf(baseUrl)
  const policy = pagePolicy({ plotUrl, scripts: true })
  const page = layout({
    baseUrl,
    title: 'Plotgate',
    description:
      'Send a Plotly figure, get a stored graph: an interactive page, an image and its exact data.',
    // The script adds a copy button. The page works without it.
    head: html`<script type="module" src="${base}/assets/${siteAssets.accountScript.name}"></script>`,
    body: landing({ baseUrl, plotUrl, base }),
  }).text

  const start = { bytes: Buffer.from(page), type: 'text/html; charset=utf-8', etag: etagOf(page) }
  // Keeps what was compressed.
  const cache = createFileCache()

  async function send(ctx: Context, asset: Asset | null | undefined): Promise<void> {
    if (!asset) throw notFoundHere(ctx)
    const { bytes, type, integrity } = asset
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
    await sendFile(ctx, { bytes, type, etag: etagOf(integrity), cache })
  }

  return createRouter([
    { method: 'GET', path: '/assets/:name', handle: (ctx, name) => send(ctx, assets.get(name)) },
    { method: 'GET', path: `/assets/${fontFolder}/:name`, handle: (ctx, name) => send(ctx, fontAsset(name)) },
    {
      method: 'GET',
      path: '/',
      handle(ctx) {
        ctx.set('Content-Security-Policy', policy)
        ctx.set('Cache-Control', 'no-cache')
        return sendFile(ctx, { ...start, cache })
      },
    },
  ])
}
