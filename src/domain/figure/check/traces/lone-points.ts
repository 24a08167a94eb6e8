/** Warns of lines of which nothing is drawn, because no two points follow each other. */

import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { firstValues, lengthOf } from '../data/arrays.ts'
import { type FigureView, isHidden, type TraceView } from '../views.ts'

/** What draws something even where there is no line. */
const otherMarks = ['fill', 'stackgroup', 'error_x', 'error_y'] as const

export function checkLonePoints({ tree, findings, frames }: FigureView, { place }: TraceView): void {
  const mode = tree.member(place, 'mode')
  // In animations, the points come later.
  if (tree.string(mode) !== 'lines' || frames !== none || isHidden(tree, place)) return
  if (otherMarks.some(name => tree.member(place, name) !== none)) return
  const lists = [tree.member(place, 'x'), tree.member(place, 'y')].filter(each => each !== none).map(pointsOf)
  if (lists.length === 0 || !lists.every(each => each !== null)) return
  const count = Math.min(...lists.map(({ length }) => length))
  const points = Array.from({ length: count }, (_, i) => lists.every(list => list[i]))
  const drawn = points.filter(Boolean).length
  // Without any point, the trace may be there for the legend.
  if (drawn === 0) return
  const isConnected = tree.is(tree.member(place, 'connectgaps'), kinds.true)
  if (isConnected ? drawn > 1 : points.some((each, i) => each && points[i + 1])) return
  findings.warn(
    mode,
    drawn === 1
      ? 'draws no line of a single point; send "markers", or "lines+markers"'
      : 'draws no line, because no two points follow each other without a gap; send "lines+markers", or "connectgaps": true',
  )

  /** Whether each value is there; null if not all are read. */
  function pointsOf(list: Place): boolean[] | null {
    const values = firstValues(tree, list)
    if (values.length !== lengthOf(tree, list)) return null
    return values.map(each => each !== null && each !== '' && !Number.isNaN(each))
  }
}
