/**
 * A figure's data as a CSV file (RFC 4180): exact values, digits as they were submitted.
 *
 * One trace: its columns. A matrix: a grid, x above and y at the left. Traces over the same x (y, labels …): that
 * column once and each trace's values under its name. Else one row a point, the trace in the first column.
 */

import { readDigits } from '../exact-json.ts'
import {
  type Column,
  type Grid,
  type TraceTable,
  tablesOf,
  type Values,
  withDistinctNames,
} from './columns.ts'

/** Of a stored `data` text. */
export function writeCsv(data: Uint8Array): Buffer {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString()
  const tables = withDistinctNames(tablesOf(readDigits(text) as unknown[]))
  const [only, ...more] = tables
  if (!only) return Buffer.alloc(0)
  if (more.length === 0) return only.grid ? gridFile(only.grid) : columnFile(only.columns)
  return columnFile(joined(tables) ?? stacked(tables))
}

/** Under which several traces may share their places, and what is then their value. */
const shared = ['x', 'y', 'labels', 'locations', 'theta', 'x[0]'] as const

/** One column of places and the traces' values beside it; null where the places differ, or are all there is. */
function joined(tables: readonly TraceTable[]): readonly Column[] | null {
  const has = (wanted: string) => tables.some(({ columns }) => columns.some(({ name }) => name === wanted))
  for (const name of shared) {
    // In space a point has its place by all three, in a tree a part by its parent.
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

/** A trace's values under its name, and what else it says of its points. */
function valueColumns({ name, columns }: TraceTable, places: string): readonly Column[] {
  const values = columns.filter(column => column.name !== places)
  return values.map(column => ({ ...column, name: values.length === 1 ? name : `${name} ${column.name}` }))
}

function areEqual(one: Values, other: Values): boolean {
  if (one.length !== other.length) return false
  for (let i = 0; i < one.length; i++)
    if (one[i] !== other[i] && cell(one[i]) !== cell(other[i])) return false
  return true
}

/** One row a point; a trace leaves empty what it does not have. */
function stacked(tables: readonly TraceTable[]): readonly Column[] {
  const names = [...new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name)))]
  const lengths = tables.map(({ columns }) => lengthOf(columns))
  const fill = (take: (table: TraceTable, row: number) => unknown): unknown[] =>
    tables.flatMap((table, i) => Array.from({ length: lengths[i] ?? 0 }, (_, row) => take(table, row)))
  return [
    { name: 'trace', values: fill(({ name }) => name) },
    ...names.map(name => {
      const found = new Map(tables.map(table => [table, table.columns.find(column => column.name === name)]))
      return { name, values: fill((table, row) => found.get(table)?.values[row]) }
    }),
  ]
}

const lengthOf = (columns: readonly Column[]): number =>
  columns.reduce((most, { values }) => Math.max(most, values.length), 0)

const columnFile = (columns: readonly Column[]): Buffer => fileOf(columnLines(columns))

function* columnLines(columns: readonly Column[]): Iterable<readonly string[]> {
  yield columns.map(({ name }) => cell(name))
  const length = lengthOf(columns)
  for (let row = 0; row < length; row++) yield columns.map(({ values }) => cell(values[row]))
}

const gridFile = (grid: Grid): Buffer => fileOf(gridLines(grid))

function* gridLines({ z, x, y }: Grid): Iterable<readonly string[]> {
  const width = Math.max(x?.length ?? 0, ...z.map(row => row.length))
  // Where edges of cells are given there is one more of them than cells.
  const height = Math.max(y?.length ?? 0, z.length)
  yield ['y \\ x', ...Array.from({ length: width }, (_, i) => cell(x ? x[i] : i))]
  for (let row = 0; row < height; row++) {
    yield [cell(y ? y[row] : row), ...Array.from({ length: width }, (_, i) => cell(z[row]?.[i]))]
  }
}

/** Texts of this length become bytes: a large file never stands in memory as single cells. */
const pieceLength = 64 * 1024

function fileOf(lines: Iterable<readonly string[]>): Buffer {
  const pieces: Buffer[] = []
  let text = ''
  for (const cells of lines) {
    // A line of one empty cell would be an empty line, which readers skip.
    text += `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\r\n`
    if (text.length < pieceLength) continue
    pieces.push(Buffer.from(text))
    text = ''
  }
  return Buffer.concat([...pieces, Buffer.from(text)])
}

/** What a spreadsheet would run, behind any quotes that already mark such a text. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/**
 * One value. Nothing there is an empty cell, an empty text `""`. Numbers stay as they are, also negative ones and
 * those sent as text. A text that a spreadsheet would take for a formula begins with one more `'`, the mark by which
 * spreadsheets know a text: whoever takes the first `'` of `'=`, `''=` … away has the text again.
 */
function cell(value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : jsonText(value)
  if (text === '') return '""'
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A number's own digits, or what is nested in a cell: JSON knows no typed arrays, which are never DataViews here. */
const jsonText = (value: unknown): string =>
  JSON.stringify(ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value) ?? ''
