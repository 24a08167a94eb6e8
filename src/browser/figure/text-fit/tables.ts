/** Divides the width of a table among its columns, by their texts. */

import { asList } from '../../../plotly/json.ts'
import { type JsonObject, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { widestOf } from './lines.ts'
import { type Font, fontOf } from './measure.ts'
import { domainOf, lengthOf, plotOf } from './plot.ts'

/** Beside a text, as the library has it, and the lines between columns, in pixels. */
const beside = 2 * 8 + 2
/** More columns stay as they are, and more rows are not measured, nor more of a text. */
const maxColumns = 24
const maxRows = 60
const maxLength = 60
/** The largest share of a table that one column gets for texts that can be broken. */
const maxShare = 0.4
/** In pixels: of texts, and the smallest size of those whose words do not fit. */
const fontSize = 12
const minSize = 9

interface Column {
  /** The width of its longest word, and of its longest text, in pixels. */
  readonly word: number
  readonly text: number
}

/** By default all columns are equally wide, so that the words of some are cut off while others are empty. */
export function fitTables(context: FitContext): void {
  const { data, layout } = context.figure
  for (const trace of data.filter(({ type }) => type === 'table')) {
    const lists = ['header', 'cells'].map(name => asList(partOf(trace, name).values))
    const count = Math.max(...lists.map(({ length }) => length))
    if (trace.columnwidth !== undefined || count < 2 || count > maxColumns) continue
    const columns = columnsOf(trace, lists, count, context)
    const { x } = domainOf(partOf(trace, 'domain'), partOf(layout, 'grid'))
    const width = plotOf(context).width * lengthOf(x)
    if (columns.every(({ text }) => text <= width / columns.length)) continue
    trace.columnwidth = divide(columns, width).map(Math.round)
    const size = Math.floor((fontSize * width) / sum(columns.map(({ word }) => word)))
    if (size < fontSize) makeTextSmall(trace, Math.max(minSize, size))
  }
}

/** Each column gets its longest word, and a part of the rest by what its longest text needs beyond that. */
function divide(columns: readonly Column[], width: number): number[] {
  const max = Math.max(width * maxShare, width / columns.length)
  const wanted = columns.map(({ word, text }) => Math.max(word, Math.min(text, max)))
  const words = sum(columns.map(({ word }) => word))
  const share = Math.max(0, Math.min(1, (width - words) / Math.max(1, sum(wanted) - words)))
  return columns.map(({ word }, i) => word + share * (wanted[i]! - word))
}

function makeTextSmall(trace: JsonObject, size: number): void {
  for (const name of ['header', 'cells']) {
    const part = partOf(trace, name)
    trace[name] = { ...part, font: { size, ...partOf(part, 'font') } }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** `lists` are the columns of the header and of the cells. */
function columnsOf(
  trace: JsonObject,
  lists: readonly (readonly unknown[])[],
  count: number,
  context: FitContext,
): Column[] {
  const [header, cells] = [partOf(trace, 'header'), partOf(trace, 'cells')]
  const base = baseFonts(context)
  const { widthOf } = context
  const fonts = [fontOf(...base, { weight: 600 }, plainFont(header)), fontOf(...base, plainFont(cells))]
  const wordOf = (text: string, font: Font) =>
    widestOf(text.split(/\s+|<br\s*\/?>/i), each => widthOf(each, font))
  const textOf = (text: string, font: Font) =>
    widestOf(text.split(/<br\s*\/?>/i), each => widthOf(each, font))
  return Array.from({ length: count }, (_, i) => {
    const widest = (measure: typeof wordOf) =>
      beside +
      Math.max(...lists.map((list, part) => widestOf(textsOf(list[i]), text => measure(text, fonts[part]!))))
    return { word: widest(wordOf), text: widest(textOf) }
  })
}

/** The font of cells that may have one each: only a size for all of them counts. */
const plainFont = (part: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(partOf(part, 'font')).filter(([, value]) => !Array.isArray(value)))

const textsOf = (values: unknown): string[] =>
  (Array.isArray(values) ? values.slice(0, maxRows) : [values])
    .filter(value => ['string', 'number', 'boolean'].includes(typeof value))
    .map(value => String(value).slice(0, maxLength))
