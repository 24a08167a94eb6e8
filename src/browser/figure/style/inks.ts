/**
 * Words inside marks, in the ink that reads best there, at least 4.5:1 (WCAG 2.2, 1.4.3): bars, slices, sectors and
 * cells whose author has chosen no colour for words. The charting library asks for it (`plotly/part-edits.ts`).
 */

import { contrast, luminance, type ReadColour } from './colours.ts'

const inks = [
  ['#ffffff', 1],
  ['#000000', 0],
] as const

/** The best ink on a colour that lies upon a ground, where it is translucent; null for what is no colour. */
export function inkOn(colour: string, ground: readonly number[], read: ReadColour): string | null {
  const parts = read(colour)
  if (!parts) return null
  const opacity = parts[3]!
  const light = luminance([0, 1, 2].map(i => opacity * parts[i]! + (1 - opacity) * ground[i]!))
  const [white, black] = inks.map(([, ink]) => contrast(light, ink))
  return inks[white! >= black! ? 0 : 1][0]
}
