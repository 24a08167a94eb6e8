/** Checks error bars. */

import { isNumeric } from '../../../../plotly/schema/values.ts'
import { quotedValue } from '../../faults.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { axisTypeOf } from '../axes/names.ts'
import { firstValues, lengthOf } from '../data/arrays.ts'
import type { Findings } from '../findings.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Warns of error bars along dates or names, which have no lengths, and of those that do not have what their type needs. */
export function checkErrors(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  for (const letter of ['x', 'y'] as const) {
    const errors = tree.member(trace.place, `error_${letter}`)
    if (errors === none || tree.is(tree.member(errors, 'visible'), kinds.false)) continue
    checkErrorType(findings, errors)
    checkErrorLengths(findings, errors)
    checkSymmetry(findings, errors)
    const isSent = ['array', 'value'].some(name => tree.member(errors, name) !== none)
    if (!isSent) continue
    const type = axisTypeOf(figure, trace, letter) ?? '-'
    const data = tree.member(trace.place, letter)
    const areWords = () =>
      lengthOf(tree, data) !== null &&
      tree.mask(data) === kinds.string &&
      headOf(tree, data).every(each => !isNumeric(each))
    if (type === '-' ? areWords() : type !== 'linear' && type !== 'log')
      findings.warn(errors, 'is not drawn, because error bars need a numeric axis')
  }
}

/** Warns of lengths to the other side that are switched off. */
function checkSymmetry(findings: Findings, errors: Place): void {
  const { tree } = findings
  if (!tree.is(tree.member(errors, 'symmetric'), kinds.true)) return
  for (const name of ['arrayminus', 'valueminus'])
    if (tree.member(errors, name) !== none)
      findings.warn(
        tree.member(errors, name),
        'is not used with "symmetric": true; leave that out, or set it to false',
      )
}

/** Warns of lengths that are negative, which are drawn on the other side, or no numbers, which are not drawn. */
function checkErrorLengths(findings: Findings, errors: Place): void {
  const { tree } = findings
  for (const name of ['array', 'arrayminus']) {
    const lengths = tree.member(errors, name)
    if (findings.enough || !lengthOf(tree, lengths)) continue
    const values = firstValues(tree, lengths)
    const wrong = values.findIndex(
      each => (typeof each === 'string' && !isNumeric(each) && each !== '') || Number(each) < 0,
    )
    if (wrong === -1) continue
    const how = Number(values[wrong]) < 0 ? 'is less than 0' : 'is not a number'
    findings.warn(
      lengths,
      () =>
        `${quotedValue(values[wrong])} ${how}, so this error bar is not drawn as meant; send lengths from the point`,
      wrong,
    )
  }
}

/** Warns of an array that the type does not use, and of the type `data` without one. */
function checkErrorType(findings: Findings, errors: Place): void {
  const { tree } = findings
  const type = tree.string(tree.member(errors, 'type'))
  const array = tree.member(errors, 'array')
  if (type === null || findings.enough) return
  if (type === 'data') {
    if (array === none && tree.member(errors, 'arrayminus') === none)
      findings.warn(errors, 'is not drawn, because error bars of the type "data" need an array')
  } else if (array !== none && ['percent', 'constant', 'sqrt'].includes(type))
    findings.warn(array, `is not drawn with "type": "${type}"; set "type": "data"`)
}
