/** The sandbox around user content: every response under {plot_url} carries these headers (contract). */

import type { Context } from './context.ts'
import { setOpen } from './middleware/cors.ts'

/** The sandbox gives each page an opaque origin: nothing it does can touch this site's pages or storage. */
export const sandbox = 'sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox'

/** Where a page with a figure may load from, beside what the figure names. */
interface Sources {
  readonly scripts: readonly string[]
  /** Of styles and fonts; null where they lie in the page. */
  readonly assets: string | null
  /** Of the graph's own files. */
  readonly files: string | null
}

/** No inline script and no eval; images, map styles and tiles over https, because a figure may name them. */
export function figureRules({ scripts, assets, files }: Sources): readonly string[] {
  const rule = (...words: readonly (string | null)[]) => words.filter(word => word !== null).join(' ')
  return [
    `default-src 'none'`,
    rule('script-src', ...scripts),
    // The charting library writes style attributes and elements.
    rule(`style-src 'unsafe-inline'`, assets),
    // An image opened by itself brings its letters along.
    rule('font-src', assets, 'data:'),
    rule('img-src https: data: blob:', files),
    // The page's own files too: it shows each new version of its graph.
    rule('connect-src https: data: blob:', files),
    'worker-src blob:',
    'child-src blob:',
    `base-uri 'none'`,
    `form-action 'none'`,
    // A text becomes markup by the page's own policies alone, where the browser knows of them.
    `require-trusted-types-for 'script'`,
    'trusted-types plotgate default',
  ]
}

/** Of every response under {plot_url}. */
export function contentPolicy(plotUrl: string): string {
  const assets = `${plotUrl}/assets/`
  const rules = figureRules({ scripts: [assets], assets, files: `${plotUrl}/` })
  return [sandbox, ...rules, 'frame-ancestors *'].join('; ')
}

/** Set before anything else, so that errors carry them too. */
export function setSandboxHeaders(ctx: Context, policy: string): void {
  ctx.set('Content-Security-Policy', policy)
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  setOpen(ctx)
  // The address of a graph is what lets one read it: that belongs in no index.
  ctx.set('X-Robots-Tag', 'noindex')
  // Pages here are meant to be framed.
  ctx.remove('X-Frame-Options')
  // The sandbox's opaque origin has no agent cluster to ask for: browsers warn about it on the console.
  ctx.remove('Origin-Agent-Cluster')
}
