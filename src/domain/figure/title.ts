/** The layout's title as plain text, for lists, page heads and link cards. */

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

/** The title of the layout at that place; null when it has none with text in it. */
export function titleOf(tree: FigureTree, layout: Place): string | null {
  const title = tree.at(layout, 'title')
  const place = tree.is(title, kinds.object) ? tree.at(title, 'text') : title
  // A year is drawn as a title too.
  const text = tree.string(place) ?? tree.number(place)
  return text === null ? null : plainText(String(text)) || null
}

/** No markup, and nothing to make one space of: what most titles are. */
const bareWords = /^[!-%'-;=-~]+(?: [!-%'-;=-~]+)*$/

/** The charting library's pseudo-HTML without tags, entities and runs of space; at most 200 characters unless more are asked for. */
export function plainText(html: string, most = maxTitle): string {
  if (html.length <= most && bareWords.test(html)) return html
  // A title may be a megabyte; nothing past the first lines can show.
  const text = html
    .slice(0, most * 20)
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, decodeEntity)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .toWellFormed()
  const characters = [...text]
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

function decodeEntity(entity: string, name: string): string {
  if (!name.startsWith('#')) return named[name.toLowerCase()] ?? entity
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
}
