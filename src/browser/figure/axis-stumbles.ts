/** Parts of axes that the charting library takes and then fails on. */

import { childOf, childrenOf, isObject, type JsonObject, namedIn } from '../json.ts'

export function settleAxes(layout: JsonObject, data: readonly JsonObject[]): void {
  hideSliders(layout, data)
  for (const scene of childrenOf(layout, 'scene')) {
    for (const axis of childrenOf(scene, 'xaxis', 'yaxis', 'zaxis')) dropLimits(axis)
  }
}

/** An axis that is hidden has no letters, by which the library measures the slider under it. Prices ask for one. */
function hideSliders(layout: JsonObject, data: readonly JsonObject[]): void {
  const defaults = childOf(childOf(layout, 'template'), 'layout')
  const hasPrices = data.some(({ type }) => type === 'candlestick' || type === 'ohlc')
  const names = namedIn(layout, 'xaxis').map(([name]) => name)
  for (const name of new Set(['xaxis', ...names])) {
    const axis = childOf(layout, name)
    // A template's first axis is that of all, where it has none of their name.
    const usual = childOf(defaults, name) ?? childOf(defaults, 'xaxis')
    if ((axis?.visible ?? usual?.visible) !== false) continue
    if (hasPrices || isObject(axis?.rangeslider) || isObject(usual?.rangeslider))
      layout[name] = { ...axis, rangeslider: { visible: false } }
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
