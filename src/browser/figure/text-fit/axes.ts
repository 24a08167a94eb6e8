/** Fits the titles of axes, and sets the ticks of an axis that overlays another. */

import { childrenOf, type JsonObject, namedIn, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { breakLines, widestLine, widestOf } from './lines.ts'
import { type Font, fontOf, numberOr, type WidthOf } from './measure.ts'
import { type Range, rangeOf } from './plot.ts'
import { isThumbnail } from './small.ts'

/** Between the titles of two axes, in pixels. */
const gap = 8
/** Shorter axes may have longer titles than they are long, because a broken word is hard to read. */
const minLine = 80

/**
 * Breaks titles into at most three lines of their axis' length, or five if those of adjacent axes would overlap.
 * `below` is the height of what is under the plot, in pixels.
 */
export function fitAxisTitles(context: FitContext, below: number): void {
  const { figure, defaults, space, widthOf } = context
  const { layout } = figure
  const margin = partOf(defaults, 'margin')
  const lengths = {
    x: space.width - numberOr(margin.l, 0) - numberOr(margin.r, 0),
    y: space.height - numberOr(margin.t, 0) - numberOr(margin.b, 0) - below,
  }
  const titles: Title[] = []
  for (const [name, axis] of namedIn(layout, 'xaxis', 'yaxis')) {
    const title = partOf(axis, 'title')
    if (typeof title.text !== 'string') continue
    if (isThumbnail(space)) {
      layout[name] = { ...axis, title: { ...title, text: '' } }
      continue
    }
    const plain = fontOf(...baseFonts(context))
    // The library's own rule for titles of axes.
    const size = Math.round(plain.size * 1.2)
    const font = fontOf(...baseFonts(context), { size }, partOf(title, 'font'))
    const letter = name.startsWith('x') ? 'x' : 'y'
    title.text = breakLines(title.text, font, Math.max(minLine, lengths[letter]), 3, widthOf)
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
    const max = Math.min(...reaches)
    if (widths[i]! <= max) return
    const font = fontFor(one, max, widthOf)
    one.title.text = breakLines(String(one.title.text), font, max, 5, widthOf)
  })
}

/** The size below which letters are hard to read, in pixels. */
const minSize = 9

/** Smaller letters before a word is broken, unless the author sets their size. */
function fontFor({ title, font }: Title, max: number, widthOf: WidthOf): Font {
  const own = partOf(title, 'font')
  const words = String(title.text).split(/\s+|<br\s*\/?>/i)
  const longest = widestOf(words, word => widthOf(word, font))
  if (longest <= max || own.size !== undefined) return font
  const size = Math.max(minSize, Math.floor((font.size * max) / longest))
  title.font = { ...own, size }
  return { ...font, size }
}

interface Title {
  readonly letter: 'x' | 'y'
  readonly title: JsonObject
  readonly font: Font
  readonly place: Range
}

const middleOf = ([from, to]: Range): number => (from + to) / 2

/** The part of the plot in which an axis is: its own domain, or its column or row of a plain grid. */
function placeOf(name: string, { domain }: JsonObject, layout: JsonObject): Range {
  const grid = partOf(layout, 'grid')
  const cells = numberOr(name.startsWith('x') ? grid.columns : grid.rows, 1)
  const listed = ['subplots', 'xaxes', 'yaxes', 'pattern'].some(key => grid[key] !== undefined)
  const at = numberOr(Number(name.slice('xaxis'.length) || 1), 1) - 1
  if (Array.isArray(domain) || listed || at >= cells) return rangeOf(domain)
  return [at / cells, (at + 1) / cells]
}

/**
 * The library puts the ticks of an overlaying axis where the other axis has them, with values such as 5.126 and 5.622.
 * Readable numbers matter more than a common grid.
 */
export function roundTicks(layout: JsonObject): void {
  for (const axis of childrenOf(layout, 'xaxis', 'yaxis')) {
    const own = ['tickmode', 'tickvals', 'dtick', 'nticks'].some(key => axis[key] !== undefined)
    if (typeof axis.overlaying !== 'string' || axis.overlaying === 'free' || own) continue
    axis.tickmode = 'auto'
    axis.showgrid ??= false
  }
}
