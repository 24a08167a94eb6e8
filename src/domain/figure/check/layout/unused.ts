/** Warns of settings for axes that no trace uses. */

import { isOfCategory } from '../../../../plotly/schema/schema.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import type { FigureView } from '../views.ts'

/** Where the axes of other kinds of subplots are configured. */
const elsewhere: readonly (readonly [category: string, remedy: (letter: string) => string])[] = [
  ['gl3d', letter => `; a scene has them in "scene": {"${letter}axis": …}`],
  ['polar', () => '; polar ones are "polar": {"radialaxis": …, "angularaxis": …}'],
  ['ternary', () => '; ternary ones are "ternary": {"aaxis": …, "baxis": …, "caxis": …}'],
]

/** Settings that show an intention to display the axis. Others, such as hiding it, are common without axes. */
const shown = ['title', 'range', 'type', 'tickvals', 'tickformat', 'dtick'] as const

/** Warns of such settings if no trace is on cartesian axes. */
export function checkUnusedAxes(figure: FigureView): void {
  const { tree, findings, parts, traces, types, frames, layout } = figure
  if (parts.axes.length === 0 || traces.length === 0 || findings.enough || frames !== none) return
  for (const type of types) if (isOnPlane(type)) return
  for (const name of ['grid', 'shapes', 'images', 'annotations', 'updatemenus'])
    if (tree.member(layout, name) !== none) return
  for (const { place, letter } of parts.axes) {
    const name = shown.find(each => isSet(figure, place, each))
    if (name === undefined || tree.is(tree.member(place, 'visible'), kinds.false)) continue
    const [, remedy] =
      elsewhere.find(([category]) => [...types].some(type => isOfCategory(type, category))) ?? []
    findings.warn(place, `is not drawn, because no trace has such an axis${remedy?.(letter) ?? ''}`)
  }
}

const isOnPlane = (type: string) => isOfCategory(type, 'cartesian') || isOfCategory(type, 'carpet')

/** Whether an attribute is set. An empty title counts as not set. */
function isSet({ tree }: FigureView, axis: Place, name: string): boolean {
  const member = tree.member(axis, name)
  if (name !== 'title') return member !== none
  const text = tree.string(tree.is(member, kinds.object) ? tree.member(member, 'text') : member)
  return text !== null && text.trim() !== ''
}

/** Warns of traces outside the grid, and of a grid of which all traces are in the first cell. */
export function checkCells(figure: FigureView): void {
  checkFirstCell(figure)
  checkOutside(figure)
}

/** The numbers of rows and columns. */
const sizeOf = ({ tree }: FigureView, grid: Place): readonly [rows: number, columns: number] => {
  const [rows = 1, columns = 1] = ['rows', 'columns'].map(name => tree.number(tree.member(grid, name)) ?? 1)
  return [rows, columns]
}

/** Warns of a trace in a cell or on axes that the grid does not have. Axes with a domain of their own need no cell. */
function checkOutside(figure: FigureView): void {
  const { tree, findings, layout, traces, parts } = figure
  const grid = tree.member(layout, 'grid')
  if (
    !tree.is(grid, kinds.object) ||
    ['subplots', 'xaxes', 'yaxes'].some(name => tree.member(grid, name) !== none)
  )
    return
  const [rows, columns] = sizeOf(figure, grid)
  if (!(rows * columns > 1)) return
  const isFree = tree.string(tree.member(grid, 'pattern')) === 'independent'
  const most = { x: isFree ? rows * columns : columns, y: isFree ? rows * columns : rows }
  for (const { place, type } of traces) {
    if (findings.enough) return
    for (const [name, count] of [
      ['row', rows],
      ['column', columns],
    ] as const) {
      const cell = tree.at(place, 'domain', name)
      if ((tree.number(cell) ?? 0) >= count)
        findings.warn(cell, `is not a ${name} of the grid, which has ${count}, counted from 0`)
    }
    if (!isOfCategory(type, 'cartesian')) continue
    for (const letter of ['x', 'y'] as const) {
      const axis = tree.member(place, `${letter}axis`)
      const id = tree.string(axis) ?? letter
      const own = parts.axes.find(each => each.id === id)?.place ?? none
      const isPlaced = ['domain', 'overlaying', 'anchor'].some(each => tree.member(own, each) !== none)
      if (isPlaced || !(Number(id.slice(1) || 1) > most[letter])) continue
      const remedy = isFree ? '' : '; with "pattern": "independent" each cell has axes of its own'
      findings.warn(
        axis,
        `is not in the grid, which has ${rows} × ${columns} cells and the ${letter} axes 1 to ${most[letter]}, so it covers the others${remedy}`,
      )
    }
  }
}

function checkFirstCell({ tree, findings, layout, parts, traces, frames }: FigureView): void {
  const grid = tree.member(layout, 'grid')
  if (grid === none || findings.enough || frames !== none || traces.length < 2) return
  const [rows, columns] = ['rows', 'columns'].map(name => tree.number(tree.member(grid, name)) ?? 1) as [
    number,
    number,
  ]
  if (!(rows * columns > 1) || parts.axes.some(({ id }) => id.length > 1)) return
  if (['subplots', 'xaxes', 'yaxes'].some(name => tree.member(grid, name) !== none)) return
  const inFirst = traces.every(
    ({ place, type }) =>
      isOfCategory(type, 'cartesian') &&
      type !== 'splom' &&
      ['xaxis', 'yaxis'].every(name => tree.member(place, name) === none),
  )
  if (inFirst)
    findings.warn(
      grid,
      `has ${rows * columns} cells, but all traces are in the first; assign the others to the axes of their cells, such as "xaxis": "x2", "yaxis": "y2"`,
    )
}

/** Warns of a color axis that no trace uses. Frames, buttons and templates may use it. */
export function checkUnusedColours({
  tree,
  findings,
  layout,
  data,
  parts,
  traces,
  frames,
}: FigureView): void {
  const axis = parts.others.find(({ kind }) => kind === 'coloraxis')
  if (!axis || findings.enough || traces.length === 0 || frames !== none) return
  if (['template', 'updatemenus', 'sliders'].some(name => names(tree.member(layout, name)))) return
  if (!names(data))
    findings.warn(
      axis.place,
      `is not used, because no trace refers to it; send "coloraxis": "${axis.id}" beside the numbers that it should colour`,
    )

  /** Whether a text in the part looks like the attribute `coloraxis`; in doubt there is no warning. */
  function names(place: Place): boolean {
    if (place === none) return false
    const bytes = tree.bytes.subarray(tree.start(place), tree.end(place))
    return bytes.includes(place === data ? '"coloraxis"' : '"coloraxis":"')
  }
}
