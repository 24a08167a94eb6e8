/** Refuses excessive counts, lengths and widths of number formats, for which the schema has no maximum. */

import type { Attribute } from '../../../../plotly/schema/schema.ts'
import { kinds, type Place } from '../../tree/figure-tree.ts'
import { numbersOf } from '../data/arrays.ts'
import { widthOfFormat, widthOfTemplate } from '../data/format-widths.ts'
import { isTypedArray } from '../data/typed-arrays.ts'
import type { Findings } from '../findings.ts'

/** Attributes with a number of things that are drawn one by one: `nticks`, `surface.count`, `rows` and the like. */
const counts = /^n(?:ticks|contours|bins[xy]?)$|count$|^(?:rows|columns)$/

/** The maximum number of things that are drawn one by one. */
export const maxCount = 10_000

/** Lengths for which the layout reserves space. The library fails if they are larger than any image. */
const lengths = /^(?:thickness|pad|[xy]pad|[tblr]|standoff|ticklen|(?:border|outline)width)$/
const longest = 40_000_000

function checkPaperLength(findings: Findings, place: Place): void {
  const { tree } = findings
  if (!tree.is(place, kinds.number) || !(Math.abs(Number(tree.text(place))) > longest)) return
  const name = tree.key(place)
  const above = tree.index(tree.parent(place)) === -1 ? tree.key(tree.parent(place)) : ''
  if (
    lengths.test(name) ||
    (name === 'size' && above.endsWith('font')) ||
    (name === 'width' && above === 'line')
  )
    findings.error(place, 'is longer than any image; send a length in pixels')
}

/** The maximum scale of a map, which shows the world at 1. */
const largestScale = 1_000_000

/** Limits the scale of maps, because the library projects all outlines, visible or not. */
function checkMapScale(findings: Findings, place: Place): void {
  const { tree } = findings
  const above = tree.parent(place)
  if (tree.index(above) !== -1 || tree.key(above) !== 'projection') return
  if (tree.is(place, kinds.number) && Number(tree.text(place)) > largestScale)
    findings.error(place, `is more than a map can be enlarged; send at most ${largestScale}`)
}

/** Limits the length of `tickvals`, all of which are drawn. */
export function checkTickCount(findings: Findings, place: Place): void {
  const { tree } = findings
  const count = tree.is(place, kinds.array)
    ? tree.count(place)
    : isTypedArray(tree, place)
      ? numbersOf(tree, place).length
      : 0
  if (count > maxCount) findings.error(place, `${count} are more than can be drawn; send at most ${maxCount}`)
}

/** Attributes with number formats, whose width pads with spaces. */
const formats = /format$|template$/

const widest = 9_999

/** Refuses counts that would take too long to draw. */
export function checkCount(findings: Findings, place: Place, { kind, max }: Attribute): void {
  const { tree } = findings
  if (kind === 'number') {
    if (max === undefined) checkPaperLength(findings, place)
    if (tree.key(place) === 'scale') checkMapScale(findings, place)
    return
  }
  if (kind === 'integer') {
    if (max !== undefined || !tree.is(place, kinds.number | kinds.string)) return
    const value = Number(tree.value(place))
    if (value > maxCount && counts.test(tree.key(place)))
      findings.error(place, `${value} is more than can be drawn; send at most ${maxCount}`)
    return
  }
  if (!tree.is(place, kinds.string | kinds.number) || !formats.test(tree.key(place))) return
  const text = String(tree.value(place))
  const width = tree.key(place).endsWith('template') ? widthOfTemplate(text) : widthOfFormat(text)
  if (width > widest)
    findings.error(
      place,
      `has numbers wider than any image; leave the width out, or keep it under ${widest + 1}`,
    )
}
