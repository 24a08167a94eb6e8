/** Checks the lengths of bars, funnels and waterfalls. */

import { isNumeric } from '../../../../../plotly/schema/values.ts'
import { kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { isDate } from '../../data/dates.ts'
import { warnOfFirst } from '../../data/first-wrong.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Warns of names where bars have their lengths: y, or x if they are horizontal. */
export function checkBarLengths({ tree, findings }: FigureView, { place }: TraceView): void {
  const lies = tree.string(tree.member(place, 'orientation')) === 'h'
  const [lengths, places] = (lies ? ['x', 'y'] : ['y', 'x']).map(name => tree.member(place, name)) as [
    Place,
    Place,
  ]
  if (findings.enough) return
  checkOnlyNames()
  if (!tree.is(lengths, kinds.array) || tree.mask(lengths) !== kinds.string) return
  if (
    !tree.is(places, kinds.array) ||
    tree.mask(places) !== kinds.number ||
    headOf(tree, lengths).some(each => isNumeric(each) || isDate(String(each)))
  )
    return
  findings.warn(
    lengths,
    `contains names where these bars expect their lengths; swap x and y, or ${lies ? 'leave orientation out' : 'set "orientation": "h"'}`,
  )

  /** Warns of a bar trace that has only names, whose lengths would be their numbers. */
  function checkOnlyNames(): void {
    const sent = [lengths, places].filter(each => each !== none)
    const [names] = sent
    if (sent.length !== 1 || names === undefined || !tree.is(names, kinds.array)) return
    if (
      tree.mask(names) !== kinds.string ||
      headOf(tree, names).some(each => isNumeric(each) || isDate(String(each)))
    )
      return
    const other = tree.key(names) === 'x' ? 'y' : 'x'
    findings.warn(
      names,
      `contains names, but ${other} with the lengths of the bars is missing, so bars are drawn that mean nothing; send ${other}`,
    )
  }
}

/** Warns of names in the x of a funnel, which is horizontal by default. */
export function checkFunnel({ tree, findings }: FigureView, { place }: TraceView): void {
  const [x, y] = [tree.member(place, 'x'), tree.member(place, 'y')]
  if (findings.enough || tree.member(place, 'orientation') !== none) return
  if (!tree.is(x, kinds.array) || !tree.is(y, kinds.array)) return
  if (tree.mask(x) === kinds.string && tree.mask(y) === kinds.number && !headOf(tree, x).every(isNumeric))
    findings.warn(x, 'contains names where a funnel expects lengths; swap x and y, or set "orientation": "v"')
}

const measures: ReadonlySet<unknown> = new Set(['relative', 'r', 'absolute', 'a', 'total', 't', '', null])

/** Warns of unknown measures of a waterfall, which the library treats as relative. */
export function checkMeasures({ tree, findings }: FigureView, { place }: TraceView): void {
  const isOther = (each: unknown) => !measures.has(each)
  const message = 'is not one of relative, absolute, total, so the bar is drawn as relative'
  warnOfFirst(findings, tree.member(place, 'measure'), isOther, message)
}
