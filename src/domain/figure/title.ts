/** The layout's title as plain text, for lists, page heads and link cards. */

import { readableTex } from '../../plotly/tex-text.ts'
import { type FigureTree, kinds, type Place } from './tree/figure-tree.ts'

const maxTitle = 200

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  mu: 'µ',
  times: '×',
  plusmn: '±',
  deg: '°',
}

/** The title of a layout. Null if it has none or the title has no text. */
export function titleOf(tree: FigureTree, layout: Place): string | null {
  const title = tree.at(layout, 'title')
  const place = tree.is(title, kinds.object) ? tree.at(title, 'text') : title
  // The library draws numbers, such as a year, as titles too.
  const text = tree.string(place) ?? tree.number(place)
  return text === null ? null : plainText(String(text)) || null
}

/** Matches titles without markup, formulas and repeated spaces, which need no work. Most titles are such. */
const bareWords = /^[!-#%'-;=-~]+(?: [!-#%'-;=-~]+)*$/

/**
 * The words of a text in the charting library's pseudo-HTML: without tags and repeated spaces, with entities decoded and
 * formulas made readable. Cut to `max` characters.
 */
export function plainText(html: string, max = maxTitle): string {
  if (html.length <= max && bareWords.test(html)) return html
  // A title may have a megabyte, but only its first lines can be shown.
  const decoded = html
    .slice(0, max * 20)
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, decodeEntity)
  const text = readableTex(decoded)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .toWellFormed()
  const characters = [...text]
  return characters.length <= max
    ? text
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
}

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return named[name.toLowerCase()] ?? entity
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
