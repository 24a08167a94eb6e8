/** Warns of lengths that are texts which the library reads as other numbers or as names. */

import { isNumeric } from '../../../../../plotly/schema/values.ts'
import { quotedValue } from '../../../faults.ts'
import { type FigureTree, kinds, type Place } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { axisTypeOf } from '../../axes/names.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Matches numbers as people write them: 1,200 · 0,9 · 10 % · $ 10 · −5. */
const written = /^[$€£¥]?\s*[-+−]?\d[\d.,'\s]*[%$€£¥]?$/
/** Longer texts are not checked, because `junk` takes quadratic time. */
const longest = 100
const isWritten = (text: string): boolean => text.length <= longest && written.test(text.trim())

/** The characters that the library removes before parsing a number (`Lib.cleanNumber`). */
const junk = /^['"%,$#\s]+|[, ]|['"%,$#\s]+$/g

/** Matches a comma that is not a thousands separator, which the library removes all the same. */
const decimalComma = /,(?!\d{3}(?:\D|$))/

/** The attribute with the lengths, which depends on the orientation. */
function lengthsOf(tree: FigureTree, { place, type }: TraceView): Place {
  const lies = tree.string(tree.member(place, 'orientation')) === 'h'
  return tree.member(place, lies && type !== 'scatter' ? 'x' : 'y')
}

/** Types whose lengths must be numbers. The values of scatter traces may be names. */
const lengthTypes: ReadonlySet<string> = new Set(['bar', 'waterfall', 'funnel'])

const quantity = /^[-+]?\d[\d.,]*\s?([a-zA-Z°µ]{1,5})$/

/** Whether all values are numbers with the same unit, such as 10 kg. */
function areQuantities(values: readonly unknown[]): boolean {
  const units = new Set(
    values.map(each => (typeof each === 'string' && quantity.exec(each.trim())?.[1]) || null),
  )
  return values.length > 1 && units.size === 1 && !units.has(null) && !values.some(isNumeric)
}

export function checkNumericTexts(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  const data = lengthsOf(tree, trace)
  if (findings.enough || !tree.is(data, kinds.array) || !(tree.mask(data) & kinds.string)) return
  if (tree.mask(data) & ~(kinds.string | kinds.number | kinds.null)) return
  const letter = tree.key(data) as 'x' | 'y'
  if (/category/.test(axisTypeOf(figure, trace, letter) ?? '')) return
  const values = headOf(tree, data)
  if (lengthTypes.has(trace.type) && areQuantities(values)) {
    findings.warn(
      data,
      () => `${quotedValue(values[0])} is read as a name; send a number, and the unit as ticksuffix`,
      0,
    )
    return
  }
  // With names or dates among them, the values are not meant as numbers.
  if (!values.every(each => typeof each !== 'string' || isWritten(each) || isNumeric(each))) return
  const wrong = values.findIndex(each => typeof each === 'string' && !isRead(each))
  if (wrong === -1) return
  const text = values[wrong] as string
  const number = text.replace(junk, '')
  const how = isNumeric(number) ? `drawn as ${Number(number)}` : 'read as a name, not as a number'
  findings.warn(data, () => `${quotedValue(text)} is ${how}; send it as a number`, wrong)
}

/** Whether the library reads the text as the number that is written. */
const isRead = (text: string): boolean =>
  isNumeric(text) || (isNumeric(text.replace(junk, '')) && !decimalComma.test(text))
