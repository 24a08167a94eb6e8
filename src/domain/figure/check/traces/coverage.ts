/** Warns of traces that show nothing because data is missing. */

import { type Names, neededData, numericData } from '../../../../plotly/schema/trace-data.ts'
import { isNumeric } from '../../../../plotly/schema/values.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { dataAt, lengthOf } from '../data/arrays.ts'
import { traceName } from '../messages.ts'
import type { FigureView, TraceView } from '../views.ts'

const names = new WeakMap<readonly Names[], readonly string[]>()

/** The distinct names. */
function namesIn(needed: readonly Names[]): readonly string[] {
  let known = names.get(needed)
  if (!known) {
    known = [...new Set(needed.flat())]
    names.set(needed, known)
  }
  return known
}

/** Warns of a trace without data. Skips hidden traces and animations, whose frames may add the data. */
export function checkCoverage({ tree, findings, frames }: FigureView, { place, type }: TraceView): void {
  if (frames !== none || findings.enough || isHidden()) return
  const needed = neededData[type] ?? []
  if (needed.some(all => all.every(isThere))) {
    for (const path of namesIn(needed)) warnOfNulls(dataAt(tree, place, path))
    for (const path of numericData[type] ?? []) warnOfTexts(dataAt(tree, place, path))
    return
  }
  const wanted = needed.map(all => all.join(', ')).join(' or ')
  // An indicator is drawn without its number.
  const what = type === 'indicator' ? 'shows no number' : 'shows nothing'
  findings.warn(place, `${what}: ${traceName(type)} needs ${wanted} with values`)

  function isThere(path: string): boolean {
    const data = dataAt(tree, place, path)
    if (data === none) return false
    // Values that are not arrays are reported separately.
    return !tree.is(data, kinds.array) || lengthOf(tree, data) !== 0
  }

  /** Warns if all values are null. A single null is a common way to add a legend entry. */
  function warnOfNulls(data: Place): void {
    if (tree.is(data, kinds.array) && tree.mask(data) === kinds.null && tree.count(data) > 1)
      findings.warn(data, 'contains nothing but null, so no point is drawn')
  }

  /** Warns if lengths or heights are texts, which are not drawn. */
  function warnOfTexts(data: Place): void {
    if (!tree.is(data, kinds.array) || !(tree.mask(data) & (kinds.string | kinds.array))) return
    if (tree.mask(data) & kinds.number) return
    const values = headOf(tree, data).flat()
    if (values.some(each => each !== null) && !values.some(isNumeric))
      findings.warn(data, 'contains no number, so it is not drawn; send numbers')
  }

  function isHidden(): boolean {
    const visible = tree.member(place, 'visible')
    return visible !== none && !tree.is(visible, kinds.true)
  }
}

/** Warns of the mode `text` without texts, and of texts that the mode does not draw. */
export function checkTexts({ tree, findings, frames, layout }: FigureView, { place }: TraceView): void {
  const mode = tree.member(place, 'mode')
  const template = tree.member(place, 'texttemplate')
  const drawn = tree.string(mode)
  if (template !== none && drawn !== null && /^[a-z+]+$/.test(drawn) && !drawn.includes('text')) {
    const isSwitched = frames !== none || tree.member(layout, 'updatemenus') !== none
    if (!isSwitched)
      findings.warn(
        template,
        `is not drawn, because mode does not contain "text"; set "mode": "${drawn}+text"`,
      )
    return
  }
  if (drawn !== 'text') return
  if (['text', 'texttemplate'].every(name => tree.member(place, name) === none))
    findings.warn(mode, 'shows nothing without text; send a text for each point, or another mode')
}
