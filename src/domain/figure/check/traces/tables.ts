/** Checks tables. */

import { counted } from '../../faults.ts'
import { kinds } from '../../tree/figure-tree.ts'
import { lengthOf } from '../data/arrays.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Warns of cells that are not one list per column. */
export function checkColumns({ tree, findings }: FigureView, { place }: TraceView): void {
  const cells = tree.at(place, 'cells', 'values')
  const [headers, columns] = [lengthOf(tree, tree.at(place, 'header', 'values')), lengthOf(tree, cells)]
  const objects = [cells, tree.at(place, 'header', 'values')].filter(
    values => tree.is(values, kinds.array) && tree.mask(values) & kinds.object,
  )
  if (objects.length > 0)
    for (const values of objects)
      findings.warn(
        values,
        'contains objects, which are drawn as [object Object]; send a list of the values of each column',
      )
  else if (headers && columns && headers !== columns && tree.mask(cells) === kinds.array)
    findings.warn(
      cells,
      `contains ${counted(columns, 'column')} for ${counted(headers, 'header')}; send a list for each column, not for each row`,
    )
}
