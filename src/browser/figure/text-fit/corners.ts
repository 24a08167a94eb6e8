/** Fits the titles at the corners of ternary plots. */

import { childOf, type JsonObject, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { breakLines, lineCount, lineHeight, widestLine, widestOf } from './lines.ts'
import { fontOf } from './measure.ts'
import { type Plot, plotOf } from './plot.ts'

/** Between text and the edge of the figure or its corner, in pixels. */
const gap = 10
/** The distance of a title from its corner in the library, beside the ticks; in pixels. */
const outside = 20
/** The minimum width of lines, as a share of the figure's width. Below it, the subplot becomes smaller. */
const minLine = 0.25

/** The domain that leaves this many pixels at either side of a subplot, including the margins. */
const besides = (side: number, { left, right, width }: Plot): JsonObject => ({
  x: [Math.max(0, (side - left) / width), 1 - Math.max(0, (side - right) / width)],
})

/** A triangle beside others, or with a domain of its own, stays as its author laid it out. */
const isAlone = (layout: JsonObject, name: string): boolean =>
  layout.grid === undefined && layout[`${name}2`] === undefined && partOf(layout, name).domain === undefined

/** Breaks the titles at the lower corners if there is no room for them beside the triangle. */
export function fitCorners(context: FitContext): void {
  const { figure, space, widthOf } = context
  const { layout } = figure
  const ternary = childOf(layout, 'ternary')
  if (!ternary || !isAlone(layout, 'ternary')) return
  const plain = fontOf(...baseFonts(context))
  const titles = ['baxis', 'caxis']
    .map(name => partOf(partOf(ternary, name), 'title'))
    .filter(({ text }) => typeof text === 'string')
  const size = Math.round(plain.size * 1.2)
  const widthIn = (title: JsonObject): ((text: string) => number) => {
    const font = fontOf(...baseFonts(context), { size }, partOf(title, 'font'))
    return text => widthOf(text, font)
  }
  const plot = plotOf(context)
  const besideIt = (plot.width - Math.min(plot.width, (plot.height * 2) / Math.sqrt(3))) / 2
  const beside = outside + gap / 2
  const room = 2 * (Math.min(plot.left, plot.right) + besideIt - beside)
  if (widestOf(titles, title => widthIn(title)(String(title.text))) <= room) return
  const max = Math.max(room, minLine * space.width)
  const widths = titles.map(title => {
    const width = widthIn(title)
    title.text = breakLines(String(title.text), plain, max, 3, text => width(text))
    return widestLine(String(title.text), width)
  })
  const under = (Math.max(...titles.map(({ text }) => lineCount(String(text)))) - 1) * size * lineHeight
  layout.ternary = {
    ...ternary,
    domain: { ...besides(Math.max(...widths) / 2 + beside, plot), y: [under / plot.height, 1] },
  }
}
