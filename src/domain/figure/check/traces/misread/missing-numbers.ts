/** Words for missing numbers, such as "NaN", which the library reads as names. */

import { isOfCategory } from '../../../../../plotly/schema/schema.ts'
import { isNumeric } from '../../../../../plotly/schema/values.ts'
import { quotedValue } from '../../../faults.ts'
import { kinds, none } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { axisTypeOf } from '../../axes/names.ts'
import type { FigureView, TraceView } from '../../views.ts'

const missing = /^\s*(?:<?na>?|n\/a|nan|nat|none|null|undefined|[-+]?inf(?:inity)?)\s*$/i
const isMissing = (value: unknown): boolean => typeof value === 'string' && missing.test(value)

/** Warns of positions that are such words, if there are so many that the axis becomes one of names. */
export function checkMissingNumbers(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  const isPlane = isOfCategory(trace.type, 'cartesian')
  for (const name of isPlane ? (['x', 'y'] as const) : (['x', 'y', 'z', 'r'] as const)) {
    const data = tree.member(trace.place, name)
    if (findings.enough || data === none || !tree.is(data, kinds.array)) continue
    if (tree.count(data) < 2 || !(tree.mask(data) & kinds.string)) continue
    if (isPlane && name !== 'z' && name !== 'r' && isOfNames(figure, trace, name)) continue
    const values = new Set(headOf(tree, data).filter(each => each !== null && each !== ''))
    const words = [...values].filter(isMissing)
    const numbers = [...values].filter(isNumeric)
    // With other names among them, these are names as well. The library counts different values.
    if (words.length <= numbers.length * 2 || words.length + numbers.length < values.size) continue
    findings.warn(
      data,
      () => `contains ${quotedValue(words[0])}, which is read as a name, not as a missing number; send null`,
    )
  }
}

const isOfNames = (figure: FigureView, trace: TraceView, letter: 'x' | 'y'): boolean =>
  /category/.test(axisTypeOf(figure, trace, letter) ?? '')
