/** The OpenAPI document at /v1/openapi.json, and /docs, which shows it with everything from this server. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import { openApiDocument } from '../../api/openapi/openapi.ts'
import { browserScript } from '../../bundling/browser-scripts.ts'
import { notFound } from '../../errors/errors.ts'
import type { Context, Middleware } from '../../http/context.ts'
import type { RouteDeps } from '../../http/deps.ts'
import { isKnown } from '../../http/middleware/conditional.ts'
import { createRouter } from '../../http/router.ts'
import { type Asset, makeAsset } from '../../http/static-asset.ts'
import { packageFile } from '../../package-files.ts'
import { html } from '../layout/html.ts'
import { basePath, layout, pagePolicy } from '../layout/layout.ts'

const compress = promisify(gzip)

export function docsRoutes({ config }: Pick<RouteDeps, 'config'>): Middleware {
  const document = JSON.stringify(openApiDocument(config))
  const etag = `"${createHash('sha256').update(document).digest('base64url').slice(0, 27)}"`
  const base = basePath(config.baseUrl)
  // Files of graphs are tried here too, and may be on a host of their own.
  const policy = pagePolicy({ scripts: true, plotUrl: config.plotUrl }).replace(
    "connect-src 'self'",
    `connect-src 'self' ${new URL(config.plotUrl).origin}`,
  )
  // A megabyte and a half of Swagger UI is read and compressed for the first reader of /docs, not at start.
  let assets: ReadonlyMap<string, Asset> | null = null
  const loaded = () => {
    assets ??= loadAssets()
    return assets
  }
  const compressed = new Map<string, Promise<Buffer>>()

  async function serveAsset(ctx: Context, name: string): Promise<void> {
    const asset = [...loaded().values()].find(each => each.name === name)
    if (!asset) throw notFound(ctx.path)
    ctx.set('Content-Type', asset.type)
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable')
    ctx.vary('Accept-Encoding')
    if (ctx.acceptsEncodings('gzip', 'identity') !== 'gzip') {
      ctx.body = Buffer.from(asset.bytes)
      return
    }
    const smaller = compressed.get(name) ?? compress(asset.bytes, { level: constants.Z_BEST_COMPRESSION })
    compressed.set(name, smaller)
    ctx.set('Content-Encoding', 'gzip')
    ctx.body = await smaller
  }

  return createRouter([
    {
      method: 'GET',
      path: '/v1/openapi.json',
      handle(ctx) {
        if (isKnown(ctx, etag)) return
        ctx.set('Content-Type', 'application/json; charset=utf-8')
        ctx.body = document
      },
    },
    {
      method: 'GET',
      path: '/docs',
      handle(ctx) {
        const files = loaded()
        const at = (name: string) => `${base}/docs/${files.get(name)?.name}`
        ctx.set('Content-Security-Policy', policy)
        ctx.set('Cache-Control', 'no-cache')
        ctx.set('Content-Type', 'text/html; charset=utf-8')
        ctx.body = layout({
          baseUrl: config.baseUrl,
          title: 'API',
          description: 'The operations of Plotgate, to read and to try.',
          current: '/docs',
          head: html`<link rel="stylesheet" href="${at('swagger')}">
<link rel="stylesheet" href="${at('house')}">
<script defer src="${at('bundle')}"></script>
<script type="module" src="${at('start')}"></script>`,
          body: html`<h1>API</h1>
<p class="muted">To try an operation here, press Authorize and paste a key from your <a href="${base}/account">account page</a>. The same as a file: <a href="${base}/v1/openapi.json">openapi.json</a>.</p>
<div id="operations" data-base="${base}"><noscript><p>This page needs scripts; <a href="${base}/v1/openapi.json">the document itself</a> does not.</p></noscript></div>`,
        }).text
      },
    },
    { method: 'GET', path: '/docs/:asset', handle: serveAsset },
  ])
}

const docsScript = await browserScript('docs')

function loadAssets(): ReadonlyMap<string, Asset> {
  const vendored = (name: string) => readFileSync(packageFile('swagger-ui-dist', name))
  const own = (name: string) => readFileSync(new URL(name, import.meta.url))
  return new Map([
    ['swagger', makeAsset('swagger-ui', 'css', vendored('swagger-ui.css'))],
    ['bundle', makeAsset('swagger-ui', 'js', vendored('swagger-ui-bundle.js'))],
    ['house', makeAsset('docs', 'css', own('../styles/docs.css'))],
    ['start', makeAsset('docs', 'js', docsScript)],
  ])
}
