/** Sizes that no image can have, and grids of more subplots than can be drawn. */

import { none } from '../../tree/figure-tree.ts'
import { maxCount } from '../schema/counts.ts'
import type { FigureView } from '../views.ts'

/** Width × height of the largest image, in pixels, and the size of a figure that names none. */
const maxPixels = 40_000_000
const usual = { width: 700, height: 500 } as const

/** Finds an error in a layout whose own size no image may have. */
export function checkSize({ tree, findings, layout }: FigureView): void {
  const number = (name: 'width' | 'height') => tree.number(tree.member(layout, name))
  const [width, height] = [number('width'), number('height')]
  // A number that JSON carries no further is an error of its own.
  if (width === Number.POSITIVE_INFINITY || height === Number.POSITIVE_INFINITY) return
  if ((width ?? usual.width) * (height ?? usual.height) <= maxPixels) return
  const wider = (width ?? 0) >= (height ?? 0) ? 'width' : 'height'
  findings.error(
    tree.at(layout, wider),
    `${width ?? usual.width} × ${height ?? usual.height} is more than the ${maxPixels / 1e6} million pixels that an image may have`,
  )
}

/** Finds errors in a layout's grid: too many subplots, each side within its bound, or no room for any. */
export function checkGrid({ tree, findings, layout }: FigureView): void {
  const grid = tree.member(layout, 'grid')
  if (grid === none) return
  const [rows, columns] = ['rows', 'columns'].map(name => tree.number(tree.member(grid, name)) ?? 1) as [
    number,
    number,
  ]
  if (rows <= maxCount && columns <= maxCount && rows * columns > maxCount)
    findings.error(grid, `${rows} × ${columns} subplots are more than can be drawn; send at most ${maxCount}`)
  const hasCells = ['rows', 'columns', 'subplots', 'xaxes', 'yaxes'].some(
    name => tree.member(grid, name) !== none,
  )
  for (const gap of ['xgap', 'ygap'].map(name => tree.member(grid, name)))
    if (hasCells && tree.number(gap) === 1)
      findings.error(gap, 'leaves the subplots no room; send a share of their size below 1, such as 0.1')
}
