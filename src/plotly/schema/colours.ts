/** Validates colours like the charting library. */

import { createRequire } from 'node:module'

type Culori = { converter(mode: 'rgb'): (text: string) => unknown }

let toRgb: ((text: string) => unknown) | null = null

/** The library's own parser, loaded on demand because most commands do not need it. */
const parser = () => {
  toRgb ??= (createRequire(import.meta.url)('culori') as Culori).converter('rgb')
  return toRgb
}

const seen = new Map<string, boolean>()
const maxSeen = 1_000

/** The library's `Color.isValid`: any CSS colour. Hex colours need a `#`. */
export function isColour(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 200) return false
  const known = seen.get(value)
  if (known !== undefined) return known
  const valid = parses(value.trim().toLowerCase())
  if (seen.size === maxSeen) seen.clear()
  seen.set(value, valid)
  return valid
}

function parses(text: string): boolean {
  if (/^[0-9a-f]+$/.test(text)) return false
  try {
    return parser()(text) !== undefined
  } catch {
    // The parser throws for unknown units.
    return false
  }
}

/** Whether the value is a colour scale: pairs of a position from 0 to 1 and a colour. */
export function isColourScale(value: unknown): boolean {
  if (!Array.isArray(value) || value.length < 2) return false
  if (!value.every(step => Array.isArray(step) && step.length === 2)) return false
  const steps = value as [unknown, unknown][]
  if (Number(steps[0]?.[0]) !== 0 || Number(steps.at(-1)?.[0]) !== 1) return false
  let highest = 0
  for (const [at, colour] of steps) {
    if (Number(at) < highest || !isColour(colour)) return false
    highest = Number(at)
  }
  return true
}
