/** Sizes that no image can have, and amounts that multiply. */

import { kinds, none } from '../../tree/figure-tree.ts'
import { lengthOf, numbersOf } from '../data/arrays.ts'
import { positionOf, spreadOf } from '../data/numbers.ts'
import { maxCount } from '../schema/counts.ts'
import type { FigureView, TraceView } from '../views.ts'

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

/** The corners of a mesh are chosen by number. */
export function checkMesh({ tree, findings }: FigureView, { place }: TraceView): void {
  const corners = lengthOf(tree, tree.member(place, 'x')) ?? 0
  // Nothing is drawn, so nothing fails.
  if (corners === 0) return
  for (const name of ['i', 'j', 'k']) {
    const data = tree.member(place, name)
    if (lengthOf(tree, data) === null) continue
    const numbers = numbersOf(tree, data)
    const wrong = numbers.findIndex(n => !(Number.isInteger(n) && n >= 0 && n < corners))
    if (wrong !== -1)
      findings.error(
        data,
        `${numbers[wrong]} is no corner; send whole numbers from 0 to ${corners - 1}, places in x`,
        wrong,
      )
  }
}

const mostCells = 50_000_000

/** Surfaces through a volume: each goes through every cell. */
export function checkVolume({ tree, findings }: FigureView, { place }: TraceView): void {
  const count = tree.at(place, 'surface', 'count')
  const cells = lengthOf(tree, tree.member(place, 'value')) ?? 0
  const surfaces = tree.number(count) ?? 1
  if (surfaces <= maxCount && surfaces * cells > mostCells)
    findings.error(
      count,
      `${surfaces} surfaces through ${cells} cells are more than can be drawn; send fewer of them`,
    )
}

/**
 * A violin is computed at every third of its bandwidth, from all of its points. The library keeps the bandwidth above
 * a ten-thousandth of the data's spread, so only a span that is far wider costs too much.
 */
export function checkViolin({ tree, findings }: FigureView, { place }: TraceView): void {
  const values = ['y', 'x'].map(name => tree.member(place, name)).find(data => data !== none) ?? none
  const span = tree.member(place, 'span')
  if (span === none || !tree.is(span, kinds.array)) return
  const spread = spreadOf(tree, values)
  const points = lengthOf(tree, values) ?? 0
  const [from, to] = tree.value(span) as unknown[]
  if (positionOf(from) > positionOf(to)) {
    findings.error(span, `ends before it begins; send ${JSON.stringify([to, from])}`)
    return
  }
  const length = spread ? spread[1] - spread[0] : 0
  const bandwidth = Math.max(tree.number(tree.member(place, 'bandwidth')) ?? length / 20, length / 10_000)
  const steps = spanLength(tree.value(span) as unknown[]) / (bandwidth / 3)
  if (steps * points > mostCells)
    findings.error(
      span,
      `makes about ${Number(steps.toPrecision(2))} steps of ${points} points each, more than can be drawn; send a span nearer to the data`,
    )
}

const spanLength = ([from, to]: readonly unknown[]) => {
  const length = Math.abs(Number(to ?? Number.NaN) - Number(from ?? Number.NaN))
  return Number.isFinite(length) ? length : 0
}
