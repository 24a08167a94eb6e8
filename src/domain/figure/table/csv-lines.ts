/** Arranges the data of a figure as the lines of one table. */

import { shortened } from '../faults.ts'
import type { TraceTable } from './columns.ts'
import { wholeCell } from './csv-cells.ts'
import type { Grid } from './matrix.ts'
import { type Column, longest, type Values } from './values.ts'

/** The values of each line's cells. */
export type Lines = Iterable<readonly unknown[]>

/** The lines of the tables, in the form that has few empty cells (see `csv.ts`). */
export function linesOf(tables: readonly TraceTable[]): Lines {
  const [only, ...more] = tables
  if (!only) return []
  if (only.frame !== undefined)
    return isMostlyHoles(stackedSize(tables), tables) ? longLines(tables) : stackedLines(tables)
  if (more.length === 0 && only.grid && !isMostlyHoles(gridSize(only.grid), tables))
    return gridLines(only.grid)
  const columns = more.length === 0 ? only.columns : joined(tables)
  const [size, lines] = columns
    ? [columnsSize(columns), columnLines(columns)]
    : [stackedSize(tables), stackedLines(tables)]
  return isMostlyHoles(size, tables) ? longLines(tables) : lines
}

/** Smaller files may have any share of empty cells. */
const manyCells = 10_000
/** The maximum number of cells per value. */
const maxHoles = 20

/** Guards against tiny figures whose table would have billions of empty cells, such as columns of very unequal length. */
const isMostlyHoles = (cells: number, tables: readonly TraceTable[]): boolean =>
  cells > manyCells &&
  cells > maxHoles * sum(tables.map(({ columns }) => sum(columns.map(({ values }) => values.length))))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** The columns that traces can share. */
const shared = ['x', 'y', 'labels', 'locations', 'theta', 'x[0]'] as const

/** Joins traces that share a column. Null if the columns differ or there are no others. */
function joined(tables: readonly TraceTable[]): readonly Column[] | null {
  const has = (wanted: string) => tables.some(({ columns }) => columns.some(({ name }) => name === wanted))
  for (const name of shared) {
    // A single column is not a position in 3d or in a tree.
    if (has('parents') || (has('z') && (name === 'x' || name === 'y'))) continue
    if (tables.some(table => valueColumns(table, name).length === 0)) continue
    const places = tables.map(({ columns }) => columns.find(column => column.name === name)?.values)
    const [first] = places
    if (!first || !places.every(each => each && areEqual(first, each))) continue
    const values = tables.flatMap(table => valueColumns(table, name))
    return [{ name, values: first }, ...values]
  }
  return null
}

/** The characters of a trace's name in the names of its columns, of which there may be thousands. */
const longestBegin = 200

/** The value column of a trace under the trace's name, and its other columns. */
function valueColumns({ name, columns }: TraceTable, places: string): readonly Column[] {
  const values = columns.filter(column => column.name !== places)
  const begin = shortened(name, longestBegin)
  return values.map(column => ({ ...column, name: values.length === 1 ? name : `${begin} ${column.name}` }))
}

/** Whether two columns have the same cells. */
export function areEqual(one: Values, other: Values): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++)
    if (one.at(i) !== other.at(i) && wholeCell(one.at(i)) !== wholeCell(other.at(i))) return false
  return true
}

const namesIn = (tables: readonly TraceTable[]): readonly string[] => [
  ...new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name))),
]

const stackedSize = (tables: readonly TraceTable[]): number =>
  sum(tables.map(({ columns }) => lengthOf(columns))) * (namesIn(tables).length + 1)

/** The first columns of rows of several traces. */
const labels = ([first]: readonly TraceTable[]): readonly string[] =>
  first?.frame === undefined ? ['trace'] : ['frame', 'trace']

const beginOf = ({ name, frame }: TraceTable): readonly unknown[] =>
  // An empty text would be quoted.
  frame === undefined ? [name] : [frame || null, name]

/** One row per point. Cells of columns that a trace does not have are empty. */
function* stackedLines(tables: readonly TraceTable[]): Lines {
  const names = namesIn(tables)
  yield [...labels(tables), ...names]
  for (const table of tables) {
    const { columns } = table
    const begin = beginOf(table)
    const byName = new Map(columns.map(column => [column.name, column.values]))
    const found = names.map(wanted => byName.get(wanted))
    const length = lengthOf(columns)
    for (let row = 0; row < length; row++) yield [...begin, ...found.map(values => values?.at(row))]
  }
}

/** One row per value, whose number is bounded by the size of the figure. */
function* longLines(tables: readonly TraceTable[]): Lines {
  yield [...labels(tables), 'column', 'row', 'value']
  for (const table of tables) {
    const begin = beginOf(table)
    for (const { name: column, values } of table.columns) {
      for (let row = 0; row < values.length; row++) yield [...begin, column, row, values.at(row)]
    }
  }
}

const lengthOf = (columns: readonly Column[]): number => longest(columns.map(({ values }) => values))

const columnsSize = (columns: readonly Column[]): number => lengthOf(columns) * columns.length

function* columnLines(columns: readonly Column[]): Lines {
  yield columns.map(({ name }) => name)
  const length = lengthOf(columns)
  for (let row = 0; row < length; row++) yield columns.map(({ values }) => values.at(row))
}

// There is one x more than cells if x gives the edges.
const widthOf = ({ z, x }: Grid): number => Math.max(x?.length ?? 0, longest(z))
const heightOf = ({ z, y }: Grid): number => Math.max(y?.length ?? 0, z.length)

const gridSize = (grid: Grid): number => widthOf(grid) * heightOf(grid)

function* gridLines(grid: Grid): Lines {
  const { z, x, y } = grid
  const [width, height] = [widthOf(grid), heightOf(grid)]
  yield ['y \\ x', ...Array.from({ length: width }, (_, i) => (x ? x.at(i) : i))]
  for (let row = 0; row < height; row++) {
    yield [y ? y.at(row) : row, ...Array.from({ length: width }, (_, i) => z[row]?.at(i))]
  }
}
