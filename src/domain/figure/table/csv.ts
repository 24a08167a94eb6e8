/**
 * A figure's data as a CSV file (RFC 4180): exact values, digits as they were submitted.
 *
 * One trace: its columns. A matrix: a grid, x above and y at the left. Traces over the same x (y, labels …): that
 * column once and each trace's values under its name. Else one row a point, the trace in the first column. What would
 * be nearly all holes: one row a value.
 */

import { gzipSync } from 'node:zlib'
import { utf8Of } from '../text.ts'
import { type TraceTable, tablesOf, withDistinctNames } from './columns.ts'
import type { Grid } from './matrix.ts'
import { readLazily } from './read.ts'
import { type Column, longest, type Values } from './values.ts'

/** Of a stored `data` text. */
export function writeCsv(data: string | Uint8Array): Buffer {
  return fileOf(linesOf(withDistinctNames(tablesOf(readLazily(utf8Of(data)) as unknown[]))))
}

/** The same as a document carries it: gzip, in base64. */
export const packCsv = (data: string | Uint8Array): Buffer =>
  Buffer.from(gzipSync(writeCsv(data)).toString('base64'), 'latin1')

type Lines = Iterable<readonly string[]>

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

/** How many cells a file has of which nobody would say that it is nothing but holes. */
const manyCells = 10_000
/** The most cells for each value. */
const mostHoles = 20

/** Columns of very unequal length, or of thousands of names: a few bytes may say that there are billions of empty cells. */
const isMostlyHoles = (cells: number, tables: readonly TraceTable[]): boolean =>
  cells > manyCells &&
  cells > mostHoles * sum(tables.map(({ columns }) => sum(columns.map(({ values }) => values.length))))

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

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
    if (one.at(i) !== other.at(i) && cell(one.at(i)) !== cell(other.at(i))) return false
  return true
}

const namesIn = (tables: readonly TraceTable[]): readonly string[] => [
  ...new Set(tables.flatMap(({ columns }) => columns.map(({ name }) => name))),
]

const stackedSize = (tables: readonly TraceTable[]): number =>
  sum(tables.map(({ columns }) => lengthOf(columns))) * (namesIn(tables).length + 1)

/** One row a point; a trace leaves empty what it does not have. */
function* stackedLines(tables: readonly TraceTable[]): Lines {
  const names = namesIn(tables)
  yield ['trace', ...names.map(cell)]
  for (const { name, columns } of tables) {
    const byName = new Map(columns.map(column => [column.name, column.values]))
    const found = names.map(wanted => byName.get(wanted))
    const length = lengthOf(columns)
    for (let row = 0; row < length; row++) yield [cell(name), ...found.map(values => cell(values?.at(row)))]
  }
}

/** One row a value, which no figure can blow up. */
function* longLines(tables: readonly TraceTable[]): Lines {
  yield ['trace', 'column', 'row', 'value']
  for (const { name, columns } of tables) {
    for (const { name: column, values } of columns) {
      for (let row = 0; row < values.length; row++)
        yield [cell(name), cell(column), String(row), cell(values.at(row))]
    }
  }
}

const lengthOf = (columns: readonly Column[]): number => longest(columns.map(({ values }) => values))

const columnsSize = (columns: readonly Column[]): number => lengthOf(columns) * columns.length

function* columnLines(columns: readonly Column[]): Lines {
  yield columns.map(({ name }) => cell(name))
  const length = lengthOf(columns)
  for (let row = 0; row < length; row++) yield columns.map(({ values }) => cell(values.at(row)))
}

// Where edges of cells are given there is one more of them than cells.
const widthOf = ({ z, x }: Grid): number => Math.max(x?.length ?? 0, longest(z))
const heightOf = ({ z, y }: Grid): number => Math.max(y?.length ?? 0, z.length)

const gridSize = (grid: Grid): number => widthOf(grid) * heightOf(grid)

function* gridLines(grid: Grid): Lines {
  const { z, x, y } = grid
  const [width, height] = [widthOf(grid), heightOf(grid)]
  yield ['y \\ x', ...Array.from({ length: width }, (_, i) => cell(x ? x.at(i) : i))]
  for (let row = 0; row < height; row++) {
    yield [cell(y ? y.at(row) : row), ...Array.from({ length: width }, (_, i) => cell(z[row]?.at(i)))]
  }
}

/** Texts of this length become bytes: a large file never stands in memory as single cells. */
const pieceLength = 256 * 1024

function fileOf(lines: Lines): Buffer {
  const pieces: Buffer[] = []
  let text = ''
  for (const cells of lines) {
    // A line of one empty cell would be an empty line, which readers skip.
    text += `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\r\n`
    if (text.length < pieceLength) continue
    pieces.push(Buffer.from(text))
    text = ''
  }
  pieces.push(Buffer.from(text))
  return joinAndFree(pieces)
}

/** Each piece goes as soon as it is copied: a large file stands in memory once. */
function joinAndFree(pieces: readonly Buffer[]): Buffer {
  const file = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    at += piece.copy(file, at)
    // Small ones are parts of memory that is shared.
    if (piece.buffer.byteLength === piece.length && piece.buffer instanceof ArrayBuffer)
      piece.buffer.transfer(0)
  }
  return file
}

/** What a spreadsheet would run, behind any quotes that already mark such a text. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/
const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

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
