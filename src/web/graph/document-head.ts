/** The head of a graph's page, with the card that other sites show for a link to it. */

import { nameOfGraph, shortDescription } from '../../domain/figure/describe/describe.ts'
import { defaultSize } from '../../plotly/default-size.ts'
import type { Traits } from '../../plotly/figure-traits.ts'
import { type HtmlValue, html } from '../layout/html.ts'
import { preloads } from '../layout/styles.ts'
import type { PageParts } from './page-parts.ts'

/** The elements of the head that name the page, show it as a card and load its scripts. */
export function head(parts: PageParts): HtmlValue {
  const { graph, addresses, assetBase, favicon, oembed, scripts, theme, name } = parts
  const title = nameOfGraph(graph.title, parts.facts.description)
  const description = shortDescription(parts.facts.description)
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
