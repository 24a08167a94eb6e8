/** Composes the interactive page of a graph (spec 2, `permalink`). Pure: uses no store and no network. */

import type { PageSettings } from '../../browser/viewer/settings.ts'
import { nameOfGraph, shortDescription } from '../../domain/figure/describe/describe.ts'
import type { FigureFacts } from '../../domain/figure/facts.ts'
import { versionName } from '../../domain/graph/graph.ts'
import type { Asset } from '../../http/representations/static-asset.ts'
import { defaultSize } from '../../plotly/default-size.ts'
import type { Traits } from '../../plotly/figure-traits.ts'
import { type FontUsage, facesOf } from '../../plotly/font-usage.ts'
import { isRightToLeft } from '../../plotly/right-to-left.ts'
import { type Html, type HtmlValue, html, scriptJson } from '../layout/html.ts'
import { wordmark } from '../layout/logo.ts'
import { bareStyle, fontAddress, fontStyle, pageStyle, preloads } from '../layout/styles.ts'
import { actions, tableButton } from './actions.ts'
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

function head(parts: PageParts): HtmlValue {
  const { graph, addresses, assetBase, favicon, oembed, scripts, theme, pinned } = parts
  const title = nameOfGraph(graph.title, parts.facts.description)
  const description = shortDescription(parts.facts.description)
  // The link card shows the same version as the page.
  const name = pinned ? versionName(graph) : graph.graphId
  const card = cardOf(parts.facts.traits)
  const image = addresses.image(name, 'png', card.look)
  const colours = { light: '#fbfbf8', dark: '#0e1416' }
  return html`<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${addresses.permalink(graph.graphId)}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Plotgate">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${addresses.permalink(name)}">
<meta property="og:image" content="${image}">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${card.width}">
<meta property="og:image:height" content="${card.height}">
<meta property="og:image:alt" content="${description}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${title}">
<meta name="twitter:description" content="${description}">
<meta name="twitter:image" content="${image}">
<meta name="twitter:image:alt" content="${description}">
<link rel="alternate" type="application/json+oembed" href="${oembed}" title="${title}">
${
  theme
    ? html`<meta name="theme-color" content="${colours[theme]}">`
    : html`<meta name="theme-color" media="(prefers-color-scheme: light)" content="${colours.light}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${colours.dark}">`
}
<link rel="icon" type="image/svg+xml" href="${assetBase}/${favicon.name}">
${preloads(assetBase)}${scripts.map(
  script =>
    html`<script defer src="${assetBase}/${script.name}" integrity="${script.integrity}" crossorigin="anonymous"></script>
`,
)}`
}

/** The width of link cards by their height. Images of other proportions are cropped. */
const cardRatio = 800 / 420

/** A part as small as this is cropped, which needs no other image. */
const croppedShare = 0.05

/** In CSS pixels. Higher images are cropped, because their texts would be too small to read at the width of a card. */
const highestCard = 1000

/** The image for link cards. A figure with a size of its own gets more width or height, never less. */
function cardOf({ width, height }: Traits) {
  if (width === null && height === null) return cardOfSize(800, 420)
  const [wide, high] = [Math.round(width ?? defaultSize.width), Math.round(height ?? defaultSize.height)]
  const excess = wide / (high * cardRatio)
  if (Math.abs(excess - 1) < croppedShare || high > highestCard)
    return { look: {}, width: wide, height: high }
  return excess < 1
    ? cardOfSize(Math.round(high * cardRatio), high)
    : cardOfSize(wide, Math.round(wide / cardRatio))
}

function cardOfSize(width: number, height: number) {
  const scale = width <= 1000 ? 2 : 1
  return { look: { width, height, scale }, width: width * scale, height: height * scale }
}

function framed(parts: PageParts): Html {
  const { graph, addresses, home, language, locale, pinned } = parts
  const { words } = language
  const made = graph.updatedAt.toISOString()
  // Uses the calendar of the figure's dates instead of the reader's.
  const dates = { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' } as const
  return html`<header class="head"><a class="home" href="${home}" aria-label="${words.startPage}">${wordmark}</a></header>
<main><h1 class="visually-hidden">${nameOfGraph(graph.title, parts.facts.description)}</h1>
${figureSize(parts)}</main>
${actions(parts, pinned ? versionName(graph) : graph.graphId)}
<footer class="foot"><time datetime="${made}"${locale !== null && html` lang="${locale}" dir="auto"`}>${new Intl.DateTimeFormat(locale ?? language.tag, dates).format(graph.updatedAt)}</time>${pinned && html`<span>${filled(words.version, graph.version)}</span>`}<span id="updated"></span><a rel="bookmark" href="${addresses.permalink(graph.graphId)}">${words.permanentLink}</a><a href="${home}">${words.madeWith}</a></footer>
<p class="visually-hidden" id="status" role="status"></p>`
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
${imageOf({ name, facts, addresses, theme, figureTheme, locale, embed, alt: alternative(graph, facts), phone: parts.phoneImage, language })}
<div class="live" id="live" aria-hidden="true"></div>
</figure>
<p class="notice" id="notice" role="status"${notice === null && html` hidden`}>${notice}</p>`
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
    title: graph.title,
    description: alternative(graph, facts),
    version: graph.version,
    events: parts.events,
    figure: parts.figure ? null : figureAddress(parts),
    file,
    permalink: addresses.permalink(graph.graphId),
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
