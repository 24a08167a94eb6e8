/** Error pages: what happened and what to do now. */

import { STATUS_CODES } from 'node:http'
import type { AppError, ErrorDetail } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { type Html, html, raw } from './html.ts'
import { wordmark } from './logo.ts'
import { sentence } from './sentence.ts'
import { siteAssets } from './site-assets.ts'

interface ErrorPlace {
  /** The address of assets, without a trailing slash. */
  readonly assetBase: string
  readonly home: string
  /** The page of the graph in the address, if there is one. */
  readonly graphPage?: string | null
}

const headlines: Readonly<Record<string, string>> = {
  graph_not_found: 'There is no graph here',
  version_not_found: 'This version is no longer kept',
  not_found: 'There is nothing here',
  render_failed: 'This figure cannot be drawn',
  render_timeout: 'Drawing took too long',
  overloaded: 'The service is very busy',
  unavailable: 'Not available at the moment',
  invalid_parameter: 'This address is not valid',
  payload_too_large: 'This would be too large',
  rate_limited: 'Slow down a little',
  not_implemented: 'Not in this format',
  internal: 'Something failed on our side',
  forbidden: 'Not allowed',
}

const advice: Readonly<Record<string, string>> = {
  graph_not_found:
    'It was deleted, or the address is not complete: a graph’s address ends with 21 letters, digits, hyphens or underscores.',
  render_timeout: 'A figure with fewer points draws faster.',
  overloaded: 'Too many images are being drawn. Try again in a moment.',
  unavailable: 'Try again in a moment.',
  rate_limited: 'Too many requests came from your network address.',
  internal:
    'The error was logged. Try again in a moment; if it happens again, tell the operator of this service.',
}

/** Errors of a request for a graph that probably exists, so that the page links to the graph. */
const graphMayBeThere: ReadonlySet<string> = new Set([
  'version_not_found',
  'not_found',
  'invalid_parameter',
  'payload_too_large',
])

/** Errors that pass, so that the page offers to load the same address again. */
const passing: ReadonlySet<string> = new Set([
  'render_timeout',
  'overloaded',
  'unavailable',
  'rate_limited',
  'internal',
])

/** Whether a browser navigates, which lists text/html in Accept. `*` is not enough. */
export const wantsPage = (ctx: Context): boolean =>
  ctx.accepts('application/json', 'text/html') === 'text/html'

/** The link to continue. */
function wayOut({ code }: AppError, { home, graphPage }: ErrorPlace): Html {
  if (passing.has(code)) return html`<a class="button" href="">Try again</a>`
  return graphPage && graphMayBeThere.has(code)
    ? html`<a class="button" href="${graphPage}">Open the graph</a>`
    : html`<a class="button" href="${home}">Go to the start page</a>`
}

/** The complete document of an error page, for a request by GET. */
export function errorPage(error: AppError, place: ErrorPlace): Html {
  const { assetBase, home } = place
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${errorHeadline(error)} · Plotgate</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfbf8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1416">
<link rel="icon" type="image/svg+xml" href="${assetBase}/${siteAssets.favicon.name}">
<link rel="stylesheet" href="${assetBase}/${siteAssets.design.name}">
</head>
<body>
<header class="site-header"><a class="wordmark" href="${home}" aria-label="Plotgate, start page">${wordmark}</a></header>
<main class="main">
${errorBody(error, wayOut(error, place))}
</main>
</body>
</html>
`
}

const reasonOf = ({ status }: AppError): string => STATUS_CODES[status] ?? ''

export const errorHeadline = (error: AppError): string =>
  headlines[error.code] ?? (reasonOf(error) || 'That did not work')

/** The content of an error page. `out` is the link to continue. */
export function errorBody(error: AppError, out: Html, headline = errorHeadline(error)): Html {
  const { code, details = [], status } = error
  // Messages about several faults or about a parameter are replaced by the list of details below.
  const message = details.length > 1 || isParameter(error) ? null : error.message
  const [lead, ...rest] = [advice[code], code === 'rate_limited' ? waitFor(error) : message].filter(
    each => each !== undefined && each !== null,
  )
  return html`<div class="failure">
${fallenPoint}
<p class="failure-code">${status} ${reasonOf(error)}</p>
<h1>${headline}</h1>
${lead !== undefined && html`<p>${sentence(lead)}</p>`}
${code !== 'internal' && rest.map(each => html`<p class="small muted">${sentence(each)}</p>`)}
${details.length === 1 && isParameter(error) && details.map(each => html`<p>${fault(each)}.</p>`)}
${
  details.length > 1 &&
  html`<ul class="small">${details.slice(0, 50).map(each => html`<li>${fault(each)}</li>`)}</ul>`
}
<p>${out}</p>
</div>`
}

/** Instead of the message, which says again what status and headline say. */
const waitFor = ({ retryAfter }: AppError): string =>
  retryAfter === undefined ? 'try again in a moment' : `try again in ${counted(retryAfter)}`

const counted = (seconds: number): string => (seconds === 1 ? 'a second' : `${seconds} seconds`)

const isParameter = ({ code, details }: AppError): boolean =>
  code === 'invalid_parameter' && details !== undefined

const fault = ({ path, message }: ErrorDetail): Html => html`<code>${path}</code> ${message}`

/** The illustration: an empty plot with a point that fell off its line. */
const fallenPoint = raw(
  '<svg class="fallen" viewBox="0 0 240 96" width="240" height="96" aria-hidden="true" focusable="false"><path class="fallen-axis" d="M8.5 4v83.5H236M8 24.5h-4M8 45.5h-4M8 66.5h-4M50.5 88v4M92.5 88v4M134.5 88v4M176.5 88v4M218.5 88v4"/><path class="fallen-line" d="M12 76C50 72 66 38 104 34c22-2 36 8 52 2"/><path class="fallen-way" d="M164 34c8 4 12 22 13 40"/><circle class="fallen-point" cx="177" cy="82" r="5.5"/></svg>',
)
