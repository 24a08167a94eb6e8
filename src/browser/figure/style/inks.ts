/**
 * The most readable colour of text inside marks, with a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3): for bars, slices,
 * sectors and cells whose author has not set one. The charting library asks for it (`plotly/edits/part-edits.ts`).
 */

import { contrast, luminance, type ReadColour } from './colours.ts'

const inks = [
  ['#ffffff', 1],
  ['#000000', 0],
] as const

/** The best text colour on a colour, which may be translucent over a background; null if it is not a colour. */
export function inkOn(colour: string, ground: readonly number[], read: ReadColour): string | null {
  const parts = read(colour)
  if (!parts) return null
  const opacity = parts[3]!
  const light = luminance([0, 1, 2].map(i => opacity * parts[i]! + (1 - opacity) * ground[i]!))
  const [white, black] = inks.map(([, ink]) => contrast(light, ink))
  return inks[white! >= black! ? 0 : 1][0]
}
