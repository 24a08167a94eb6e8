/** Titles of axes, and the names of categories beside them. */

import { childOf, type JsonObject } from '../../json.ts'
import { partOf, type WordContext } from './context.ts'
import { breakLines } from './lines.ts'
import { fontOf, numberOr } from './measure.ts'

/** Broken into at most three lines of their axis' length. */
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

/** Of a figure's width, for the names at its left: longer ones are broken, and the library would cut them off. */
const namesShare = 0.36
/** More are too close to each other for several lines. */
const mostBroken = 40

/** Long names at the left, where there are few enough, unless the figure names its ticks itself. */
export function fitCategories({ figure: { data, layout }, defaults, space, widthOf }: WordContext): void {
  const names = new Map<string, Set<string>>()
  for (const trace of data) {
    const axis = String(trace.yaxis ?? 'y').replace('y', 'yaxis')
    const values = Array.isArray(trace.y) ? trace.y.slice(0, 1000) : []
    for (const value of values) {
      if (typeof value === 'string') names.set(axis, (names.get(axis) ?? new Set()).add(value))
    }
  }
  for (const [axis, found] of names) {
    const own = childOf(layout, axis) ?? {}
    if (found.size > mostBroken || own.labelalias !== undefined || own.ticktext !== undefined) continue
    const font = fontOf(partOf(defaults, 'font'), partOf(layout, 'font'), partOf(own, 'tickfont'))
    const most = namesShare * space.width
    const labelalias: JsonObject = {}
    for (const name of found) {
      if (widthOf(name, font) > most) labelalias[name] = breakLines(name, font, most, 3, widthOf)
    }
    if (Object.keys(labelalias).length > 0) layout[axis] = { ...own, labelalias }
  }
}
