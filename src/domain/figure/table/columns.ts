/** What a figure's traces hold, as columns: one value a row, for tables, files and descriptions. */

import { isPointArray, speakOfSamePoints } from '../../../plotly/point-arrays.ts'
import { isOfCategory } from '../../../plotly/schema.ts'
import { neededData, parallelData } from '../../../plotly/trace-data.ts'
import { valuesOf } from '../typed-array.ts'

export type Values = ArrayLike<unknown>
export type JsonObject = Readonly<Record<string, unknown>>

export interface Column {
  /** The attribute: `x`, `marker.size`; of dimensions and table columns their label. */
  readonly name: string
  readonly values: Values
}

/** Rows with one value for each y and column for each x. */
export interface Grid {
  readonly z: readonly Values[]
  readonly x: Values | null
  readonly y: Values | null
}

export interface TraceTable {
  readonly type: string
  /** The trace's name, else `trace 3` as the charting library says; what part of it, where it has several. */
  readonly name: string
  readonly columns: readonly Column[]
  /** Set where the columns are a matrix that nothing else belongs to. */
  readonly grid: Grid | null
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

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
  return things.map(thing => {
    let { name } = thing
    for (let i = 2; seen.has(name); i++) name = `${thing.name} (${i})`
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

const isRows = (values: Values): values is readonly Values[] =>
  values.length > 0 && Array.prototype.every.call(values, row => valuesOf(row) !== null)

/** Binned types take lists and make the matrix themselves. */
const takesMatrix = (type: string): boolean =>
  ['surface', 'carpet', 'contourcarpet'].includes(type) ||
  (isOfCategory(type, '2dMap') && !type.startsWith('histogram'))

/** The matrix of a heat map, contour, surface, image or carpet; null where its values are listed one by one. */
function matrixOf(type: string, arrays: readonly Column[]): readonly Values[] | null {
  const found = ['z', 'y']
    .map(wanted => arrays.find(({ name, values }) => name === wanted && isRows(values)))
    .find(each => each !== undefined)
  if (!takesMatrix(type) || !found) return null
  return (found.values as readonly unknown[]).map(row => valuesOf(row) ?? [])
}

function gridOf(z: readonly Values[], arrays: readonly Column[]): Grid | null {
  const flat = (name: string) => {
    const values = arrays.find(each => each.name === name)?.values ?? null
    return values && isRows(values) ? undefined : values
  }
  const [x, y] = [flat('x'), flat('y')]
  const alone = arrays.every(({ name }) => ['x', 'y', 'z'].includes(name))
  return alone && x !== undefined && y !== undefined && arrays.some(({ name }) => name === 'z')
    ? { x, y, z }
    : null
}

/** A matrix and what belongs to it, one cell a row. */
function cellColumns(matrix: readonly Values[], arrays: readonly Column[]): readonly Column[] {
  const width = Math.max(...matrix.map(row => row.length))
  const places = matrix.flatMap((_, row) => Array.from({ length: width }, (_, column) => ({ row, column })))
  const column = (name: string, at: (row: number, column: number) => unknown): Column => ({
    name,
    values: places.map(place => at(place.row, place.column) ?? null),
  })
  const told = arrays.flatMap(({ name, values }) => {
    const downwards = name === 'y' || name === 'b'
    if (isRows(values)) {
      const rows = values.map(row => valuesOf(row) ?? [])
      // Categories of two levels along a side, not a value for each cell.
      if (name !== 'z' && rows.length !== matrix.length)
        return rows.map((level, i) => column(`${name}[${i}]`, (row, at) => level[downwards ? row : at]))
      return column(name, (row, at) => rows[row]?.[at])
    }
    if (downwards || name === 'x' || name === 'a')
      return column(name, (row, at) => values[downwards ? row : at])
    return column(name, (row, at) => values[row * width + at])
  })
  const names = new Set(arrays.map(({ name }) => name))
  return [
    ...(names.has('x') || names.has('a') ? [] : [column('column', (_, at) => at)]),
    ...(names.has('y') || names.has('b') ? [] : [column('row', row => row)]),
    ...told,
  ]
}

/** Categories of two levels, and several values a point, as columns of their own: `x[0]`, `customdata[1]`. */
const splitRows =
  (type: string) =>
  ({ name, values }: Column): readonly Column[] => {
    if (!isRows(values)) return [{ name, values }]
    const rows = values.map(row => valuesOf(row) ?? [])
    const twoLevels = /^[xy]$/.test(name) && isOfCategory(type, 'cartesian')
    if (twoLevels) return rows.map((row, i) => ({ name: `${name}[${i}]`, values: row }))
    const width = Math.max(...rows.map(row => row.length))
    return Array.from({ length: width }, (_, i) => ({
      name: `${name}[${i}]`,
      values: rows.map(row => row[i] ?? null),
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
  const added = { name: missing as string, values: Array.from(values, (_, i) => first + i * step) }
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
