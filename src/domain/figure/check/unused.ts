/** What was sent to be drawn and is not, for want of something else that would have it drawn. */

import { type FigureTree, kinds, none, type Place } from '../tree/figure-tree.ts'
import { headOf } from '../tree/head.ts'
import { lengthOf } from './arrays.ts'
import type { FigureView, TraceView } from './views.ts'

/** A histogram counts one of its arrays; the other is only added up when that is asked for. */
export function checkSums({ tree, findings }: FigureView, { place }: TraceView): void {
  const lies = tree.string(tree.member(place, 'orientation')) === 'h'
  const [counted, other] = (lies ? ['y', 'x'] : ['x', 'y']) as [string, string]
  const how = tree.string(tree.member(place, 'histfunc')) ?? 'count'
  const data = tree.member(place, other)
  if (how !== 'count' || !lengthOf(tree, tree.member(place, counted)) || !lengthOf(tree, data)) return
  findings.warn(
    data,
    `is not drawn: how often each ${counted} occurs is; set "histfunc": "sum" to add it up, or send bars`,
  )
}

/** An indicator that does not say what it shows, shows its number alone. */
export function checkMode({ tree, findings, layout }: FigureView, { place }: TraceView): void {
  if (tree.member(place, 'mode') !== none || tree.member(layout, 'template') !== none) return
  for (const name of ['gauge', 'delta']) {
    const part = tree.member(place, name)
    if (tree.is(part, kinds.object) && tree.first(part) !== none)
      findings.warn(part, `is not drawn unless mode names it; set "mode": "number+${name}"`)
  }
}

/** Words that are made of a point's further data. */
export function checkFurtherData({ tree, findings, frames }: FigureView, { place }: TraceView): void {
  if (frames !== none || tree.member(place, 'customdata') !== none) return
  for (const name of ['hovertemplate', 'texttemplate']) {
    const template = tree.member(place, name)
    if (template !== none && /%\{customdata\b/.test(tree.string(template) ?? ''))
      findings.warn(
        template,
        'names customdata, which the trace does not have; send an array with one a point',
      )
  }
}

/** Links of no width, and no other. */
export function checkFlows({ tree, findings }: FigureView, { place }: TraceView): void {
  const values = tree.at(place, 'link', 'value')
  if (!tree.is(values, kinds.array) || tree.end(values) - tree.start(values) > mostBytes) return
  if (tree.count(values) > 0 && headOf(tree, values).every(each => !(Number(each) > 0)))
    findings.warn(values, 'shows nothing: no link has a value above 0')
}

/** Longer arrays are taken for what they should be. */
const mostBytes = 4_096

/** Sliders under axes that are hidden. */
export function checkSliders({ tree, findings, layout }: FigureView): void {
  if (layout === none) return
  for (let axis = tree.first(layout); axis !== none && !findings.enough; axis = tree.next(axis)) {
    const slider = isAxis(tree, axis) ? tree.member(axis, 'rangeslider') : none
    const isWanted = tree.is(slider, kinds.object) && !tree.is(tree.member(slider, 'visible'), kinds.false)
    if (isWanted && tree.is(tree.member(axis, 'visible'), kinds.false))
      findings.warn(slider, 'is not drawn, since its axis is not visible')
  }
}

const isAxis = (tree: FigureTree, place: Place) => /^xaxis\d*$/.test(tree.key(place))
