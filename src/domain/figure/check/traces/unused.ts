/** What was sent to be drawn and is not, for want of something else that would have it drawn. */

import { isNumeric } from '../../../../plotly/values.ts'
import { kinds, none } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { lengthOf } from '../data/arrays.ts'
import { axisOf } from '../data/dates.ts'
import type { FigureView, TraceView } from '../views.ts'

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

/** Errors are lengths, which dates and names have none of. */
export function checkErrors(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  for (const letter of ['x', 'y'] as const) {
    const errors = tree.member(trace.place, `error_${letter}`)
    const isSent = ['array', 'value'].some(name => tree.member(errors, name) !== none)
    if (!isSent || tree.is(tree.member(errors, 'visible'), kinds.false)) continue
    const type = tree.string(tree.member(axisOf(figure, trace, letter), 'type')) ?? '-'
    const data = tree.member(trace.place, letter)
    const areWords = () =>
      lengthOf(tree, data) !== null &&
      tree.mask(data) === kinds.string &&
      headOf(tree, data).every(each => !isNumeric(each))
    if (type === '-' ? areWords() : type !== 'linear' && type !== 'log')
      findings.warn(errors, 'is not drawn: errors are drawn along numbers, not along dates and names')
  }
}

/** Texts are all that is drawn, and there are none. */
export function checkTexts({ tree, findings }: FigureView, { place }: TraceView): void {
  const mode = tree.member(place, 'mode')
  if (tree.string(mode) !== 'text') return
  if (['text', 'texttemplate'].every(name => tree.member(place, name) === none))
    findings.warn(mode, 'shows nothing without text; send one for each point, or another mode')
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
