/** What a figure's traces hold, as columns: one value a row, for tables, files and descriptions. */

import { isPointArray, speakOfSamePoints } from '../../../plotly/point-arrays.ts'
import { isOfCategory } from '../../../plotly/schema.ts'
import { neededData, parallelData } from '../../../plotly/trace-data.ts'
import { valuesOf } from '../typed-array.ts'
import { cellColumns, type Grid, gridOf, isRows, matrixOf, takesMatrix } from './matrix.ts'
import { type Column, LazyValues, longest } from './values.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export interface TraceTable {
  readonly type: string
  /** The trace's name, else `trace 3` as the charting library says; what part of it, where it has several. */
  readonly name: string
  readonly columns: readonly Column[]
  /** Set where the columns are a matrix that nothing else belongs to. */
  readonly grid: Grid | null
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof LazyValues) &&
  !JSON.isRawJSON(value)

/** Of each trace one table, or several where it has points of two kinds. */
export const tablesOf = (traces: readonly unknown[]): readonly TraceTable[] =>
  traces.flatMap((trace, index) => (isObject(trace) ? tablesOfTrace(trace, index) : []))

const typeOf = ({ type }: JsonObject): string => (typeof type === 'string' ? type : 'scatter')

/** As the legend would call it: `trace 0` for one without a name. */
export function nameOf({ name }: JsonObject, index: number): string {
  if (typeof name === 'string' && name !== '') return name
  return typeof name === 'number' ? String(name) : `trace ${index}`
}

function tablesOfTrace(trace: JsonObject, index: number): readonly TraceTable[] {
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
  const columns = [...dimensions, ...withImplicitX(trace, type, arrays).flatMap(splitRows(type))]
  if (columns.length === 0) return [table(singleValues(trace, type))].filter(each => each.columns.length > 0)
  return partsOf(type, columns).map(part => table(part, partName(type, part)))
}

/** Things of the same name are told apart: `Height`, `Height (2)`. */
export function withDistinctNames<T extends { readonly name: string }>(things: readonly T[]): readonly T[] {
  const seen = new Set<string>()
  // Where to go on counting: of thousands of one name each is looked at once.
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

/** Every array of the trace that has one value a point, by the charting library's schema. */
function arraysOf(container: JsonObject, type: string, path = ''): Column[] {
  return Object.entries(container).flatMap(([key, value]): Column[] => {
    const name = path + key
    const values = valuesOf(value)
    if (values) return isPointArray(type, name) ? [{ name, values }] : []
    // A map's shapes are large, and no values.
    return isObject(value) && key !== 'geojson' ? arraysOf(value, type, `${name}.`) : []
  })
}

/** What the trace is made of comes first, in the order in which people say it: x, y, then the rest as it was sent. */
function inOrder(type: string, columns: readonly Column[]): readonly Column[] {
  const needed = [...(parallelData[type] ?? []).flat(), ...(neededData[type] ?? []).flat()]
  const known = takesMatrix(type) ? ['x', 'y', 'a', 'b', 'z'] : [...needed, 'x', 'y', 'z']
  const rank = ({ name }: Column) => (known.includes(name) ? known.indexOf(name) : known.length)
  return columns.toSorted((a, b) => rank(a) - rank(b))
}

/** More values a point stay one: rows of unequal length would be columns of holes. */
const mostSplit = 100

/** Categories of two levels, and several values a point, as columns of their own: `x[0]`, `customdata[1]`. */
const splitRows =
  (type: string) =>
  ({ name, values }: Column): readonly Column[] => {
    if (!isRows(values)) return [{ name, values }]
    const rows = values.map(row => valuesOf(row) ?? [])
    const twoLevels = /^[xy]$/.test(name) && isOfCategory(type, 'cartesian')
    if (twoLevels) return rows.map((row, i) => ({ name: `${name}[${i}]`, values: row }))
    const width = longest(rows)
    if (width > mostSplit) return [{ name, values }]
    return Array.from({ length: width }, (_, i) => ({
      name: `${name}[${i}]`,
      values: new LazyValues(rows.length, row => rows[row]?.at(i) ?? null),
    }))
  }

const numberOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other)

/** Points that are placed by counting get the places that the charting library gives them. */
function withImplicitX(trace: JsonObject, type: string, columns: readonly Column[]): readonly Column[] {
  const counts = parallelData[type]?.[0]?.join() === 'x,y'
  const [given, missing] = columns.some(({ name }) => name === 'x') ? ['x', 'y'] : ['y', 'x']
  const values = columns.find(({ name }) => name === given)?.values
  if (!counts || !values || isRows(values) || columns.some(({ name }) => name === missing)) return columns
  const [first, step] = [numberOr(trace[`${missing}0`], 0), numberOr(trace[`d${missing}`], 1)]
  // A first place that is a date is left to the reader.
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
    return lines ? Array.from(lines, String).join(' ') : String(title ?? '')
  })
  const cells = Array.from(listIn('cells') ?? [], column => valuesOf(column) ?? [column])
  return Array.from({ length: Math.max(headers.length, cells.length) }, (_, i) => ({
    name: headers[i] ?? `column ${i}`,
    values: cells[i] ?? [],
  }))
}

/** Traces without arrays, such as an indicator: what they say, in one row. */
const singleValues = (trace: JsonObject, type: string): readonly Column[] =>
  [...(neededData[type] ?? []).flat(), ...(type === 'indicator' ? ['delta.reference'] : [])].flatMap(name => {
    const value = name.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), trace)
    return value === undefined || isObject(value) ? [] : [{ name, values: [value] }]
  })

/** Columns that speak of the same points stand together. */
function partsOf(type: string, columns: readonly Column[]): readonly (readonly Column[])[] {
  const parts: Column[][] = []
  for (const column of columns) {
    const part = parts.find(([first]) => first && speakOfSamePoints(type, first.name, column.name))
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
