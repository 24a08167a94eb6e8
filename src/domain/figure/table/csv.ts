/**
 * Writes a figure's data as a CSV file (RFC 4180), with the submitted digits.
 *
 * A single trace is written as its columns, a matrix as a grid with x at the top and y at the left. Traces with the same
 * x (or y, labels …) share that column, followed by a column of values per trace. Otherwise there is one row per point,
 * with the trace's name in the first column; or one row per value, if nearly all cells would be empty. An animation has one
 * row per point of each frame, which is named before the trace.
 */

import { gzipSync } from 'node:zlib'
import { type FigureText, utf8Of } from '../text.ts'
import { type TraceTable, tablesOf, withDistinctNames } from './columns.ts'
import { type CellWriter, cellWriter } from './csv-cells.ts'
import { type Lines, linesOf } from './csv-lines.ts'
import { frameTablesOf } from './frame-tables.ts'
import { readLazily } from './read.ts'

/** The CSV file for a stored `data`, or for `{"data": …, "frames": …}` (`tableTextOf`). */
export function writeCsv(text: FigureText): Buffer {
  const bytes = utf8Of(text)
  const tables = tablesIn(readLazily(bytes))
  for (const length of cellLengths) {
    const file = fileOf(linesOf(tables), cellWriter(length), maxBytes(bytes.length))
    if (file) return file
  }
  return fileOf(linesOf(tables), cellWriter(shortest), Number.POSITIVE_INFINITY) as Buffer
}

function tablesIn(figure: unknown): readonly TraceTable[] {
  if (Array.isArray(figure)) return withDistinctNames(tablesOf(figure))
  const { data, frames } = figure as Record<'data' | 'frames', readonly unknown[]>
  const tables = frameTablesOf(data, frames)
  // None of the frames changes the data.
  return tables.some(({ frame }) => frame) ? tables : tablesIn(data)
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
export const packCsv = (text: FigureText): Buffer =>
  Buffer.from(gzipSync(writeCsv(text)).toString('base64'), 'latin1')

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
