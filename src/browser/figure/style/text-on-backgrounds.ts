/**
 * The colour of text on a background of its own, such as in a legend or in coloured cells of a table: the style's text
 * colour if it is readable, else another.
 */

import { childOf, childrenOf, type JsonObject, objectsIn, partOf } from '../../json.ts'
import type { FigureParts } from '../parts.ts'
import { contrast, luminance, type ReadColour } from './colours.ts'
import { inkOn } from './inks.ts'

/** The author may have set the background for one theme only, and the text colour for none. */
export function settleTextOnBackgrounds(
  { data, layout }: FigureParts,
  defaults: JsonObject,
  read: ReadColour,
): void {
  const style = partOf(layout, 'font').color ?? partOf(defaults, 'font').color
  const own = typeof style === 'string' ? read(style) : null
  if (!own) return
  /** Null if the style's own text colour is readable. */
  const otherInk = (colour: unknown): string | null => {
    const ground = typeof colour === 'string' ? read(colour) : null
    if (!ground || ground[3]! < 0.5 || contrast(luminance(own), luminance(ground)) >= 4.5) return null
    return inkOn(colour as string, ground, read)
  }
  const holders = [
    ...childrenOf(layout, 'legend', 'hoverlabel'),
    ...objectsIn(layout.annotations),
    ...objectsIn(layout.updatemenus),
  ]
  for (const holder of holders) {
    const font = partOf(holder, 'font')
    const ink = font.color === undefined && otherInk(holder.bgcolor)
    if (ink) holder.font = { ...font, color: ink }
  }
  // Cells have backgrounds one by one, one per column, or one for all. Their text colours have the same form.
  const inksOn = (colour: unknown): unknown =>
    Array.isArray(colour) ? colour.map(inksOn) : (otherInk(colour) ?? style)
  for (const trace of data.filter(({ type }) => type === 'table')) {
    for (const part of [childOf(trace, 'header'), childOf(trace, 'cells')]) {
      const font = partOf(part, 'font')
      const inks = inksOn(partOf(part, 'fill').color)
      const others = [inks].flat(2).some(ink => ink !== style)
      if (part && font.color === undefined && others) part.font = { ...font, color: inks }
    }
  }
}
