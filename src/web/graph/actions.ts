/** The actions on a graph's page: links and menus that work without script, extended by scripts. */

import type { Addresses } from '../../domain/addresses.ts'
import { type FileFormat, fileFormats, formats, isImageFormat } from '../../domain/image/formats.ts'
import { defaultSize } from '../../plotly/default-size.ts'
import { phoneScreen } from '../../plotly/figure-sizes.ts'
import type { Traits } from '../../plotly/figure-traits.ts'
import { type Html, html } from '../layout/html.ts'
import { icons } from '../layout/icons.ts'
import { type EmbedSize, embedCode, embedScript, embedSize, sizeAttributes } from './embed.ts'
import { filled, type PageWords } from './languages/words.ts'
import type { PageParts } from './page-parts.ts'

/** The group of buttons and menus. */
export function actions(parts: PageParts): Html {
  const { animated } = parts.facts.traits
  const { words } = parts.language
  return html`<aside class="acts${isLowOnPhone(parts.facts.traits) && ' is-below'}" aria-label="${words.actions}">
${animated && html`<button class="act" id="play" type="button" aria-pressed="false" hidden>${icons.play}<span class="word">${words.play}</span></button>`}
${shareMenu(parts)}
${downloadMenu(parts)}
${embedMenu(parts)}
<button class="act" id="fullscreen" type="button" hidden>${icons.fullscreen}<span class="word">${words.fullScreen}</span></button>
</aside>
${tableDialog(words)}`
}

/** The height of the highest menu in CSS pixels. On phones, menus open over the figure if it is at least this high. */
const highestMenu = 400

function isLowOnPhone({ width, height }: Traits): boolean {
  if (width === null && height === null) return false
  return (height ?? defaultSize.height) * Math.min(1, phoneScreen.width / (width ?? 1)) < highestMenu
}

function shareMenu({ name, addresses, language: { words } }: PageParts): Html {
  const link = addresses.permalink(name)
  return html`<details name="menu" id="share-menu"><summary>${icons.share}<span class="word">${words.share}</span></summary>
<div class="menu menu-form"><label for="link">${words.linkToPage}</label>
<input id="link" class="field" readonly value="${link}">
<div class="row"><button class="act" id="copy" type="button" hidden>${icons.link}<span class="word">${words.copyLink}</span></button>
<button class="act" id="share" type="button" hidden>${icons.share}<span class="word">${words.send}</span></button></div>
<img class="qr" src="${link}/qr" width="176" height="176" loading="lazy" alt="${words.qrCode}">
</div></details>`
}

function downloadMenu({ name, addresses, file, language: { words } }: PageParts): Html {
  return html`<details name="menu"><summary>${icons.download}<span class="word">${words.download}</span></summary>
<div class="menu">
${fileFormats.map(format => formatLink(format, addresses, file, name, words))}
<button id="table" type="button" aria-keyshortcuts="t" hidden>${words.showData} <small>${words.keyT}</small></button>
<a href="${addresses.permalink(name)}.csv?download" download="${file}.csv">${words.dataAsTable} <small>CSV</small></a>
<a href="${addresses.permalink(name)}.json?download" download="${file}.json">${words.dataAndLayout} <small>JSON</small></a>
</div></details>`
}

/** The menu entry of a format; undefined if the format has none. */
function formatLink(
  format: FileFormat,
  addresses: Addresses,
  file: string,
  name: string,
  words: PageWords,
): Html | undefined {
  const { menu } = formats[format]
  const address = isImageFormat(format)
    ? `${addresses.image(name, format)}?download`
    : addresses.download(name)
  return (
    menu &&
    html`<a href="${address}" download="${file}.${format}">${words.files[format] ?? menu.label} <small>${format.toUpperCase()}${menu.offline === true && `, ${words.offline}`}</small></a>
`
  )
}

function embedMenu(parts: PageParts): Html {
  const { graph, name, facts, addresses, plotUrl, language } = parts
  const { traits } = facts
  const { words } = language
  const size = embedSize(traits)
  const option = (label: string, attributes: string) => html`<option value="${attributes}">${label}</option>`
  const fixed = (each: EmbedSize) =>
    option(filled(words.sizeFixed, each.width, each.height), sizeAttributes.fixed(each))
  return html`<details name="menu" id="embed-menu"><summary>${icons.embed}<span class="word">${words.embed}</span></summary>
<div class="menu menu-form"><label for="embed-code">${words.embedCode}</label>
<textarea id="embed-code" class="field" readonly spellcheck="false">${embedCode(graph, traits, addresses, { name })}</textarea>
<div class="choices" id="embed-choices" hidden>
<label for="embed-size">${words.size}</label><select id="embed-size" class="field">
${option(filled(words.sizeUpTo, size.width), sizeAttributes.fluid(size))}${option(words.sizeFull, sizeAttributes.full(size))}${fixed(size)}${fixed(embedSize(traits, { width: 480, height: 360 }))}</select>
<label for="embed-theme">${words.colours}</label><select id="embed-theme" class="field">
<option value="">${words.coloursOfPage}</option><option value="light">${words.light}</option><option value="dark">${words.dark}</option><option value="auto">${words.coloursOfReader}</option></select>
<label class="check"><input type="checkbox" id="embed-follow" value="${embedScript(plotUrl)}"> ${words.withScript}</label>
</div>
<button class="act" id="copy-embed" type="button" hidden>${icons.link}<span class="word">${words.copyCode}</span></button>
</div></details>`
}

/** The dialog with the data table, filled by its script. */
const tableDialog = (
  words: PageWords,
): Html => html`<dialog class="table-dialog" id="table-dialog" aria-labelledby="table-title">
<form method="dialog"><h2 id="table-title">${words.data}</h2><button class="act">${words.close}</button></form>
<div class="table-view" data-empty="${words.noRows}" role="region" aria-labelledby="table-title" tabindex="0"></div>
</dialog>`

/** Where there is no menu: found with the Tab key, and seen then. */
export const tableButton = (
  words: PageWords,
): Html => html`<button class="on-focus" id="table" type="button" aria-keyshortcuts="t" hidden>${words.showData}</button>
${tableDialog(words)}`
