/** Whether values rise or fall along their places. */

import type { Values } from '../table/values.ts'
import { kindOf, numberOf, positionOf } from './values.ts'

/** The correlation from which on a trend is mentioned. */
const clear = 0.5

/** `rising overall`, `falling overall` or `no clear trend`. Null if the positions have no order or there are fewer than three values. */
export function trendOf(places: Values | null, values: Values): string | null {
  const kind = places === null ? 'numbers' : kindOf(places)
  if (kind === null || kind === 'names') return null
  const sums = { n: 0, x: 0, y: 0, xx: 0, yy: 0, xy: 0 }
  let [firstX, firstY] = [Number.NaN, Number.NaN]
  for (let i = 0; i < values.length; i++) {
    const [px, py] = [places === null ? i : positionOf(places.at(i), kind), numberOf(values.at(i))]
    if (!Number.isFinite(px) || !Number.isFinite(py)) continue
    if (sums.n === 0) [firstX, firstY] = [px, py]
    // Relative to the first point, so that dates lose no precision.
    const [x, y] = [px - firstX, py - firstY]
    sums.n++
    sums.x += x
    sums.y += y
    sums.xx += x * x
    sums.yy += y * y
    sums.xy += x * y
  }
  const { n, x, y, xx, yy, xy } = sums
  if (n < 3) return null
  const [varX, varY] = [n * xx - x * x, n * yy - y * y]
  if (varX <= 0 || varY <= 0) return null
  const correlation = (n * xy - x * y) / Math.sqrt(varX * varY)
  if (Math.abs(correlation) < clear) return 'no clear trend'
  return correlation > 0 ? 'rising overall' : 'falling overall'
}
