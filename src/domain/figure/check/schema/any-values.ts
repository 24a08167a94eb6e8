/** Checks values of the schema's type `any`, which are mostly positions on an axis. */

import { isNumeric } from '../../../../plotly/schema/values.ts'
import { containers, kinds, type Place } from '../../tree/figure-tree.ts'
import { isDate } from '../data/dates.ts'
import type { Findings } from '../findings.ts'
import { kindName } from '../messages.ts'

const limit = /^(?:clip(?:min|max)|(?:min|max)allowed)$/
const single = /^(?:[xyabr]0|theta0|[xy]period0|tick0)$/

/** In bytes. Two numbers are shorter. */
const longestLevel = 1_000

export function checkAnyValue(findings: Findings, place: Place): void {
  const { tree } = findings
  const name = tree.key(place)
  if (name === 'value') checkLevel(findings, place)
  const isLimit = limit.test(name)
  if (!isLimit && !single.test(name)) return
  const above = tree.parent(tree.parent(place))
  const owner = tree.index(above) === -1 ? tree.key(above) : ''
  // Shapes may span several axes, with an array of positions.
  if (tree.is(place, containers) && owner !== 'shapes')
    findings.warn(place, `must be one value, got ${kindName(tree.kind(place))}, so it is ignored`)
  else if (isLimit && tree.is(place, kinds.string) && isOfScene(findings, place)) {
    const text = tree.string(place) as string
    if (!isNumeric(text) && !isDate(text))
      findings.warn(place, 'is not a position on the axis, so it is not drawn')
  }
}

/** Checks the value of a contour constraint. */
function checkLevel(findings: Findings, place: Place): void {
  const { tree } = findings
  if (tree.key(tree.parent(place)) !== 'contours' || tree.end(place) - tree.start(place) > longestLevel)
    return
  const value = tree.value(place)
  if (!(Array.isArray(value) ? value.length > 0 && value.every(isNumeric) : isNumeric(value)))
    findings.warn(place, 'is neither a number nor two numbers, so the default is used')
}

/** Whether the place belongs to an axis of a scene, whose limits cannot be categories. */
function isOfScene({ tree }: Findings, place: Place): boolean {
  const options = tree.parent(place)
  const scene = tree.parent(tree.parent(options))
  return tree.key(options) === 'autorangeoptions' && tree.key(scene).startsWith('scene')
}
