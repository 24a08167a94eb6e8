/** The data of a figure's traces as columns, for tables, CSV files and descriptions. */

import { describeSamePoints, isPointArray } from '../../../plotly/schema/point-arrays.ts'
import { isOfCategory } from '../../../plotly/schema/schema.ts'
import { axisOfSamples, neededData, parallelData } from '../../../plotly/schema/trace-data.ts'
import { plainText } from '../title.ts'
import { cellColumns, type Grid, gridOf, isRows, matrixOf, takesMatrix } from './matrix.ts'
import { valuesOf } from './typed-array.ts'
import { type Column, LazyValues, longest, textOf } from './values.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface TraceTable {
  readonly type: string
  /** The trace's name (default: `trace 3`, like the charting library), with the name of the part if it has several. */
  readonly name: string
  readonly columns: readonly Column[]
  /** Set if the columns are nothing but a matrix. */
  readonly grid: Grid | null
  /** In an animation, the name of the frame that shows the trace so; empty for its state before the first one. */
  readonly frame?: string
}

/** Whether a value that `readLazily` has read is an object: neither an array nor a number that is kept as its text. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof LazyValues) &&
  !JSON.isRawJSON(value)

/** One table per trace, or several if a trace has several kinds of points. */
export const tablesOf = (traces: readonly unknown[]): readonly TraceTable[] =>
  traces.flatMap((trace, index) => (isObject(trace) ? tablesOfTrace(trace, index) : []))

const typeOf = ({ type }: JsonObject): string => (typeof type === 'string' ? type : 'scatter')

/** The name in the legend, such as `trace 0` for a trace without a name; a title that a trace has instead is its name. */
export const nameOf = (trace: JsonObject, index: number): string => ownNameOf(trace) ?? `trace ${index}`

/** The name or title that a trace has itself. */
export function ownNameOf({ name, title, type }: JsonObject): string | null {
  if (typeof name === 'string' && name !== '') return name
  if (typeof name === 'number') return String(name)
  const text = isObject(title) ? title.text : title
  return titled.has(type) && typeof text === 'string' ? plainText(text) || null : null
}

/** Types whose traces have a title of their own. */
const titled: ReadonlySet<unknown> = new Set(['indicator', 'pie', 'funnelarea'])

/** The tables of the trace at that index of `data`. */
export function tablesOfTrace(trace: JsonObject, index: number): readonly TraceTable[] {
  const type = typeOf(trace)
  const name = nameOf(trace, index)
  const table = (columns: readonly Column[], part = ''): TraceTable => ({
    type,
    name: part ? `${name}, ${part}` : name,
    columns: withDistinctNames(columns),
    grid: null,
  })
  if (type === 'table') return [table(tableColumns(trace))]
  if (type === 'indicator') return [table(singleValues(trace, type))]
  const arrays = inOrder(type, arraysOf(trace, type))
  const matrix = matrixOf(type, arrays)
  if (matrix) return [{ type, name, columns: cellColumns(matrix, arrays), grid: gridOf(matrix, arrays) }]
  const dimensions = dimensionColumns(trace.dimensions)
  const samples = type === 'box' ? samplesOfBoxes(trace, arrays) : null
  const columns = [...dimensions, ...withImplicitX(trace, type, arrays).flatMap(splitRows(type, samples))]
  if (columns.length === 0) return [table(singleValues(trace, type))].filter(each => each.columns.length > 0)
  return partsOf(type, columns).map(part => table(part, partName(type, part)))
}

/** Makes names distinct: `Height`, `Height (2)`. */
export function withDistinctNames<T extends { readonly name: string }>(things: readonly T[]): readonly T[] {
  const seen = new Set<string>()
  // The last number used per name, so that thousands of equal names are handled in linear time.
  const counts = new Map<string, number>()
  return things.map(thing => {
    let { name } = thing
    let count = counts.get(name) ?? 1
    while (seen.has(name)) name = `${thing.name} (${++count})`
    counts.set(thing.name, count)
    seen.add(name)
    return { ...thing, name }
  })
}

/** All arrays of a trace that have one value per point according to the charting library's schema. */
function arraysOf(container: JsonObject, type: string, path = ''): Column[] {
  return Object.entries(container).flatMap(([key, value]): Column[] => {
    const name = path + key
    const values = valuesOf(value)
    if (values) return isPointArray(type, name) ? [{ name, values }] : []
    // The shapes of a map are large and not data.
    return isObject(value) && key !== 'geojson' ? arraysOf(value, type, `${name}.`) : []
  })
}

/** Sorts the main columns first, in their usual order (x, y …), then the others as they were sent. */
function inOrder(type: string, columns: readonly Column[]): readonly Column[] {
  const needed = [...(parallelData[type] ?? []).flat(), ...(neededData[type] ?? []).flat()]
  const known = takesMatrix(type) ? ['x', 'y', 'a', 'b', 'z'] : [...needed, 'x', 'y', 'z']
  const rank = ({ name }: Column) => (known.includes(name) ? known.indexOf(name) : known.length)
  return columns.toSorted((a, b) => rank(a) - rank(b))
}

/** Rows with more values are not split into columns. */
const maxSplit = 100

/** Splits two-level categories and multiple values per point into columns: `x[0]`, `customdata[1]`. */
const splitRows =
  (type: string, samples: string | null) =>
  ({ name, values }: Column): readonly Column[] => {
    if (!isRows(values)) return [{ name, values }]
    const rows = values.map(row => valuesOf(row) ?? [])
    const twoLevels = /^[xy]$/.test(name) && name !== samples && isOfCategory(type, 'cartesian')
    if (twoLevels) return rows.map((row, i) => ({ name: `${name}[${i}]`, values: row }))
    const width = longest(rows)
    if (width > maxSplit) return [{ name, values }]
    return Array.from({ length: width }, (_, i) => ({
      name: `${name}[${i}]`,
      values: new LazyValues(rows.length, row => rows[row]?.at(i) ?? null),
    }))
  }

/** The name of the column with the samples of each box; null for boxes without given quartiles. */
function samplesOfBoxes({ orientation }: JsonObject, columns: readonly Column[]): 'x' | 'y' | null {
  if (!['q1', 'median', 'q3'].every(each => columns.some(({ name }) => name === each))) return null
  const isNested = (letter: 'x' | 'y') =>
    columns.some(({ name, values }) => name === letter && isRows(values))
  return axisOfSamples(orientation, { x: isNested('x'), y: isNested('y') })
}

const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other)

/** Adds the positions that the charting library gives to points without x or y. */
function withImplicitX(trace: JsonObject, type: string, columns: readonly Column[]): readonly Column[] {
  const counts = parallelData[type]?.[0]?.join() === 'x,y'
  const [given, missing] = columns.some(({ name }) => name === 'x') ? ['x', 'y'] : ['y', 'x']
  const values = columns.find(({ name }) => name === given)?.values
  if (!counts || !values || isRows(values) || columns.some(({ name }) => name === missing)) return columns
  const [first, step] = [numberOr(trace[`${missing}0`], 0), numberOr(trace[`d${missing}`], 1)]
  // Positions that start at a date are not computed.
  if (typeof trace[`${missing}0`] === 'string') return columns
  const added = { name: missing as string, values: new LazyValues(values.length, i => first + i * step) }
  return missing === 'x' ? [added, ...columns] : [...columns.slice(0, 1), added, ...columns.slice(1)]
}

function dimensionColumns(dimensions: unknown): readonly Column[] {
  if (!Array.isArray(dimensions)) return []
  return dimensions.flatMap((dimension, i): Column[] => {
    const values = isObject(dimension) ? valuesOf(dimension.values) : null
    const label = isObject(dimension) && typeof dimension.label === 'string' ? dimension.label : ''
    return values ? [{ name: label || `dimension ${i}`, values }] : []
  })
}

function tableColumns(trace: JsonObject): readonly Column[] {
  const listIn = (name: string) => (isObject(trace[name]) ? valuesOf(trace[name].values) : null)
  const headers = Array.from(listIn('header') ?? [], title => {
    const lines = valuesOf(title)
    return lines ? Array.from(lines, textOf).join(' ') : textOf(title ?? '')
  })
  const cells = Array.from(listIn('cells') ?? [], column => valuesOf(column) ?? [column])
  return Array.from({ length: Math.max(headers.length, cells.length) }, (_, i) => ({
    name: headers[i] ?? `column ${i}`,
    values: cells[i] ?? [],
  }))
}

/** The values of traces without arrays, such as indicators, as one row. */
const singleValues = (trace: JsonObject, type: string): readonly Column[] =>
  [...(neededData[type] ?? []).flat(), ...(type === 'indicator' ? ['delta.reference'] : [])].flatMap(name => {
    const value = name.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), trace)
    return value === undefined || isObject(value) ? [] : [{ name, values: [value] }]
  })

/** Groups columns that belong to the same points. */
function partsOf(type: string, columns: readonly Column[]): readonly (readonly Column[])[] {
  const parts: Column[][] = []
  for (const column of columns) {
    const part = parts.find(([first]) => first && describeSamePoints(type, first.name, column.name))
    if (part) part.push(column)
    else parts.push([column])
  }
  return parts
}

const partNames: Readonly<Record<string, readonly [RegExp, string, string]>> = {
  mesh3d: [/^[ijk]$|facecolor/, 'faces', 'vertices'],
  sankey: [/^link\./, 'links', 'nodes'],
}

function partName(type: string, [first]: readonly Column[]): string {
  const [pattern, yes, no] = partNames[type] ?? []
  return pattern && first ? ((pattern.test(first.name) ? yes : no) ?? '') : ''
}
