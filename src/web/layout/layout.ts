/** The layout of all pages under {base_url}: head, header, footer. */

import { pathOf } from '../../http/path-of.ts'
import { type Html, type HtmlValue, html } from './html.ts'
import { wordmark } from './logo.ts'
import { siteAssets } from './site-assets.ts'
import { preloads } from './styles.ts'

export interface PageContent {
  /** {base_url}, whose path is the prefix of links and assets. */
  readonly baseUrl: string
  /** Plain text, to which the site's name is appended. */
  readonly title: string
  readonly description?: string
  /** The content of the main element. */
  readonly body: HtmlValue
  /** The path of the current navigation entry, such as `/account`. */
  readonly current?: string
  /** Additional navigation entries, such as a sign-out form. */
  readonly nav?: HtmlValue
  /** Additional elements of the head: style sheets and external scripts. */
  readonly head?: HtmlValue
  /** Whether search engines may index the page. */
  readonly indexed?: boolean
}

const entries = [
  ['/account', 'Account'],
  ['/docs', 'API'],
  ['/graphql', 'GraphQL'],
] as const

/** The complete document. Send it with `pagePolicy` as the Content-Security-Policy. */
export function layout(page: PageContent): Html {
  const base = pathOf(page.baseUrl)
  const title = page.title === 'Plotgate' ? page.title : `${page.title} · Plotgate`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${page.description && html`<meta name="description" content="${page.description}">`}
${
  page.indexed !== false &&
  html`<meta property="og:type" content="website">
<meta property="og:site_name" content="Plotgate">
<meta property="og:title" content="${title}">
${page.description && html`<meta property="og:description" content="${page.description}">`}`
}
${page.indexed === false && html`<meta name="robots" content="noindex">`}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfbf8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1416">
<link rel="icon" type="image/svg+xml" href="${base}/assets/${siteAssets.favicon.name}">
${preloads(`${base}/assets`)}
<link rel="stylesheet" href="${base}/assets/${siteAssets.design.name}">
${page.head}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="site-header">
<a class="wordmark" href="${base}/" aria-label="Plotgate, start page">${wordmark}</a>
<nav class="site-nav" aria-label="Site">${entries.map(
    ([path, name]) =>
      html`<a href="${base}${path}"${page.current === path && html` aria-current="page"`}>${name}</a>`,
  )}${page.nav}</nav>
</header>
<main class="main" id="main">
${page.body}
</main>
<footer class="site-footer"><span>Plotgate, a self-hosted graph service</span><a href="${base}/v1/openapi.json">OpenAPI</a><a href="${base}/healthz">Status</a></footer>
</body>
</html>
`
}

export interface PolicyNeeds {
  /** {plot_url}, to allow its images and embeds. */
  readonly plotUrl?: string
  /** Whether to allow scripts of this site. Inline scripts are never allowed. */
  readonly scripts?: boolean
}

/** The Content-Security-Policy of pages made with `layout`. */
export function pagePolicy({ plotUrl, scripts = false }: PolicyNeeds = {}): string {
  const plots = plotUrl === undefined ? '' : ` ${new URL(plotUrl).origin}`
  return [
    `default-src 'none'`,
    `base-uri 'none'`,
    `style-src 'self'`,
    `font-src 'self'`,
    `img-src 'self' data:${plots}`,
    scripts ? `script-src 'self'; connect-src 'self'` : `script-src 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    plots ? `frame-src${plots}` : `frame-src 'none'`,
  ].join('; ')
}
