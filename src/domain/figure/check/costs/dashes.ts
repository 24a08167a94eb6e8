/** The costs of dashed lines whose dashes are shorter than a pixel: each dash is drawn all the same. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { sizeOf } from '../data/arrays.ts'
import { isHidden } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure } from './cost.ts'
import { givenAt } from './templates.ts'

/** Milliseconds per dash. Measured: 100 lines across the plot with dashes of 0.01 pixels 6.9 s; of grids 0.5 s. */
const dashMs = 0.002_4

/** Browsers draw a line with more dashes without them. */
const maxPerLine = 1_000_000

/** The assumed length of a line across the plot in pixels, and of each further point. */
const [across, perPoint] = [500, 20]

interface Line {
  readonly dash: Place
  /** Its number of points, if it is not straight. */
  readonly points: number
}

/** Of all traces and shapes together. */
export function dashCosts(figure: EstimatedFigure): readonly Cost[] {
  const { tree } = figure
  const fine = [...linesOf(figure)]
    .map(line => ({ ...line, period: periodOf(tree, line.dash) }))
    .filter(({ period }) => period < 1)
  const first = fine[0]
  if (!first) return []
  const counts = fine.map(({ points, period }) =>
    Math.min(maxPerLine, Math.round((across + perPoint * points) / period)),
  )
  const count = counts.reduce((sum, each) => sum + each, 0)
  return [{ ...costOf(first.dash, count, 'dashes', dashMs), instead: 'solid lines' }]
}

function* linesOf(figure: EstimatedFigure): Iterable<Line> {
  const { tree, layout, traces } = figure
  for (const { place, template } of traces) {
    if (isHidden(tree, place)) continue
    const dash = givenAt(tree, place, template, 'line', 'dash')
    const lengths = ['x', 'y', 'r', 'lat', 'a'].map(name => sizeOf(tree, tree.member(place, name)))
    if (dash !== none) yield { dash, points: Math.max(...lengths) }
  }
  const shapes = tree.member(layout, 'shapes')
  if (!tree.is(shapes, kinds.array)) return
  for (let shape = tree.first(shapes); shape !== none; shape = tree.next(shape))
    yield { dash: tree.at(shape, 'line', 'dash'), points: 0 }
}

/** Longer texts are no lists of lengths. */
const longest = 200

/** The mean length of a dash with its gap in pixels; NaN for names of dashes, which are longer, and without dashes. */
function periodOf(tree: FigureTree, dash: Place): number {
  const text = tree.string(dash)?.trim() ?? ''
  if (text.length > longest || !/^[\d.]/.test(text)) return Number.NaN
  const lengths = text.split(/[\s,]+/).map(Number.parseFloat)
  const sum = lengths.reduce((total, each) => total + each, 0)
  return sum === 0 ? Number.NaN : (sum / lengths.length) * 2
}
