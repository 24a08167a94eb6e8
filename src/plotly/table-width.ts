/** The width that the tables of a figure need, estimated without measuring, for pages on screens that are narrower. */

import { asList, asObject, type JsonObject } from './json.ts'

/** The average width of digits and letters in a text of 12 pixels, and the space beside a text in its cell. */
const [letterWidth, beside] = [6.9, 18]
/** Of a table, that many columns and rows are read, and that many letters of a word. */
const [maxColumns, maxRows, maxLetters] = [60, 60, 24]
/** In pixels. Tables that need more are cut off, as on large screens. */
const maxWidth = 1_000

/** In pixels: the width of the figure below which the words of a table do not fit its columns; 0 without tables. */
export function tableWidth(layout: JsonObject, data: readonly unknown[]): number {
  const tables = data.map(asObject).filter(({ type, visible }) => type === 'table' && visible !== false)
  if (tables.length === 0) return 0
  const widest = Math.max(...tables.map(trace => widthOf(trace, layout) / shareOf(trace, layout)))
  // In steps, so that similar figures share image sizes.
  return Math.min(maxWidth, Math.ceil((widest + marginsOf(layout)) / 20) * 20)
}

function widthOf(trace: JsonObject, layout: JsonObject): number {
  const [header, cells] = [asObject(trace.header), asObject(trace.cells)]
  const columns = [header, cells].map(part => {
    const scale = fontSizeOf(part, layout) / 12
    return asList(part.values)
      .slice(0, maxColumns)
      .map(values => beside + longestWord(values) * letterWidth * scale)
  })
  const widths = Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, (_, i) =>
    Math.max(...columns.map(part => part[i] ?? 0)),
  )
  const shares = widths.map((_, i) => columnShare(trace.columnwidth, i))
  const all = shares.reduce((sum, each) => sum + each, 0)
  return Math.max(0, ...widths.map((width, i) => (width * all) / shares[i]!))
}

/** The width of a column in relation to the others. */
function columnShare(given: unknown, column: number): number {
  const own = Array.isArray(given) ? (given[column] ?? given.at(-1)) : given
  return typeof own === 'number' && own > 0 ? own : 1
}

const longestWord = (values: unknown): number =>
  Math.max(
    0,
    ...(Array.isArray(values) ? values.slice(0, maxRows) : [values])
      .filter(value => ['string', 'number', 'boolean'].includes(typeof value))
      .flatMap(value =>
        String(value)
          .slice(0, 1_000)
          .split(/\s+|<br\s*\/?>/i),
      )
      .map(word => Math.min(word.length, maxLetters)),
  )

const templateOf = (layout: JsonObject): JsonObject => asObject(asObject(layout.template).layout)

function fontSizeOf(part: JsonObject, layout: JsonObject): number {
  const sizes = [part.font, layout.font, templateOf(layout).font].map(font => asObject(font).size)
  return sizes.find(size => typeof size === 'number') ?? 12
}

/** The share of the plot's width that the table has. */
function shareOf(trace: JsonObject, layout: JsonObject): number {
  const { x, column } = asObject(trace.domain)
  const [from, to] = asList(x).map(Number)
  if (from !== undefined && to !== undefined && to > from) return to - from
  const { columns } = asObject(layout.grid)
  return typeof column === 'number' && typeof columns === 'number' && columns > 0 ? 1 / columns : 1
}

/** Beside the plot; the library's own are 80 pixels each. */
function marginsOf(layout: JsonObject): number {
  const [own, template] = [asObject(layout.margin), asObject(templateOf(layout).margin)]
  const side = (name: 'l' | 'r') => [own[name], template[name]].find(each => typeof each === 'number') ?? 80
  return side('l') + side('r')
}
