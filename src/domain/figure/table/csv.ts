/**
 * Writes a figure's data as a CSV file (RFC 4180), with the submitted digits.
 *
 * A single trace is written as its columns, a matrix as a grid with x at the top and y at the left. Traces with the same
 * x (or y, labels …) share that column, followed by a column of values per trace. Otherwise there is one row per point,
 * with the trace's name in the first column; or one row per value, if nearly all cells would be empty.
 */

import { gzipSync } from 'node:zlib'
import { shortened } from '../faults.ts'
import { utf8Of } from '../text.ts'
import { type TraceTable, tablesOf, withDistinctNames } from './columns.ts'
import type { Grid } from './matrix.ts'
import { readLazily } from './read.ts'
import { type Column, longest, type Values } from './values.ts'

/** The CSV file for a stored `data` text. */
export function writeCsv(data: string | Uint8Array): Buffer {
  const bytes = utf8Of(data)
  const tables = withDistinctNames(tablesOf(readLazily(bytes) as unknown[]))
  for (const length of cellLengths) {
    const file = fileOf(linesOf(tables), cellWriter(length), maxBytes(bytes.length))
    if (file) return file
  }
  return fileOf(linesOf(tables), cellWriter(shortest), Number.POSITIVE_INFINITY) as Buffer
}

/**
 * The maximum length of texts, in characters, in the order of the attempts: names and categories are repeated in every row of
 * theirs, so they are shortened if whole ones would make the file many times as large as the figure.
 */
const cellLengths = [Number.POSITIVE_INFINITY, 40]
const shortest = 8

const megabyte = 1024 * 1024
const maxBytes = (figureBytes: number): number =>
  Math.min(50 * figureBytes, Math.max(20 * figureBytes, 16 * megabyte))

/** The same, compressed by gzip and encoded in base64 for embedding in a document. */
export const packCsv = (data: string | Uint8Array): Buffer =>
  Buffer.from(gzipSync(writeCsv(data)).toString('base64'), 'latin1')

/** The values of each line's cells. */
type Lines = Iterable<readonly unknown[]>

function linesOf(tables: readonly TraceTable[]): Lines {
  const [only, ...more] = tables
  if (!only) return []
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

function areEqual(one: Values, other: Values): boolean {
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

/** One row per point. Cells of columns that a trace does not have are empty. */
function* stackedLines(tables: readonly TraceTable[]): Lines {
  const names = namesIn(tables)
  yield ['trace', ...names]
  for (const { name, columns } of tables) {
    const byName = new Map(columns.map(column => [column.name, column.values]))
    const found = names.map(wanted => byName.get(wanted))
    const length = lengthOf(columns)
    for (let row = 0; row < length; row++) yield [name, ...found.map(values => values?.at(row))]
  }
}

/** One row per value, whose number is bounded by the size of the figure. */
function* longLines(tables: readonly TraceTable[]): Lines {
  yield ['trace', 'column', 'row', 'value']
  for (const { name, columns } of tables) {
    for (const { name: column, values } of columns) {
      for (let row = 0; row < values.length; row++) yield [name, column, row, values.at(row)]
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

/** Text is converted to bytes in pieces of this length, so that a large file is never in memory as separate cells. */
const pieceLength = 256 * 1024

/** Null if the file would have more than `max` bytes. */
function fileOf(lines: Lines, cell: CellWriter, max: number): Buffer | null {
  const pieces: Buffer[] = []
  let text = ''
  let bytes = 0
  for (const values of lines) {
    const cells = values.map(cell)
    // Many CSV readers skip empty lines, so a single empty cell is quoted.
    text += `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\r\n`
    if (text.length < pieceLength) continue
    const piece = Buffer.from(text)
    bytes += piece.length
    if (bytes > max) return null
    pieces.push(piece)
    text = ''
  }
  pieces.push(Buffer.from(text))
  return joinAndFree(pieces)
}

/** Joins the pieces and frees each one once it is copied, so that a large file is in memory only once. */
function joinAndFree(pieces: readonly Buffer[]): Buffer {
  const file = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    at += piece.copy(file, at)
    // Small buffers are slices of a shared pool, which must not be detached.
    if (piece.buffer.byteLength === piece.length && piece.buffer instanceof ArrayBuffer)
      piece.buffer.transfer(0)
  }
  return file
}

/** Matches texts that a spreadsheet would run as a formula, after any leading apostrophes. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

type CellWriter = (value: unknown) => string

/**
 * Writes cells, whose texts have at most `max` characters. A missing value is an empty cell, an empty text is `""`. Numbers
 * are unchanged, including negative ones and those sent as text. A text that a spreadsheet would run as a formula gets a
 * leading `'`, by which spreadsheets mark texts. Removing the first `'` of `'=`, `''=` … restores the text.
 */
function cellWriter(max: number): CellWriter {
  /** Lists, which may stand in many rows, and their texts. */
  const nested = new WeakMap<object, string>()
  function textOf(value: unknown): string {
    if (typeof value !== 'object' || value === null) return shortened(jsonText(value), max)
    const known = nested.get(value)
    if (known !== undefined) return known
    const text = shortened(jsonText(value), max)
    nested.set(value, text)
    return text
  }
  return value => {
    if (value === null || value === undefined || Number.isNaN(value)) return ''
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    const text = typeof value === 'string' ? shortened(value, max) : textOf(value)
    if (text === '') return '""'
    const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
    return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
  }
}

const wholeCell = cellWriter(Number.POSITIVE_INFINITY)

/** The submitted digits of a number, or the JSON text of a nested value with typed arrays as plain ones. */
const jsonText = (value: unknown): string =>
  JSON.stringify(ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value) ?? ''
