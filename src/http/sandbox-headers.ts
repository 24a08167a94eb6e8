/** The sandbox headers of every response under {plot_url}, which isolate user content (contract). */

import type { Context } from './context.ts'
import { setCorsHeaders } from './cors.ts'

/** Gives each page an opaque origin, so that it cannot access this site's pages or storage. */
export const sandbox = 'sandbox allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox'

/** Where a page with a figure may load from, in addition to what the figure names. */
interface Sources {
  readonly scripts: readonly string[]
  /** The origin of styles and fonts; null if they are inline. */
  readonly assets: string | null
  /** The origin of the graph's own files. */
  readonly files: string | null
}

/** Allows no inline script and no eval, but images, map styles and tiles over https, because figures may name them. */
export function figureRules({ scripts, assets, files }: Sources): readonly string[] {
  const rule = (...words: readonly (string | null)[]) => words.filter(word => word !== null).join(' ')
  return [
    `default-src 'none'`,
    rule('script-src', ...scripts),
    // The charting library creates style attributes and elements.
    rule(`style-src 'unsafe-inline'`, assets),
    // Images opened on their own embed their fonts.
    rule('font-src', assets, 'data:'),
    rule('img-src https: data: blob:', files),
    // Includes the graph's own files, because the page loads new versions.
    rule('connect-src https: data: blob:', files),
    'worker-src blob:',
    'child-src blob:',
    `base-uri 'none'`,
    `form-action 'none'`,
    // Text becomes markup only through the page's own Trusted Types policies, in browsers that support them.
    `require-trusted-types-for 'script'`,
    'trusted-types plotgate default',
  ]
}

/**
 * The Content-Security-Policy of every response under {plot_url}. It has no `frame-ancestors`, of which even `*` excludes
 * files on disk, such as notebooks that are saved as HTML.
 */
export function contentPolicy(plotUrl: string): string {
  const assets = `${plotUrl}/assets/`
  const rules = figureRules({ scripts: [assets], assets, files: `${plotUrl}/` })
  return [sandbox, ...rules].join('; ')
}

/** Must be called first, so that errors have the headers too. */
export function setSandboxHeaders(ctx: Context, policy: string): void {
  ctx.set('Content-Security-Policy', policy)
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  setCorsHeaders(ctx)
  // A graph's address is the capability to read it and must not be indexed.
  ctx.set('X-Robots-Tag', 'noindex')
  // These pages may be framed.
  ctx.remove('X-Frame-Options')
  // Browsers warn on the console about this header on pages with an opaque origin.
  ctx.remove('Origin-Agent-Cluster')
}
