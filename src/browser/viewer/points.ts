/** The points of a figure, as they are walked and spoken: along a series, and from one series to the next. */

import type { JsonObject } from '../json.ts'
import type { HoverPoint } from './plotly.ts'

type Values = ArrayLike<unknown>

/** What a point is told by, for the first of these that a trace has. */
const coordinates: readonly (readonly string[])[] = [
  ['open', 'high', 'low', 'close'],
  ['x', 'y', 'z'],
  ['labels', 'values'],
  ['theta', 'r'],
  ['locations', 'z'],
  ['lat', 'lon'],
  ['a', 'b', 'c'],
  ['real', 'imag'],
]

export interface Series {
  /** Its place among the figure's traces. */
  readonly index: number
  readonly name: string
  readonly length: number
  /** `x Jan, y 12`. */
  tell(point: number): string
  /** As the charting library names it: of a matrix by row and column. */
  place(point: number): number | readonly [number, number]
}

/** What can be walked of traces as the charting library completes them. */
export const seriesOf = (traces: readonly JsonObject[]): readonly Series[] =>
  traces.flatMap((trace, index): readonly Series[] => {
    const names = coordinates.find(each => each.some(name => isList(trace[name])))
    if (trace.visible !== true) return []
    if (isMatrix(trace.z)) return rowsOf(trace, index, trace.z)
    if (!names) return []
    const place = names[0] === 'open' && isList(trace.x) ? ['x', ...names] : names
    const lists = place.flatMap(name => (isList(trace[name]) ? [[name, trace[name]] as const] : []))
    const length = Math.max(...lists.map(([, values]) => values.length))
    if (length === 0) return []
    const tell = (point: number) =>
      lists
        .map(([name, values]) => `${name} ${values[point] ?? 'missing'}`)
        .concat(Array.isArray(trace.text) && trace.text[point] ? [String(trace.text[point])] : [])
        .join(', ')
    return [{ index, name: nameOf(trace, index), length, tell, place: point => point }]
  })

const nameOf = ({ name }: JsonObject, index: number) => (typeof name === 'string' ? name : `trace ${index}`)

/** Each row of a matrix is walked like a series. */
const rowsOf = (trace: JsonObject, index: number, z: readonly Values[]): readonly Series[] =>
  z.map((row, y) => ({
    index,
    name: nameOf(trace, index),
    length: row.length,
    tell: x => `x ${at(trace.x, x)}, y ${at(trace.y, y)}, z ${row[x] ?? 'missing'}`,
    place: x => [y, x],
  }))

/** Where a matrix says nothing of its places, they are counted. */
const at = (values: unknown, place: number) => (isList(values) ? values[place] : undefined) ?? place

const isMatrix = (value: unknown): value is readonly Values[] =>
  Array.isArray(value) && value.length > 0 && value.every(row => isList(row))

/** Values one after the other. */
const isList = (value: unknown): value is Values =>
  (Array.isArray(value) && !Array.isArray(value[0])) || (ArrayBuffer.isView(value) && 'length' in value)

/** What the charting library made of each trace: of a matrix, the edges of its cells. */
export type Calculated = readonly (readonly {
  readonly x: ArrayLike<number>
  readonly y: ArrayLike<number>
}[])[]

/** What the charting library shows when somebody points at it. */
export function hoverPoint(
  calculated: Calculated | undefined,
  { index, place }: Series,
  point: number,
): HoverPoint {
  const at = place(point)
  const [cells] = calculated?.[index] ?? []
  if (typeof at === 'number' || !cells) return { curveNumber: index, pointNumber: Number(at) }
  // A cell lies between the edges of its column and those of its row.
  const middle = (edges: ArrayLike<number>, i: number) =>
    ((edges[i] ?? 0) + (edges[i + 1] ?? edges[i] ?? 0)) / 2
  return { curveNumber: index, xval: middle(cells.x, at[1]), yval: middle(cells.y, at[0]) }
}

/** Where a key leads; false for a key that leads nowhere. */
export function move(at: { series: number; point: number }, all: readonly Series[], key: string): boolean {
  const within = (n: number, length: number) => Math.max(0, Math.min(n, length - 1))
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[key]
  const change = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined && change === undefined) return false
  at.series = within(at.series + (change ?? 0), all.length)
  at.point = within(at.point + (step ?? 0), all[at.series]?.length ?? 0)
  return true
}
