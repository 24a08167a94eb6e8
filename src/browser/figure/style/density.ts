/** The size of markers in traces with so many points that larger ones would cover each other. */

import { type JsonObject, partOf } from '../../json.ts'

/** The number of points from which markers have this size in pixels, instead of the library's 6. */
const sizes = [
  [10_000, 3],
  [2_000, 4],
] as const

export function thinMarkers(trace: JsonObject): void {
  const { type = 'scatter', mode } = trace
  const marker = partOf(trace, 'marker')
  if (!/^scatter(?:gl)?$/.test(String(type)) || mode !== 'markers') return
  if (marker.size !== undefined) return
  const points = Math.min(lengthOf(trace.x), lengthOf(trace.y))
  const size = sizes.find(([from]) => points >= from)?.[1]
  if (size !== undefined) trace.marker = { ...marker, size }
}

/** Of an array, or of a typed array in base64 by its characters. */
function lengthOf(values: unknown): number {
  if (Array.isArray(values)) return values.length
  const { bdata, dtype } = values instanceof Object ? (values as JsonObject) : {}
  const bytes = /(\d)$/.exec(String(dtype))?.[1]
  return typeof bdata === 'string' && bytes !== undefined ? (bdata.length * 3) / 4 / Number(bytes) : 0
}
