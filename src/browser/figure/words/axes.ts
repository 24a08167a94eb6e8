/** Axes: their titles, and the ticks of one that lies over another. */

import { childrenOf, type JsonObject, namedIn } from '../../json.ts'
import { partOf, type WordContext } from './context.ts'
import { breakLines } from './lines.ts'
import { fontOf, numberOr } from './measure.ts'

/** Broken into at most three lines of their axis' length. `below`: what stands under the plot, in pixels. */
export function fitAxisTitles(
  { figure: { layout }, defaults, space, widthOf }: WordContext,
  below: number,
): void {
  const margin = partOf(defaults, 'margin')
  const lengths = {
    x: space.width - numberOr(margin.l, 0) - numberOr(margin.r, 0),
    y: space.height - numberOr(margin.t, 0) - numberOr(margin.b, 0) - below,
  }
  for (const [name, axis] of namedIn(layout, 'xaxis', 'yaxis')) {
    const title = partOf(axis, 'title')
    if (typeof title.text !== 'string') continue
    const plain = fontOf(partOf(defaults, 'font'), partOf(layout, 'font'))
    // The library's own rule for titles of axes.
    const size = Math.round(plain.size * 1.2)
    const font = fontOf(partOf(defaults, 'font'), partOf(layout, 'font'), { size }, partOf(title, 'font'))
    title.text = breakLines(title.text, font, lengths[name.startsWith('x') ? 'x' : 'y'], 3, widthOf)
  }
}

/**
 * The library gives an axis over another its ticks where that one has them, whatever values are there: 5.126, 5.622.
 * Numbers that can be read matter more than one grid for both.
 */
export function roundTicks(layout: JsonObject): void {
  for (const axis of childrenOf(layout, 'xaxis', 'yaxis')) {
    const own = ['tickmode', 'tickvals', 'dtick', 'nticks'].some(key => axis[key] !== undefined)
    if (typeof axis.overlaying !== 'string' || axis.overlaying === 'free' || own) continue
    axis.tickmode = 'auto'
    axis.showgrid ??= false
  }
}
