/** Composes the interactive page of a graph (spec 2, `permalink`). Pure: uses no store and no network. */

import type { PageSettings } from '../../browser/viewer/settings.ts'
import { nameOfGraph } from '../../domain/figure/describe/describe.ts'
import type { FigureFacts } from '../../domain/figure/facts.ts'
import { versionName } from '../../domain/graph/graph.ts'
import type { Asset } from '../../http/representations/static-asset.ts'
import { type FontUsage, facesOf } from '../../plotly/font-usage.ts'
import { isRightToLeft } from '../../plotly/right-to-left.ts'
import { type Html, html, scriptJson } from '../layout/html.ts'
import { wordmark } from '../layout/logo.ts'
import { bareStyle, fontAddress, fontStyle, pageStyle } from '../layout/styles.ts'
import { actions, tableButton } from './actions.ts'
import { head } from './document-head.ts'
import { figureSizeOf } from './figure-size.ts'
import { figureJson } from './inline-figure.ts'
import { filled } from './languages/words.ts'
import type { PageParts } from './page-parts.ts'
import { imageOf } from './static-image.ts'

/** The complete html document. */
export function composePage(parts: PageParts): string {
  const { facts, theme, embed, assetBase, language } = parts
  const { traits, fonts } = facts
  return html`<!doctype html>
<html lang="${language.tag}"${language.direction === 'rtl' && html` dir="rtl"`}${theme && html` data-theme="${theme}"`}${embed && html` class="is-embed"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head(parts)}
${fontStyle(facesOf(fonts.subsets), face => fontAddress(assetBase, face))}
${embed ? bareStyle : pageStyle}
</head>
<body${!embed && traits.width !== null && html` style="--page-w:${Math.max(640, Math.min(traits.width, 1160))}px"`}>
${
  embed
    ? html`${figureSize(parts)}
${tableButton(language.words)}`
    : framed(parts)
}
${parts.figure && figureJson(parts.figure)}
${settingsJson(parts)}
</body>
</html>
`.text
}

/** The immutable address from which a page without an inline figure fetches it. */
const figureAddress = ({ graph, addresses }: PageParts): string =>
  `${addresses.permalink(versionName(graph))}.json`

/** The fonts to wait for, in the form of the CSS Font Loading API. */
function fontsToAwait({ faces, letters }: FontUsage): PageSettings['fonts'] {
  const fonts = faces.map(({ weight, style }) => `${style} ${weight} 16px "Open Sans"`)
  return { fonts: [...new Set(fonts)], letters }
}

/** The text alternative of the figure: its title and description. */
export const alternative = (
  graph: { readonly title: string | null },
  { description }: FigureFacts,
): string => (graph.title === null ? description : `${graph.title}. ${description}`)

function framed(parts: PageParts): Html {
  const { graph, home, language } = parts
  const { words } = language
  return html`<header class="head"><a class="home" href="${home}" aria-label="${words.startPage}">${wordmark}</a></header>
<main><h1 class="visually-hidden">${nameOfGraph(graph.title, parts.facts.description)}</h1>
${figureSize(parts)}</main>
${actions(parts)}
${footer(parts)}
<p class="visually-hidden" id="status" role="status"></p>`
}

/** Uses the calendar of the figure's dates instead of the reader's. */
const dateIn = (locale: string, date: Date): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' }).format(date)

function footer({ graph, addresses, home, language, locale, pinned }: PageParts): Html {
  const { words, tag } = language
  const { updatedAt, expiresAt, version } = graph
  return html`<footer class="foot"><time datetime="${updatedAt.toISOString()}"${locale !== null && html` lang="${locale}" dir="auto"`}>${dateIn(locale ?? tag, updatedAt)}</time>${pinned && html`<span>${filled(words.version, version)}</span>`}<span id="updated"></span>${
    expiresAt &&
    html`<time datetime="${expiresAt.toISOString()}">${filled(words.until, dateIn(tag, expiresAt))}</time>`
  }<a rel="bookmark" href="${addresses.permalink(graph.graphId)}">${pinned ? words.newestVersion : words.permanentLink}</a><a href="${home}">${words.madeWith}</a></footer>`
}

/**
 * The figure's box with the static image, which is shown first.
 */
function figureSize(parts: PageParts): Html {
  const { graph, facts, addresses, theme, figureTheme, locale, language, embed, pinned } = parts
  const { traits } = facts
  // Names the version, so that the image matches the page even if the graph changes in between.
  const name = pinned || graph.version > 1 ? versionName(graph) : graph.graphId
  const failed = graph.rendering.status === 'failed' ? graph.rendering.error : null
  const { fixed, style } = figureSizeOf(traits, { embed, theme: figureTheme })
  const notice = failed === null ? null : filled(language.words.imageFailed, failed)
  return html`<figure class="box${fixed && ' is-fixed'}${locale !== null && isRightToLeft(locale) && ' begins-right'}" id="plot" style="${style}">
${failed === null && stillDrawing(parts)}
${imageOf({ name, facts, addresses, theme, figureTheme, locale, embed, alt: alternative(graph, facts), phone: parts.phoneImage, language })}
<div class="live" id="live" aria-hidden="true"></div>
</figure>
<p class="notice" id="notice" role="status"${parts.events && !embed && html` data-gone="${language.words.gone}"`}${notice === null && html` hidden`}>${notice}</p>`
}

/** Names and hex values of colours without transparency. */
const opaque = /^(?!transparent$)(?:[a-z]+|#(?:.{3}|.{6}))$/i

/** What stands in the place of the image until that covers it; null for figures through which it would be seen. */
function stillDrawing({ graph: { title }, facts: { traits }, language }: PageParts): Html | null {
  if (!opaque.test(traits.paper ?? '')) return null
  return html`<p class="drawing" aria-hidden="true">${title !== null && html`<b dir="auto">${title}</b>`}<span dir="auto">${language.words.drawing}</span></p>`
}

/** The settings of the figure for the script of a page or standalone file. */
export const settingsOf = ({ traits, fonts }: FigureFacts) => ({
  themeable: traits.themeable,
  width: traits.width,
  height: traits.height,
  phoneGrowth: traits.phoneGrowth,
  leastWidth: traits.leastWidth,
  webgl: traits.webgl,
  math: traits.math,
  fonts: fontsToAwait(fonts),
})

function settingsJson(parts: PageParts): Html {
  const { graph, facts, addresses, assetBase, lazyScripts, mapsBase, wordsBase, file, theme } = parts
  const addressOf = (script: Asset | null) => script && `${assetBase}/${script.name}`
  const settings: PageSettings = {
    title: nameOfGraph(graph.title, facts.description),
    description: alternative(graph, facts),
    version: graph.version,
    events: parts.events,
    figure: parts.figure ? null : figureAddress(parts),
    file,
    permalink: addresses.permalink(parts.name),
    // The page has a menu of its own for sharing.
    share: null,
    texts: parts.language.texts,
    words: wordsBase,
    maps: mapsBase,
    lazyScripts: {
      table: addressOf(lazyScripts.table),
      sharing: addressOf(lazyScripts.sharing),
      following: addressOf(lazyScripts.following),
      buttons: addressOf(lazyScripts.buttons),
      tools: addressOf(lazyScripts.tools),
    },
    embedded: parts.embed,
    followsHost: parts.followsHost,
    locale: parts.locale,
    theme,
    figureTheme: parts.figureTheme,
    ...settingsOf(facts),
  }
  return html`<script type="application/json" id="settings">${scriptJson(JSON.stringify(settings))}</script>`
}
