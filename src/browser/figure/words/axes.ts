/** Titles of axes. */

import { partOf, type WordContext } from './context.ts'
import { breakLines } from './lines.ts'
import { fontOf, numberOr } from './measure.ts'

export function fitAxisTitles({ figure: { layout }, defaults, space, widthOf }: WordContext): void {
  const margin = partOf(defaults, 'margin')
  const lengths = {
    x: space.width - numberOr(margin.l, 0) - numberOr(margin.r, 0),
    y: space.height - numberOr(margin.t, 0) - numberOr(margin.b, 0),
  }
  for (const name of Object.keys(layout).filter(key => /^[xy]axis\d*$/.test(key))) {
    const title = partOf(partOf(layout, name), 'title')
    if (typeof title.text !== 'string') continue
    const plain = fontOf(partOf(defaults, 'font'), partOf(layout, 'font'))
    // The library's own rule for titles of axes.
    const size = Math.round(plain.size * 1.2)
    const font = fontOf(partOf(defaults, 'font'), partOf(layout, 'font'), { size }, partOf(title, 'font'))
    title.text = breakLines(title.text, font, lengths[name.startsWith('x') ? 'x' : 'y'], 3, widthOf)
  }
}
