/** Axes: their titles, and the ticks of one that lies over another. */

import { childrenOf, type JsonObject, namedIn, partOf } from '../../json.ts'
import type { WordContext } from './context.ts'
import { breakLines, widestLine } from './lines.ts'
import { type Font, fontOf, numberOr } from './measure.ts'
import { type Range, rangeOf } from './plot.ts'

/** Between the titles of two axes, in pixels. */
const gap = 8

/**
 * Broken into at most three lines of their axis' length, and into five where those of axes side by side would meet.
 * `below`: what stands under the plot, in pixels.
 */
export function fitAxisTitles(
  { figure: { layout }, defaults, space, widthOf }: WordContext,
  below: number,
): void {
  const margin = partOf(defaults, 'margin')
  const lengths = {
    x: space.width - numberOr(margin.l, 0) - numberOr(margin.r, 0),
    y: space.height - numberOr(margin.t, 0) - numberOr(margin.b, 0) - below,
  }
  const titles: Title[] = []
  for (const [name, axis] of namedIn(layout, 'xaxis', 'yaxis')) {
    const title = partOf(axis, 'title')
    if (typeof title.text !== 'string') continue
    const plain = fontOf(partOf(defaults, 'font'), partOf(layout, 'font'))
    // The library's own rule for titles of axes.
    const size = Math.round(plain.size * 1.2)
    const font = fontOf(partOf(defaults, 'font'), partOf(layout, 'font'), { size }, partOf(title, 'font'))
    const letter = name.startsWith('x') ? 'x' : 'y'
    title.text = breakLines(title.text, font, lengths[letter], 3, widthOf)
    titles.push({ letter, title, font, place: placeOf(name, axis, layout) })
  }
  const widthIn = ({ title, font }: Title) => widestLine(String(title.text), line => widthOf(line, font))
  const widths = titles.map(widthIn)
  titles.forEach((one, i) => {
    const reaches = titles.map((other, j) => {
      const away = Math.abs(middleOf(one.place) - middleOf(other.place)) * lengths[one.letter]
      const meet = one.letter === other.letter && away > 0 && (widths[i]! + widths[j]!) / 2 + gap > away
      return meet ? away - gap : Number.POSITIVE_INFINITY
    })
    const most = Math.min(...reaches)
    if (widths[i]! > most) one.title.text = breakLines(String(one.title.text), one.font, most, 5, widthOf)
  })
}

interface Title {
  readonly letter: 'x' | 'y'
  readonly title: JsonObject
  readonly font: Font
  readonly place: Range
}

const middleOf = ([from, to]: Range): number => (from + to) / 2

/** Which part of the plot an axis has: its own, or its column or row of a plain grid. */
function placeOf(name: string, { domain }: JsonObject, layout: JsonObject): Range {
  const grid = partOf(layout, 'grid')
  const cells = numberOr(name.startsWith('x') ? grid.columns : grid.rows, 1)
  const listed = ['subplots', 'xaxes', 'yaxes', 'pattern'].some(key => grid[key] !== undefined)
  const at = numberOr(Number(name.slice('xaxis'.length) || 1), 1) - 1
  if (Array.isArray(domain) || listed || at >= cells) return rangeOf(domain)
  return [at / cells, (at + 1) / cells]
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
