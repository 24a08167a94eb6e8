/** Checks that the positions of a carpet fit together: x and y have a column for each value of a and a row for each of b. */

import { counted } from '../../../faults.ts'
import { none, type Place } from '../../../tree/figure-tree.ts'
import { columnsOf, isFlat, lengthOf } from '../../data/arrays.ts'
import type { Findings } from '../../findings.ts'

interface CarpetData {
  readonly a: Place
  readonly b: Place
  readonly x: Place
  readonly y: Place
}

export function checkCarpetGrid(findings: Findings, { a, b, x, y }: CarpetData): void {
  const { tree } = findings
  if (x !== none && lengthOf(tree, x) && isFlat(tree, x) !== isFlat(tree, y)) checkMixed(findings, b, x, y)
  if (isFlat(tree, y)) return
  const rows = lengthOf(tree, y) ?? 0
  const columns = columnsOf(tree, y)
  const ofB = lengthOf(tree, b) ?? 0
  const fault = `has ${counted(ofB, 'value')}, but y has ${counted(rows, 'row')}; send one for each`
  if (ofB > rows) findings.error(b, fault)
  else if (ofB < rows && isFlat(tree, b)) findings.warn(b, `${fault}, because further rows are cut off`)
  const ofA = lengthOf(tree, a) ?? 0
  if (columns && ofA !== columns && isFlat(tree, a))
    findings.warn(
      a,
      `has ${counted(ofA, 'value')}, but y has ${counted(columns, 'column')}; send one for each, because the others are cut off`,
    )
  if (x !== none && !isFlat(tree, x)) checkSides(findings, x, { rows, columns })
}

/** Checks a list beside a matrix. The library takes the list for a column of points, and fails if there are fewer rows. */
function checkMixed(findings: Findings, b: Place, x: Place, y: Place): void {
  const { tree } = findings
  const [list, matrix] = isFlat(tree, y) ? [y, x] : [x, y]
  const fault = `is one list, but ${tree.key(matrix)} has rows; send both as rows, [[ … ], [ … ]], or both as lists`
  if ((lengthOf(tree, matrix) ?? 0) > (lengthOf(tree, b) ?? 0)) findings.error(list, fault)
  else findings.warn(list, fault)
}

/** Checks the sides of x, on which the library fails if it has more or fewer rows. */
function checkSides(
  findings: Findings,
  x: Place,
  y: { readonly rows: number; readonly columns: number },
): void {
  const { tree } = findings
  const rows = lengthOf(tree, x) ?? 0
  const columns = columnsOf(tree, x)
  if (rows !== y.rows) findings.error(x, `has ${counted(rows, 'row')}, but y has ${y.rows}; send as many`)
  else if (columns && y.columns && columns !== y.columns)
    findings.warn(
      x,
      `has ${counted(columns, 'column')}, but y has ${y.columns}, so the others are cut off; send as many`,
    )
}
