/** Error pages: what happened and what to do now. */

import { STATUS_CODES } from 'node:http'
import type { Theme } from '../../domain/image/look.ts'
import type { AppError, ErrorDetail } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import { type ErrorLanguage, errorLanguage } from './error-words/error-language.ts'
import { type Html, html, raw } from './html.ts'
import { wordmark } from './logo.ts'
import { sentence } from './sentence.ts'
import { siteAssets } from './site-assets.ts'
import { waitingTime } from './waiting-time.ts'

export interface ErrorPlace {
  /** The address of assets, without a trailing slash. */
  readonly assetBase: string
  readonly home: string
  /** The page of the graph in the address, if there is one. */
  readonly graphPage?: string | null
  /** The iframe of another page in which the error is shown. `theme` is null if it follows the reader's system. */
  readonly frame?: { readonly theme: Theme | null } | null
  readonly language: ErrorLanguage
}

const englishLanguage = errorLanguage('en', [])

/** Errors of a request for a graph that probably exists, so that the page links to the graph. */
const graphMayBeThere: ReadonlySet<string> = new Set([
  'version_not_found',
  'not_found',
  'invalid_parameter',
  'payload_too_large',
])

/** Temporary errors, for which the page offers to load the same address again. */
const temporary: ReadonlySet<string> = new Set([
  'render_timeout',
  'overloaded',
  'unavailable',
  'rate_limited',
  'internal',
])

/** Whether a browser navigates, which lists text/html in Accept. `*` is not enough. */
export const wantsPage = (ctx: Context): boolean =>
  ctx.accepts('application/json', 'text/html') === 'text/html'

/** The link to continue. In a frame only the graph is opened, in a tab: the pages of the site refuse to be framed. */
function wayOut(
  { code }: AppError,
  { home, graphPage, frame, language: { words } }: ErrorPlace,
): Html | null {
  if (temporary.has(code)) return html`<a class="button" href="">${words.tryAgain}</a>`
  if (graphPage && graphMayBeThere.has(code)) {
    return html`<a class="button" href="${graphPage}"${frame && html` target="_blank"`}>${words.openGraph}</a>`
  }
  return frame ? null : html`<a class="button" href="${home}">${words.toStartPage}</a>`
}

/** The complete document of an error page, for a request by GET. */
export function errorPage(error: AppError, place: ErrorPlace): Html {
  const { assetBase, home, language, frame } = place
  const theme = frame?.theme
  return html`<!doctype html>
<html lang="${language.tag}"${language.direction === 'rtl' && html` dir="rtl"`}${theme && html` data-theme="${theme}"`}${frame && html` class="is-embed"`}>
<head>
<meta charset="utf-8">
<title>${errorHeadline(error, language)} · Plotgate</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfbf8">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1416">
<link rel="icon" type="image/svg+xml" href="${assetBase}/${siteAssets.favicon.name}">
<link rel="stylesheet" href="${assetBase}/${siteAssets.design.name}">
</head>
<body>
${!frame && html`<header class="site-header"><a class="wordmark" href="${home}" aria-label="${language.words.startPage}">${wordmark}</a></header>`}
<main class="main">
${errorBody(error, wayOut(error, place), { language })}
</main>
</body>
</html>
`
}

const reasonOf = ({ status }: AppError): string => STATUS_CODES[status] ?? ''

/** Headlines of errors that are met on account pages, which are in English. */
const ofAccounts: Readonly<Partial<Record<string, string>>> = {
  unauthenticated: 'Sign in first',
  forbidden: 'Not allowed',
  quota_exceeded: 'A quota is used up',
  method_not_allowed: 'Not possible here',
  invalid_figure: 'This figure has faults',
  not_implemented: 'Not in this format',
}

const wordFor = (words: Readonly<Partial<Record<string, string>>>, { code }: AppError): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined

/** The headline of an error in the language of the reader. */
export const errorHeadline = (error: AppError, { tag, words } = englishLanguage): string =>
  wordFor(words.headlines, error) ?? (tag === 'en' ? wordFor(ofAccounts, error) : undefined) ?? words.other

interface BodyOptions {
  readonly headline?: string
  readonly language?: ErrorLanguage
}

/** The content of an error page. `out` is the link to continue. */
export function errorBody(error: AppError, out: Html | null, options: BodyOptions = {}): Html {
  const { language = englishLanguage } = options
  const { headline = errorHeadline(error, language) } = options
  const { code, details = [], status } = error
  const isEnglish = language.tag === 'en'
  // Messages are in English in every language.
  const inEnglish = isEnglish ? null : html` lang="en" dir="ltr"`
  // Messages about several faults or about a parameter are replaced by the list of details below.
  const isReplaced =
    details.length > 1 || isParameter(error) || code === 'internal' || code === 'rate_limited'
  const text = sentence(error.message)
  const message = isReplaced ? null : isEnglish ? text : html`<span${inEnglish}>${text}</span>`
  const advised = wordFor(language.words.advice, error)
  const lines = [advised, code === 'rate_limited' ? waitFor(error, language) : message].filter(
    each => each !== undefined && each !== null,
  )
  return html`<div class="failure">
${fallenPoint}
<p class="failure-code">${isEnglish ? `${status} ${reasonOf(error)}` : String(status)}</p>
<h1>${headline}</h1>
${lines.map((each, at) => (at === 0 ? html`<p>${each}</p>` : html`<p class="small muted">${each}</p>`))}
${details.length === 1 && isParameter(error) && details.map(each => html`<p${inEnglish}>${fault(each)}.</p>`)}
${
  details.length > 1 &&
  html`<ul class="small"${inEnglish}>${details.slice(0, 50).map(each => html`<li>${fault(each)}</li>`)}</ul>`
}
${out && html`<p>${out}</p>`}
</div>`
}

/** Instead of the message, which says again what status and headline say. */
function waitFor({ retryAfter }: AppError, { tag, words }: ErrorLanguage): string {
  if (retryAfter === undefined) return words.advice.unavailable
  if (tag !== 'en') return words.tryAgainIn.replace('{}', String(retryAfter))
  return `Try again in ${waitingTime(retryAfter)}.`
}

const isParameter = ({ code, details }: AppError): boolean =>
  code === 'invalid_parameter' && details !== undefined

const fault = ({ path, message }: ErrorDetail): Html => html`<code>${path}</code> ${message}`

/** The illustration: an empty plot with a point that fell off its line. */
const fallenPoint = raw(
  '<svg class="fallen" viewBox="0 0 240 96" width="240" height="96" aria-hidden="true" focusable="false"><path class="fallen-axis" d="M8.5 4v83.5H236M8 24.5h-4M8 45.5h-4M8 66.5h-4M50.5 88v4M92.5 88v4M134.5 88v4M176.5 88v4M218.5 88v4"/><path class="fallen-line" d="M12 76C50 72 66 38 104 34c22-2 36 8 52 2"/><path class="fallen-way" d="M164 34c8 4 12 22 13 40"/><circle class="fallen-point" cx="177" cy="82" r="5.5"/></svg>',
)
