/** The matrix of a heatmap, contour, surface, image or carpet, with the values along its sides. */

import { isOfCategory } from '../../../plotly/schema/schema.ts'
import { valuesOf } from './typed-array.ts'
import { type Column, LazyValues, longest, type Values } from './values.ts'

/** Rows with one value for each y and column for each x. */
export interface Grid {
  readonly z: readonly Values[]
  readonly x: Values | null
  readonly y: Values | null
}

export const isRows = (values: Values): values is readonly unknown[] =>
  values.length > 0 && Array.isArray(values) && values.every(row => valuesOf(row) !== null)

/** Whether the type has a matrix in its data. Binned types compute theirs from lists. */
export const takesMatrix = (type: string): boolean =>
  ['surface', 'carpet', 'contourcarpet'].includes(type) ||
  (isOfCategory(type, '2dMap') && !type.startsWith('histogram'))

/** The matrix of a trace; null if its values are in a flat list. */
export function matrixOf(type: string, arrays: readonly Column[]): readonly Values[] | null {
  const found = ['z', 'y']
    .map(wanted => arrays.find(({ name, values }) => name === wanted && isRows(values)))
    .find(each => each !== undefined)
  if (!takesMatrix(type) || !found) return null
  return Array.from(found.values, row => valuesOf(row) ?? [])
}

/** Null if there are other columns than the matrix and the values along its sides. */
export function gridOf(z: readonly Values[], arrays: readonly Column[]): Grid | null {
  const flat = (name: string) => {
    const values = arrays.find(each => each.name === name)?.values ?? null
    return values && isRows(values) ? undefined : values
  }
  const [x, y] = [flat('x'), flat('y')]
  const alone = arrays.every(({ name }) => ['x', 'y', 'z'].includes(name))
  return alone && x !== undefined && y !== undefined ? { x, y, z } : null
}

/** The maximum number of levels of categories along a side. The charting library supports two. */
const maxLevels = 8

/** The cells of a matrix as columns, one row per cell. The matrix may be ragged. */
export function cellColumns(matrix: readonly Values[], arrays: readonly Column[]): readonly Column[] {
  const width = longest(matrix)
  const { cells, rowOf, startOf } = placesIn(matrix)
  const column = (name: string, at: (row: number, column: number) => unknown): Column => ({
    name,
    values: new LazyValues(cells, cell => {
      const row = rowOf(cell)
      return at(row, cell - startOf(row)) ?? null
    }),
  })
  const columns = arrays.flatMap(({ name, values }) => {
    const downwards = name === 'y' || name === 'b'
    if (isRows(values)) {
      const rows = values.map(row => valuesOf(row) ?? [])
      // These are two-level categories along a side, not values for each cell.
      if (rows.length !== matrix.length)
        return rows
          .slice(0, maxLevels)
          .map((level, i) => column(`${name}[${i}]`, (row, at) => level.at(downwards ? row : at)))
      return column(name, (row, at) => rows[row]?.at(at))
    }
    if (downwards || name === 'x' || name === 'a')
      return column(name, (row, at) => values.at(downwards ? row : at))
    return column(name, (row, at) => values.at(row * width + at))
  })
  const names = new Set(arrays.map(({ name }) => name))
  return [
    ...(names.has('x') || names.has('a') ? [] : [column('column', (_, at) => at)]),
    ...(names.has('y') || names.has('b') ? [] : [column('row', row => row)]),
    ...columns,
  ]
}

/** The row and column of each cell, counted row by row. */
function placesIn(matrix: readonly Values[]) {
  const starts = new Uint32Array(matrix.length + 1)
  for (const [row, { length }] of matrix.entries()) starts[row + 1] = (starts[row] as number) + length
  const startOf = (row: number) => starts[row] as number
  function rowOf(cell: number): number {
    let [low, high] = [0, matrix.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (startOf(middle + 1) > cell) high = middle
      else low = middle + 1
    }
    return low
  }
  return { cells: startOf(matrix.length), rowOf, startOf }
}
