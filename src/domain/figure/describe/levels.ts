/** Categories of two levels, such as a year and a quarter, as one name each. */

import type { TraceTable } from '../table/columns.ts'
import { LazyValues, textOf } from '../table/values.ts'
import { isMissing } from './values.ts'

/** The table with `x[0]` and `x[1]` joined to x, and the same for y: `2017 q1`. */
export function withJoinedLevels(table: TraceTable): TraceTable {
  // Those of boxes with given quartiles are the samples of each box.
  if (table.columns.some(({ name }) => name === 'median')) return table
  return { ...table, columns: (['x', 'y'] as const).reduce(joinLevels, table.columns) }
}

function joinLevels(columns: TraceTable['columns'], letter: 'x' | 'y'): TraceTable['columns'] {
  const [outer, inner] = [0, 1].map(
    level => columns.find(({ name }) => name === `${letter}[${level}]`)?.values,
  )
  if (!outer || !inner) return columns
  const nameAt = (row: number) => {
    const names = [outer.at(row), inner.at(row)].filter(each => !isMissing(each)).map(textOf)
    return names.length > 0 ? names.join(' ') : null
  }
  const values = new LazyValues(Math.max(outer.length, inner.length), nameAt)
  return columns.flatMap(column => {
    if (column.name === `${letter}[0]`) return [{ name: letter, values }]
    return column.name === `${letter}[1]` ? [] : [column]
  })
}
