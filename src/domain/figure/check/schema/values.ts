/** Warns of values that the charting library does not accept and replaces by defaults. */

import { usualValue } from '../../../../plotly/schema/older-spellings.ts'
import type { Attribute } from '../../../../plotly/schema/schema.ts'
import { fits, fitsSingly, isNumeric } from '../../../../plotly/schema/values.ts'
import { quotedValue, shortened } from '../../faults.ts'
import { type FigureTree, kinds, type Place, root } from '../../tree/figure-tree.ts'
import { firstValues } from '../data/arrays.ts'
import type { Findings } from '../findings.ts'
import { quoted } from '../messages.ts'
import { explain, hasByteAlpha, hasUnitComponents } from './value-reasons.ts'

/** Longer values are not read, because no valid value is this long. */
const longest = 64 * 1024

/** Checks a value, or the elements of an array if the attribute may be one. Long texts are accepted. */
export function checkValue(findings: Findings, place: Place, attribute: Attribute): void {
  const { tree } = findings
  const isArray = tree.is(place, kinds.array)
  if (isArray && attribute.arrayOk) checkElements(findings, place, attribute)
  else if (tree.end(place) - tree.start(place) <= longest) {
    const value = tree.string(place) ?? tree.value(place)
    if (meansNothing(value, attribute)) return
    if (isAccepted(value, attribute)) checkFlags(findings, place, attribute, value)
    else if (!isOff(tree, place) && !isAccepted(usualValue(tree.key(place), value), attribute))
      findings.warn(place, () => explain(value, attribute, quoted(tree, place)))
  }
}

/** Whether the library takes the value and draws it, or takes it as unset. */
export const isAccepted = (value: unknown, attribute: Attribute): boolean =>
  meansNothing(value, attribute) || (fits(value, attribute) && isDrawn(value, attribute))

/** Whether it styles an arrow that is switched off. */
const isOff = (tree: FigureTree, place: Place): boolean =>
  tree.key(place).startsWith('arrow') && tree.is(tree.member(tree.parent(place), 'showarrow'), kinds.false)

/** Whether it is an empty text, a size of 0 or `false`, by which exports of older releases mean an unset value. */
function meansNothing(value: unknown, { kind, min }: Attribute): boolean {
  if (value === '') return kind !== 'number' && kind !== 'integer'
  if (value === 0) return (kind === 'number' || kind === 'integer') && min === 1
  return value === false && kind === 'enumerated'
}

/** Whether the library draws the value. It accepts some values and then draws nothing. */
function isDrawn(value: unknown, { kind, extras, items }: Attribute): boolean {
  if (kind === 'angle') return value !== 'auto' || extras?.includes('auto') === true
  if (kind === 'color') return !hasUnitComponents(value) && !hasByteAlpha(value)
  return !(
    kind === 'info_array' &&
    Array.isArray(value) &&
    Array.isArray(items) &&
    value.length > items.length
  )
}

/** Kinds for which typed arrays are decoded. */
const decoded: ReadonlySet<string> = new Set(['data_array', 'info_array', 'any'])

/** Templates are split as texts. */
const isTemplate = (tree: FigureTree, place: Place): boolean => tree.key(place).endsWith('template')

/** Checks the values of a typed array, or that it may be one. */
export function checkTypedValue(findings: Findings, place: Place, attribute: Attribute): void {
  const { tree } = findings
  if (decoded.has(attribute.kind)) return
  if (!attribute.arrayOk)
    findings.warn(place, 'is a typed array, but a single value is expected here; the default is used')
  else if (isTemplate(tree, place))
    findings.warn(place, 'is a typed array of numbers, so it is ignored; send one text, or a list of texts')
  else checkElements(findings, place, attribute)
}

/** Checks the first values of an array. */
function checkElements(findings: Findings, place: Place, attribute: Attribute): void {
  const { tree } = findings
  const isTyped = !tree.is(place, kinds.array)
  if (!isTyped && tree.mask(place) & kinds.object) return
  const values = firstValues(tree, place)
  // Numbers are positions on the colour scale.
  if (attribute.scaled && values.some(isNumeric)) return
  const rows = takesRows(tree, place)
  const isWrong = (value: unknown) => !fitsElement(value, attribute, rows)
  const wrong = values.findIndex(value => isWrong(value) && isWrong(usualValue(tree.key(place), value)))
  if (wrong === -1) return
  const value = values[wrong]
  const told = () => explain(value, attribute, quotedValue(value))
  findings.warn(place, told, ...(isTyped ? [] : [wrong]))
}

/** Whether an element is valid. Null means the default. */
function fitsElement(value: unknown, attribute: Attribute, rows: boolean): boolean {
  if (value === null || meansNothing(value, attribute)) return true
  if (isAnyText(attribute)) return true
  if (Array.isArray(value)) return rows && value.every(cell => fitsElement(cell, attribute, false))
  return (
    fitsSingly(value, attribute) &&
    !(attribute.kind === 'color' && (hasUnitComponents(value) || hasByteAlpha(value)))
  )
}

/** Whether any value is accepted as a text to show. */
const isAnyText = ({ kind, strict, values }: Attribute): boolean => kind === 'string' && !strict && !values

/** Containers whose arrays may contain one array per column or row. */
const ofRows: ReadonlySet<string> = new Set(['cells', 'header', 'hoverlabel'])

/** Whether arrays of arrays are allowed at that place, such as the cells of a table. */
export function takesRows(tree: FigureTree, place: Place): boolean {
  let above = tree.parent(place)
  while (above !== root && tree.index(above) === -1) {
    if (ofRows.has(tree.key(above))) return true
    above = tree.parent(above)
  }
  return false
}

/** Warns of wrong flags in a flag list, which the library ignores. */
function checkFlags(
  findings: Findings,
  place: Place,
  { kind, flags, extras }: Attribute,
  value: unknown,
): void {
  if (kind !== 'flaglist' || typeof value !== 'string' || extras?.includes(value)) return
  const wrong = value.split('+').find(flag => !flags?.includes(flag))
  if (wrong !== undefined)
    findings.warn(
      place,
      () => `${JSON.stringify(shortened(wrong))} is not one of ${flags?.join(', ')}, so it is ignored`,
    )
}
