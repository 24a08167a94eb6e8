/** How rough data is. */

import { extentOf } from './arrays.ts'

/** The mean difference of neighbours in a row as a share of the extent, and the share of neighbours where it turns. */
export function roughnessOf(values: Float64Array, columns = Infinity): { roughness: number; turns: number } {
  const [min, max] = extentOf(values) ?? [0, 0]
  if (min === max) return { roughness: 0, turns: 0 }
  let [sum, turns, before] = [0, 0, 0]
  for (let at = 1; at < values.length; at++) {
    const step = at % columns === 0 ? 0 : (values[at] as number) - (values[at - 1] as number)
    if (Number.isFinite(step)) sum += Math.abs(step)
    if (step * before < 0) turns++
    before = step
  }
  return { roughness: sum / values.length / (max - min), turns: turns / values.length }
}
