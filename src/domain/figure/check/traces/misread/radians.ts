/** Warns of angles in radians, because the library expects degrees by default. */

import { kinds, none } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { lengthOf, numbersOf } from '../../data/arrays.ts'
import { isTypedArray } from '../../data/typed-arrays.ts'
import type { FigureView, TraceView } from '../../views.ts'

const turn = 2 * Math.PI
/** The tolerance for a full turn, in radians. */
const tolerance = 0.02
const [fewest, max] = [4, 10_000]

const isBeyond = (angle: unknown) => Math.abs(Number(angle)) > turn + tolerance

const signed = /^-?\d+(?:\.\d+)?\s*°$/

/** Warns of angles with a degree sign, which the charting library reads as category names. */
export function checkSignedAngles({ tree, findings }: FigureView, { place }: TraceView): void {
  const theta = tree.member(place, 'theta')
  if (findings.enough || !tree.is(theta, kinds.array) || tree.mask(theta) !== kinds.string) return
  const angles = headOf(tree, theta)
  if (angles.length > 0 && angles.every(each => signed.test(String(each))))
    findings.warn(theta, () => `${JSON.stringify(angles[0])} is read as a name; send a number of degrees`, 0)
}

/** Warns of evenly spaced angles that make a full turn in radians. */
export function checkRadians({ tree, findings, layout }: FigureView, { place }: TraceView): void {
  const theta = tree.member(place, 'theta')
  const count = theta === none ? 0 : (lengthOf(tree, theta) ?? 0)
  if (findings.enough || count < fewest || count > max) return
  if (['thetaunit', 'theta0', 'dtheta'].some(name => tree.member(place, name) !== none)) return
  const isPacked = isTypedArray(tree, theta)
  if (!isPacked && (tree.mask(theta) !== kinds.number || headOf(tree, theta).some(isBeyond))) return
  const polar = tree.member(layout, tree.string(tree.member(place, 'subplot')) ?? 'polar')
  if (['sector', 'angularaxis'].some(name => isDeliberate(name))) return
  const angles = numbersOf(tree, theta)
  const [first = 0, last = 0] = [angles.at(0), angles.at(-1)]
  const step = (last - first) / (count - 1)
  const isEven = angles.every((angle, i) => Math.abs(angle - first - i * step) < tolerance)
  const isWhole = [count, count - 1].some(steps => Math.abs(Math.abs(step) * steps - turn) < tolerance)
  if (isEven && isWhole)
    findings.warn(theta, 'spans less than seven degrees; if these are radians, set "thetaunit": "radians"')

  /** Whether the layout has a setting that makes the angles deliberate. */
  function isDeliberate(name: string): boolean {
    const part = tree.member(polar, name)
    return (
      part !== none &&
      (name === 'sector' || ['type', 'thetaunit'].some(each => tree.member(part, each) !== none))
    )
  }
}
