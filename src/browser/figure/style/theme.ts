/** Decides in which of the two themes a figure is readable. */

import { childrenOf, objectsIn, partOf } from '../../json.ts'
import type { FigureParts } from '../parts.ts'
import { contrast, luminance, type ReadColour } from './colours.ts'

type Theme = 'light' | 'dark'

/** Backgrounds with a lower luminance are dark. On this one, white and black have the same contrast. */
const middle = 0.18

const lightIn =
  (read: ReadColour) =>
  (colour: unknown): number | null => {
    const parts = typeof colour === 'string' ? read(colour) : null
    return parts && parts[3]! > 0.5 ? luminance(parts) : null
  }

/** The theme for the first of these backgrounds that is an opaque colour; null if none is. */
export function themeOn(grounds: readonly unknown[], read: ReadColour): Theme | null {
  const ground = grounds.map(lightIn(read)).find(each => each !== null)
  return ground === undefined || ground === null ? null : ground < middle ? 'dark' : 'light'
}

/**
 * The requested theme, unless the figure's own colours are made for the other one: the dark theme would be unreadable
 * on a white background, and black text or lines would be on a dark one.
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
  // Colours of marks are usually chosen on white, where light ones are meant to be light.
  const marks = asked === 'light' ? [] : marksOf(figure).map(light)
  const lost = paper !== null && [...inks, ...marks].some(ink => ink !== null && contrast(ink, paper) < 2)
  const other = asked === 'dark' ? 'light' : 'dark'
  return lost ? other : asked
}

/** The figure's own colours that are drawn on the background of its style. */
function marksOf({ data, layout }: FigureParts): unknown[] {
  const notes = objectsIn(layout.annotations).filter(({ bgcolor }) => bgcolor === undefined)
  return [
    ...data.flatMap(trace => [partOf(trace, 'line').color, partOf(trace, 'marker').color]),
    ...objectsIn(layout.shapes).map(shape => partOf(shape, 'line').color),
    ...notes.map(note => partOf(note, 'font').color),
  ]
}
