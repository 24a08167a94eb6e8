/** Which of the two styles a figure can be read in. */

import { childrenOf, type JsonObject } from '../../json.ts'
import { partOf } from '../words/context.ts'
import { contrast, luminance, type ReadColour } from './colours.ts'

type Theme = 'light' | 'dark'

/** Grounds between black and white are dark below this luminance: white and black are read on it alike. */
const middle = 0.18

/**
 * The theme that was asked for, unless the figure's own colours are made for the other: a dark style over a white
 * ground would write white on white, and black words of its own would be lost on a dark one.
 */
export function themeFor(
  layout: JsonObject,
  asked: Theme,
  templates: Readonly<Record<Theme, object>>,
  read: ReadColour,
): Theme {
  const light = (colour: unknown): number | null => {
    const parts = typeof colour === 'string' ? read(colour) : null
    return parts && parts[3]! > 0.5 ? luminance(parts) : null
  }
  for (const ground of [layout.paper_bgcolor, layout.plot_bgcolor].map(light)) {
    if (ground !== null) return ground < middle ? 'dark' : 'light'
  }
  const paper = light(partOf(templates[asked], 'layout').paper_bgcolor)
  const words = [layout, partOf(layout, 'title'), ...childrenOf(layout, /^[xy]axis\d*$/)]
  const inks = words.map(holder => light(partOf(holder, 'font').color ?? partOf(holder, 'tickfont').color))
  const lost = paper !== null && inks.some(ink => ink !== null && contrast(ink, paper) < 2)
  const other = asked === 'dark' ? 'light' : 'dark'
  return lost ? other : asked
}
