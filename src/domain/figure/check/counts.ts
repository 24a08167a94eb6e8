/** Counts without a bound in the schema, and number formats that pad without one. */

import type { Attribute } from '../../../plotly/schema.ts'
import { kinds, type Place } from '../tree/figure-tree.ts'
import type { Findings } from './findings.ts'

/** `nticks`, `nbinsx`, `surface.count`, `minorgridcount`, the rows of a grid: each is drawn one by one. */
const counts = /^n(?:ticks|contours|bins[xy]?)$|count$|^(?:rows|columns)$/

export const maxCount = 10_000

/** `tickformat`, `texttemplate` …: a width in them is filled with spaces. */
const formats = /format$|template$/
const wide = /\d{4,}/

export function checkCount(findings: Findings, place: Place, { kind, max }: Attribute): void {
  const { tree } = findings
  if (kind === 'integer') {
    if (max !== undefined || !tree.is(place, kinds.number | kinds.string)) return
    const value = Number(tree.value(place))
    if (value > maxCount && counts.test(tree.key(place)))
      findings.error(place, `${value} is more than can be drawn; send at most ${maxCount}`)
    return
  }
  if (!tree.is(place, kinds.string) || !formats.test(tree.key(place))) return
  const text = tree.string(place) as string
  const inTemplate = tree.key(place).endsWith('template')
  if (
    wide.test(inTemplate ? [...text.matchAll(/%\{[^}]*:([^}]*)\}/g)].map(match => match[1]).join(' ') : text)
  )
    findings.error(place, 'has a number wider than any image; leave the width out, or keep it under 1000')
}
