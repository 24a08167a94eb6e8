/** Which of the two styles a figure can be read in. */

import { childrenOf, objectsIn, partOf } from '../../json.ts'
import type { FigureParts } from '../parts.ts'
import { contrast, luminance, type ReadColour } from './colours.ts'

type Theme = 'light' | 'dark'

/** Grounds between black and white are dark below this luminance: white and black are read on it alike. */
const middle = 0.18

const lightIn =
  (read: ReadColour) =>
  (colour: unknown): number | null => {
    const parts = typeof colour === 'string' ? read(colour) : null
    return parts && parts[3]! > 0.5 ? luminance(parts) : null
  }

/** The theme that the first of these grounds is made for; null where none is a colour that covers. */
export function themeOn(grounds: readonly unknown[], read: ReadColour): Theme | null {
  const ground = grounds.map(lightIn(read)).find(each => each !== null)
  return ground === undefined || ground === null ? null : ground < middle ? 'dark' : 'light'
}

/**
 * The theme that was asked for, unless the figure's own colours are made for the other: a dark style over a white
 * ground, and black words or lines of its own would be lost on a dark one.
 */
export function themeFor(
  figure: FigureParts,
  asked: Theme,
  templates: Readonly<Record<Theme, object>>,
  read: ReadColour,
): Theme {
  const { layout } = figure
  const light = lightIn(read)
  const paper = light(partOf(templates[asked], 'layout').paper_bgcolor)
  const words = [layout, partOf(layout, 'title'), ...childrenOf(layout, 'xaxis', 'yaxis')]
  const inks = words.map(holder => light(partOf(holder, 'font').color ?? partOf(holder, 'tickfont').color))
  // Colours of marks are chosen on white, where the light ones among them are meant to be light.
  const marks = asked === 'light' ? [] : marksOf(figure).map(light)
  const lost = paper !== null && [...inks, ...marks].some(ink => ink !== null && contrast(ink, paper) < 2)
  const other = asked === 'dark' ? 'light' : 'dark'
  return lost ? other : asked
}

/** The colours of its own that a figure draws with on the ground of its style. */
function marksOf({ data, layout }: FigureParts): unknown[] {
  const notes = objectsIn(layout.annotations).filter(({ bgcolor }) => bgcolor === undefined)
  return [
    ...data.flatMap(trace => [partOf(trace, 'line').color, partOf(trace, 'marker').color]),
    ...objectsIn(layout.shapes).map(shape => partOf(shape, 'line').color),
    ...notes.map(note => partOf(note, 'font').color),
  ]
}
