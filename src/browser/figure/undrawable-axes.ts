/** Parts of axes that the charting library takes and then fails on. */

import { childOf, childrenOf, type JsonObject } from '../json.ts'

export function dropUndrawableLimits(layout: JsonObject): void {
  for (const scene of childrenOf(layout, 'scene')) {
    for (const axis of childrenOf(scene, 'xaxis', 'yaxis', 'zaxis')) dropLimits(axis)
  }
}

/** Limits of a scene's axis that are no place on it: the scene cannot be scaled. */
function dropLimits(axis: JsonObject): void {
  const limits = childOf(axis, 'autorangeoptions')
  for (const [name, value] of Object.entries(limits ?? {})) if (!isPlace(value)) delete limits?.[name]
}

const isPlace = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^\s*[-+]?[\d.]/.test(value)) ||
  (Array.isArray(value) && value.every(isPlace))
