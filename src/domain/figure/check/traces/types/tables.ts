/** Checks tables. */

import { counted } from '../../../faults.ts'
import { kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { lengthOf } from '../../data/arrays.ts'
import { isTypedArray } from '../../data/typed-arrays.ts'
import type { Findings } from '../../findings.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Warns of cells that are not one list per column. */
export function checkColumns({ tree, findings }: FigureView, { place }: TraceView): void {
  const cells = tree.at(place, 'cells', 'values')
  const [headers, columns] = [lengthOf(tree, tree.at(place, 'header', 'values')), lengthOf(tree, cells)]
  const lists = [cells, tree.at(place, 'header', 'values')].filter(
    values => tree.is(values, kinds.array) && tree.mask(values) & kinds.object,
  )
  if (lists.length > 0) for (const values of lists) warnOfObjects(findings, values)
  else if (headers && columns && headers !== columns && tree.mask(cells) === kinds.array)
    findings.warn(
      cells,
      `contains ${counted(columns, 'column')} for ${counted(headers, 'header')}; send a list for each column, not for each row`,
    )
}

function warnOfObjects(findings: Findings, values: Place): void {
  const { tree } = findings
  let first = tree.first(values)
  while (first !== none && !tree.is(first, kinds.object)) first = tree.next(first)
  const [what, remedy] = isTypedArray(tree, first)
    ? ['typed arrays', 'send plain lists, or one typed array with a row for each column']
    : ['objects', 'send a list of the values of each column']
  findings.warn(values, `contains ${what}, which are drawn as [object Object]; ${remedy}`)
}
