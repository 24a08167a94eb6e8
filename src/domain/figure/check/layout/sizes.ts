/** Refuses layouts that are too large and grids with too many subplots. */

import { defaultSize } from '../../../../plotly/default-size.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { maxCount } from '../schema/counts.ts'
import type { FigureView } from '../views.ts'

/** The maximum of width × height in pixels. */
const maxPixels = 40_000_000

/** Of the size of a figure, margins above this share leave no room for a plot. */
const widestMargins = 0.95

/** Warns of margins that leave no room between them. */
export function checkMargins({ tree, findings, layout }: FigureView): void {
  const margin = tree.member(layout, 'margin')
  if (margin === none || findings.enough) return
  for (const [name, from, to] of [
    ['width', 'l', 'r'],
    ['height', 't', 'b'],
  ] as const) {
    const size = tree.number(tree.member(layout, name)) ?? defaultSize[name]
    const [before = 0, after = 0] = [from, to].map(side => tree.number(tree.member(margin, side)) ?? 0)
    if (before + after > size * widestMargins)
      findings.warn(
        margin,
        `${from} and ${to} are ${before + after} pixels of a ${name} of ${size}, which leaves no room for the plot; send less`,
      )
  }
}

/** Refuses a layout whose size is beyond the limit of images. */
export function checkSize({ tree, findings, layout }: FigureView): void {
  const number = (name: 'width' | 'height') => tree.number(tree.member(layout, name))
  const [width, height] = [number('width'), number('height')]
  // Infinite numbers are reported separately.
  if (width === Number.POSITIVE_INFINITY || height === Number.POSITIVE_INFINITY) return
  if ((width ?? defaultSize.width) * (height ?? defaultSize.height) <= maxPixels) return
  const wider = (width ?? 0) >= (height ?? 0) ? 'width' : 'height'
  findings.error(
    tree.at(layout, wider),
    `${width ?? defaultSize.width} × ${height ?? defaultSize.height} is more than the ${maxPixels / 1e6} million pixels that an image may have`,
  )
}

/** Refuses a grid with too many subplots, and checks its gaps. */
export function checkGrid({ tree, findings, layout }: FigureView): void {
  const grid = tree.member(layout, 'grid')
  if (grid === none) return
  const { rows, columns } = cellsOf(tree, grid)
  if (rows <= maxCount && columns <= maxCount && rows * columns > maxCount)
    findings.error(grid, `${rows} × ${columns} subplots are more than can be drawn; send at most ${maxCount}`)
  // The library ignores a grid of a single cell.
  if (rows * columns <= 1) return
  for (const [name, cells] of [
    ['xgap', columns],
    ['ygap', rows],
  ] as const) {
    const gap = tree.member(grid, name)
    if (tree.number(gap) !== 1) continue
    const message = 'leaves no room for the subplots; send a fraction of their size below 1, such as 0.1'
    // The size of a single cell cannot be computed, several have the size 0.
    if (cells === 1) findings.error(gap, message)
    else findings.warn(gap, message)
  }
}

/** The rows and columns of a grid, given as numbers or by the lists of its subplots or axes. */
function cellsOf(tree: FigureTree, grid: Place): { readonly rows: number; readonly columns: number } {
  const [rows, columns, subplots, xaxes, yaxes] = ['rows', 'columns', 'subplots', 'xaxes', 'yaxes'].map(
    name => tree.member(grid, name),
  ) as [Place, Place, Place, Place, Place]
  const isListed = tree.is(subplots, kinds.array)
  const listed = (list: Place) => (tree.is(list, kinds.array) ? tree.count(list) : 1)
  return {
    rows: tree.number(rows) ?? listed(isListed ? subplots : yaxes),
    columns: tree.number(columns) ?? (isListed ? tree.longestRow(subplots) : listed(xaxes)),
  }
}
