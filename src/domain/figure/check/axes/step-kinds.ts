/** Steps between the ticks of an axis, which each kind of axis writes differently. */

import { isNumeric } from '../../../../plotly/schema/values.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { scalarAt, stepText } from '../data/numbers.ts'
import type { FigureView } from '../views.ts'
import type { AxisKind, AxisView } from './kinds.ts'

/** The texts that are steps. Numbers are steps of every kind. */
const texts: Readonly<Record<AxisKind, RegExp>> = {
  number: /^$/,
  category: /^$/,
  date: /^M\d+(?:\.0*)?$/,
  log: /^(?:L[^-].*|D[12])$/,
}

const remedies: Readonly<Record<AxisKind, string>> = {
  number: 'send a number',
  category: 'send a number of names',
  date: 'send milliseconds, or months as "M1"',
  log: 'send a number of powers of ten, or "L1", "D1" or "D2"',
}

/** Warns of `dtick` values that the kind of axis does not have, for which the library takes a step of 1 or one day. */
export function checkStepKind(figure: FigureView, axis: AxisView): void {
  for (const ticks of [axis.place, figure.tree.member(axis.place, 'minor')])
    checkStep(figure, axis.kind, ticks)
}

function checkStep({ tree, findings }: FigureView, kind: AxisKind | null, ticks: Place): void {
  const dtick = ticks === none ? none : tree.member(ticks, 'dtick')
  const mode = tree.string(tree.member(ticks, 'tickmode'))
  if (dtick === none || findings.enough || (mode !== null && mode !== 'linear')) return
  const step = scalarAt(tree, dtick)
  if (step === undefined || isStep(step, kind)) return
  // Without a mode, 0 and empty texts stand for no step.
  if (mode === null && (step === 0 || step === '' || tree.is(dtick, kinds.false))) return
  const taken =
    kind === 'date' ? 'a step of one day' : kind === null ? 'a step of 1 or one day' : 'a step of 1'
  findings.warn(dtick, `is not a step, so ${taken} is used; ${kind === null ? remedy : remedies[kind]}`)
}

const remedy = 'send a number, months as "M1", or "L1", "D1"'

function isStep(step: unknown, kind: AxisKind | null): boolean {
  if (isNumeric(step)) return Number(step) > 0
  return typeof step === 'string' && (kind === null ? stepText : texts[kind]).test(step)
}
