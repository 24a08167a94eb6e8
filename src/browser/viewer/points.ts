/** The points of a figure for keyboard navigation: along a series, and from one series to the next. */

import type { JsonObject } from '../json.ts'
import type { HoverPoint } from './plotly.ts'
import { english, filled, type PageTexts } from './texts.ts'

type Values = ArrayLike<unknown>

/** The attributes that describe a point: the first of these lists of which a trace has any. */
const coordinates: readonly (readonly string[])[] = [
  ['open', 'high', 'low', 'close'],
  ['labels', 'values'],
  ['locations', 'z'],
  ['x', 'y', 'z'],
  ['theta', 'r'],
  ['lat', 'lon'],
  ['a', 'b', 'c'],
  ['real', 'imag'],
]

/** What is before a value of an attribute: its name, unless the value speaks for itself. */
const before = (name: string, { value }: PageTexts): string =>
  name === 'labels' || name === 'locations' ? '' : `${name === 'values' ? value : name} `

export interface Series {
  /** Its index among the figure's traces. */
  readonly index: number
  readonly name: string
  readonly length: number
  /** Describes a point, such as `x Jan, y 12`. */
  describe(point: number): string
  /** The point number of the charting library; for a matrix, row and column. */
  place(point: number): number | readonly [number, number]
}

/** The series of traces to which the charting library has added its defaults. */
export const seriesOf = (traces: readonly JsonObject[], texts = english): readonly Series[] =>
  traces.flatMap((trace, index): readonly Series[] => {
    if (trace.visible !== true) return []
    if (isMatrix(trace.z)) return rowsOf(trace, index, trace.z, texts)
    const lists = listsOf(trace, texts)
    const length = Math.max(0, ...lists.map(([, values]) => values.length))
    if (length === 0) return []
    const describe = (point: number) =>
      lists
        .map(([word, values]) => `${word}${valueAt(values, point) ?? texts.missing}`)
        .concat(Array.isArray(trace.text) && trace.text[point] ? [String(trace.text[point])] : [])
        .join(', ')
    return [{ index, name: nameOf(trace, index), length, describe, place: point => point }]
  })

/** The lists of values that describe each point of a trace, and the word before each value. */
function listsOf(trace: JsonObject, texts: PageTexts): readonly (readonly [word: string, values: Values])[] {
  const { dimensions, link, node } = trace as Grouped
  // Scatter matrices, parallel coordinates and parallel categories.
  if (dimensions) {
    return dimensions.flatMap(({ label, values, visible }) =>
      isList(values) && visible !== false ? [[label ? `${label} ` : '', values]] : [],
    )
  }
  if (link) return linksOf(link, node?.label ?? [], texts)
  // A z alone does not make points: it belongs to positions of several kinds.
  const names = coordinates.find(each => each.some(name => name !== 'z' && isList(trace[name]))) ?? []
  const place = names[0] === 'open' ? ['x', ...names] : names
  return place.flatMap(name => {
    const values = trace[name]
    return isList(values) ? [[before(name, texts), values]] : []
  })
}

/** Parts of traces that contain lists, with the charting library's defaults. */
interface Grouped {
  readonly dimensions?: readonly {
    readonly label?: string
    readonly values?: Values
    readonly visible?: boolean
  }[]
  readonly link?: { readonly source?: Values; readonly target?: Values; readonly value?: Values }
  readonly node?: { readonly label?: Values }
}

/** The links of a Sankey diagram, each between two nodes. */
function linksOf(
  { source = [], target = [], value = [] }: NonNullable<Grouped['link']>,
  labels: Values,
  texts: PageTexts,
) {
  const named = (node: unknown) => labels[Number(node)] || `node ${node}`
  const ways = Array.from(source, (node, link) => filled(texts.link, named(node), named(target[link])))
  return [['', ways] as const, [`${texts.value} `, value] as const]
}

const nameOf = ({ name }: JsonObject, index: number) => (typeof name === 'string' ? name : `trace ${index}`)

/** Each row of a matrix is a series. */
const rowsOf = (
  trace: JsonObject,
  index: number,
  z: readonly Values[],
  { missing }: PageTexts,
): readonly Series[] =>
  z.map((row, y) => ({
    index,
    name: nameOf(trace, index),
    length: row.length,
    describe: x => `x ${at(trace.x, x)}, y ${at(trace.y, y)}, z ${valueAt(row, x) ?? missing}`,
    place: x => [y, x],
  }))

/** Numbers are rounded, because nobody can follow twenty digits by ear. The data table has all of them. */
function valueAt(values: Values, point: number): unknown {
  const value = values[point]
  return typeof value === 'number' && !Number.isInteger(value)
    ? value.toLocaleString([], { maximumSignificantDigits: 6, useGrouping: false })
    : value
}

/** If a matrix does not name its columns, they are counted. */
const at = (values: unknown, place: number) => (isList(values) ? values[place] : undefined) ?? place

const isMatrix = (value: unknown): value is readonly Values[] =>
  Array.isArray(value) && value.length > 0 && value.every(row => isList(row))

/** Whether it is a flat list of values. */
const isList = (value: unknown): value is Values =>
  (Array.isArray(value) && !Array.isArray(value[0])) || (ArrayBuffer.isView(value) && 'length' in value)

/** A text as it is spoken: line breaks are pauses, and markup is removed. */
export const spoken = (text: string): string =>
  text.replace(/(<br ?\/?>)+/g, ', ').replace(/<\/?[a-z][^<>]*>/g, '')

/** What the charting library computed of each trace: of a matrix, the edges of its cells. */
export type Calculated = readonly (readonly {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
}[])[]

/** The point for which the charting library shows its hover label. */
export function hoverPoint(
  calculated: Calculated | undefined,
  { index, place }: Series,
  point: number,
): HoverPoint {
  const at = place(point)
  const [cells] = calculated?.[index] ?? []
  if (typeof at === 'number' || !cells) return { curveNumber: index, pointNumber: Number(at) }
  // A cell is between the edges of its column and those of its row.
  const middle = (edges: ArrayLike<number>, i: number) =>
    ((edges[i] ?? 0) + (edges[i + 1] ?? edges[i] ?? 0)) / 2
  return { curveNumber: index, xval: middle(cells.x, at[1]), yval: middle(cells.y, at[0]) }
}

/** Moves as the key says. False if there is nothing in that direction. */
export function move(at: { series: number; point: number }, all: readonly Series[], key: string): boolean {
  const within = (n: number, length: number) => Math.max(0, Math.min(n, length - 1))
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[key]
  const change = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined && change === undefined) return false
  at.series = within(at.series + (change ?? 0), all.length)
  at.point = within(at.point + (step ?? 0), all[at.series]?.length ?? 0)
  return true
}
