/** Removes parts of axes that the charting library accepts and then fails on. */

import { childOf, childrenOf, type JsonObject } from '../json.ts'

export function dropUndrawableLimits(layout: JsonObject): void {
  for (const scene of childrenOf(layout, 'scene')) {
    for (const axis of childrenOf(scene, 'xaxis', 'yaxis', 'zaxis')) dropLimits(axis)
  }
}

/** Limits of a scene's axis that are not a position on it, with which the scene cannot be scaled. */
function dropLimits(axis: JsonObject): void {
  const limits = childOf(axis, 'autorangeoptions')
  for (const [name, value] of Object.entries(limits ?? {})) if (!isPlace(value)) delete limits?.[name]
}

const isPlace = (value: unknown): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && /^\s*[-+]?[\d.]/.test(value)) ||
  (Array.isArray(value) && value.every(isPlace))
