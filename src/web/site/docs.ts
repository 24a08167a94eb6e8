/** The OpenAPI document at /v1/openapi.json, and /docs, which shows it. */

import { openApiDocument } from '../../api/openapi/openapi.ts'
import { etagOf } from '../../domain/etag.ts'
import type { Middleware } from '../../http/context.ts'
import { pathOf } from '../../http/path-of.ts'
import { isKnown } from '../../http/representations/conditional.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import { createRouter } from '../../http/routing/router.ts'
import { html } from '../layout/html.ts'
import { layout, pagePolicy } from '../layout/layout.ts'
import { siteAssets } from '../layout/site-assets.ts'
import { reference } from './reference/reference.ts'

export function docsRoutes({ config }: Pick<RouteDeps, 'config'>): Middleware {
  const { baseUrl } = config
  const document = JSON.stringify(openApiDocument(config))
  const documentTag = etagOf(document)
  const policy = pagePolicy({ scripts: true })
  // Composed at the first request instead of at start.
  let page: { readonly text: string; readonly tag: string } | null = null

  function composed() {
    const base = pathOf(baseUrl)
    const { text } = layout({
      baseUrl,
      title: 'API',
      description: 'The operations of Plotgate, each with its parameters, answers and an example.',
      current: '/docs',
      // The script adds copy buttons. The page works without it.
      head: html`<link rel="stylesheet" href="${base}/assets/${siteAssets.docs.name}">
<script type="module" src="${base}/assets/${siteAssets.accountScript.name}"></script>`,
      body: reference(JSON.parse(document), { base }),
    })
    return { text, tag: etagOf(text) }
  }

  return createRouter([
    {
      method: 'GET',
      path: '/v1/openapi.json',
      handle(ctx) {
        if (isKnown(ctx, documentTag)) return
        ctx.set('Content-Type', 'application/json; charset=utf-8')
        ctx.body = document
      },
    },
    {
      method: 'GET',
      path: '/docs',
      handle(ctx) {
        page ??= composed()
        ctx.set('Content-Security-Policy', policy)
        ctx.set('Cache-Control', 'no-cache')
        if (isKnown(ctx, page.tag)) return
        ctx.set('Content-Type', 'text/html; charset=utf-8')
        ctx.body = page.text
      },
    },
  ])
}
