/** Composes the standalone file of a graph (spec 1): one html file that needs no network. Pure. */

import { createHash } from 'node:crypto'
import type { PageSettings } from '../../browser/viewer/settings.ts'
import { baseMap } from '../../bundling/base-maps.ts'
import { nameOfGraph } from '../../domain/figure/describe/describe.ts'
import { type FigureFacts, factsOf } from '../../domain/figure/facts.ts'
import { packCsv } from '../../domain/figure/table/csv.ts'
import { type Figure, tableTextOf } from '../../domain/figure/text.ts'
import type { Theme } from '../../domain/image/look.ts'
import type { Asset } from '../../http/representations/static-asset.ts'
import { figureRules } from '../../http/sandbox-headers.ts'
import type { Traits } from '../../plotly/figure-traits.ts'
import { type PartName, withNeeds } from '../../plotly/library-parts.ts'
import { html, scriptJson } from '../layout/html.ts'
import { faviconSvg } from '../layout/logo.ts'
import { bareStyle, fontStyle } from '../layout/styles.ts'
import { inlineFontFile, withFonts } from '../styles/fonts.ts'
import { tableButton } from './actions.ts'
import type { Library } from './assets/library.ts'
import { alternative, settingsOf } from './document.ts'
import { factsRequest } from './figure-facts.ts'
import { figureSizeOf } from './figure-size.ts'
import { figurePieces } from './inline-figure.ts'
import { english } from './languages/words.ts'

export interface StandaloneParts {
  readonly figure: Figure
  readonly title: string | null
  readonly traceTypes: readonly string[]
  /** Computed if absent. */
  readonly facts?: FigureFacts
  /** The data as packed CSV (`packCsv`); computed if absent. */
  readonly csv?: Buffer
  /** The static image, shown until the interactive figure is ready; null for none. */
  readonly image: InlineImage | null
  /** Null or absent for the theme that the reader prefers. */
  readonly theme?: Theme | null
  /** The address to which the Share button sends the chart; null or absent for no button. */
  readonly share?: string | null
  /** The permalink, if the graph is stored. */
  readonly permalink: string | null
  /** The name of images saved from the file, without extension. */
  readonly file: string
}

export interface InlineImage {
  readonly type: string
  readonly bytes: Uint8Array
}

/** The library parts of the file, including those that its buttons need, because nothing can be loaded later. */
export const standaloneParts = ({ parts }: Pick<Traits, 'parts'>): PartName[] =>
  withNeeds([...parts, 'modebar', 'shapes'])

/** The static image is light: without the script, which draws the figure in the reader's theme, so is the page. */
const lightWithoutScripts = html`<noscript><style>:root{color-scheme:light}</style></noscript>`

/** The complete document in UTF-8, with the library parts that the figure needs. */
export async function composeStandalone(parts: StandaloneParts, library: Library): Promise<Buffer> {
  const { figure, title, traceTypes, image, permalink, theme = null } = parts
  const facts = parts.facts ?? factsOf(...factsRequest(figure, traceTypes))
  const { traits, fonts } = facts
  const csv = parts.csv ?? packCsv(tableTextOf(figure))
  const scripts = await Promise.all([
    ...standaloneParts(traits).map(library.part),
    ...(traits.math ? [library.math()] : []),
    library.table,
    library.page,
  ])
  const code = scripts.map(inlineScript)
  const maps = await Promise.all(traits.maps.map(async name => ({ name, text: await baseMap(name) })))
  const mapTexts = maps.flatMap(({ name, text }) =>
    text === null ? [] : [`${JSON.stringify(name)}:${text}`],
  )
  const { fixed, style } = figureSizeOf(traits, { theme })
  const name = nameOfGraph(title, facts.description)
  const settings: PageSettings = {
    title: name,
    description: alternative(parts, facts),
    version: 0,
    events: null,
    figure: null,
    file: parts.file,
    permalink: null,
    share: parts.share ?? null,
    texts: null,
    words: null,
    maps: null,
    lazyScripts: { table: null, sharing: null, following: null, buttons: null, tools: null },
    embedded: false,
    followsHost: false,
    locale: null,
    theme,
    figureTheme: theme,
    ...settingsOf(facts),
  }
  const before = html`<!doctype html>
<html lang="en"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(code)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title>
<meta name="generator" content="Plotgate">
<link rel="icon" href="${dataUri('image/svg+xml', Buffer.from(faviconSvg))}">
${fontStyle(fonts.faces, inlineFontFile)}
${bareStyle}
${theme === null && lightWithoutScripts}
</head>
<body class="has-footer">
<figure class="box${fixed && ' is-fixed'}" id="plot" style="${style}">
${image && html`<picture><img src="${imageUri(image)}" alt="${alternative(parts, facts)}"></picture>`}
<div class="live" id="live" aria-hidden="true"></div>
</figure>
<p class="notice" id="notice" role="status" hidden></p>
${tableButton(english)}
${permalink && html`<footer class="permalink"><a href="${permalink}">${permalink}</a></footer>`}
`
  const after = html`
<script type="application/json" id="settings">${scriptJson(JSON.stringify(settings))}</script>
${mapTexts.length > 0 && html`<script type="application/json" id="maps">${scriptJson(`{${mapTexts.join(',')}}`)}</script>`}
`
  return Buffer.concat([
    Buffer.from(before.text),
    ...(await figurePieces(figure)),
    Buffer.from('<script type="text/plain" id="csv">'),
    csv,
    Buffer.from('</script>'),
    Buffer.from(after.text),
    ...code.map(({ element }) => element),
    Buffer.from('</body>\n</html>\n'),
  ])
}

const imageUri = ({ type, bytes }: InlineImage): string =>
  dataUri(type, type.startsWith('image/svg') ? withFonts(bytes) : bytes)

interface InlineScript {
  readonly element: Buffer
  readonly hash: string
}

const inlineScripts = new WeakMap<Asset, InlineScript>()

/** Escapes a script so that it cannot end its element. In strings and patterns the escapes mean the same. */
function inlineScript(asset: Asset): InlineScript {
  const known = inlineScripts.get(asset)
  if (known) return known
  const text = Buffer.from(asset.bytes)
    .toString('utf8')
    .replace(/<(?=\/script|script\b|!--)/gi, '\\x3c')
  const hash = createHash('sha256').update(text).digest('base64')
  const script = { element: Buffer.from(`<script>${text}</script>\n`), hash: `'sha256-${hash}'` }
  inlineScripts.set(asset, script)
  return script
}

/** The same policy as on the server, which allows only these scripts. */
const policy = (scripts: readonly InlineScript[]): string =>
  figureRules({ scripts: scripts.map(({ hash }) => hash), assets: null, files: null }).join('; ')

const dataUri = (type: string, bytes: Uint8Array): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`
