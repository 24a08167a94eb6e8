/** Traces on axes of categories in two levels, which need two lists of names. */

import { none } from '../../tree/figure-tree.ts'
import { isFlat, lengthOf } from '../data/arrays.ts'
import type { FigureView, TraceView } from '../views.ts'
import { axisTypeOf } from './names.ts'

/** Types whose points get numbers as positions if there are none, which the library cannot place among categories. */
const indexed: ReadonlySet<string> = new Set(['scatter', 'scattergl', 'bar', 'waterfall', 'funnel', 'quiver'])
/** Types that are drawn beside the categories. */
const besideCategories: ReadonlySet<string> = new Set(['heatmap', 'contour', 'candlestick', 'ohlc', 'carpet'])

const remedy =
  'send two lists of names, [[outer, …], [inner, …]], or leave out the type of the axis, "multicategory"'

/** Refuses traces that have no names on such an axis, and warns of those with one list, of which nothing is drawn. */
export function checkTwoLevels(figure: FigureView, trace: TraceView): void {
  const { tree, findings, frames } = figure
  const { place, type } = trace
  for (const letter of ['x', 'y'] as const) {
    if (axisTypeOf(figure, trace, letter) !== 'multicategory') continue
    const data = tree.member(place, letter)
    const points = lengthOf(tree, tree.member(place, letter === 'x' ? 'y' : 'x'))
    if (type === 'image')
      findings.error(place, 'cannot be drawn on an axis of categories; leave out the type of the axis')
    else if (!lengthOf(tree, data)) {
      if (!points || besideCategories.has(type)) continue
      if (indexed.has(type)) findings.error(place, `is missing; ${remedy}`, letter)
      else if (/^(?:box|violin)$/.test(type) && frames === none && !findings.enough)
        findings.warn(place, `is missing, so nothing is drawn; ${remedy}`, letter)
    } else if (isFlat(tree, data)) {
      if (type === 'contour') findings.error(data, `is one list; ${remedy}`)
      else if (!findings.enough) findings.warn(data, `is one list, so nothing is drawn; ${remedy}`)
    }
  }
}
