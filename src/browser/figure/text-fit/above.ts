/**
 * Makes room below the headline for what the author puts above the plot: buttons, a legend and notes. The library keeps
 * these within the figure, but not off its title.
 */

import { legendNames, symbolWidth } from '../../../plotly/legend-names.ts'
import { childrenOf, type JsonObject, objectsIn, partOf } from '../../json.ts'
import { baseFonts, type FitContext, sideSpace } from './context.ts'
import { lineCount, lineHeight, widestLine, widestOf } from './lines.ts'
import { type Font, fontOf, numberOr } from './measure.ts'
import { anchorOf } from './notes.ts'
import { plotOf, type Range, rangeOf } from './plot.ts'

/** Between the headline and what is below it, in pixels. */
const gap = 2
/** In pixels: what a button adds to its text, the arrow of a menu, and the height of both. */
const [buttonSides, arrow, buttonHeight] = [26, 16, 33]
/** In pixels: what a button of a range selector adds to its text, and its height. */
const [selectorSides, selectorHeight] = [15, 20]
/** The distance of a range selector to its axis, as a share of the plot. */
const selectorGap = 0.02

/** Between the rows of a legend, in pixels. */
const rowGap = 4

/** Its position as shares of the plot, its size in pixels. */
interface Item {
  readonly x: number
  readonly y: number
  readonly xanchor: unknown
  readonly yanchor: unknown
  readonly width: number
  readonly height: number
}

/** `headline` is the height of the headline, in pixels. Call it if the author has not set the margin above the plot. */
export function fitAbove(context: FitContext, headline: number): void {
  const { figure, space } = context
  const { layout } = figure
  const plot = plotOf(context)
  const title = headlineRange(context)
  let room = plot.top
  for (const item of [...menus(context), ...selectors(context), ...legend(context), ...notes(context)]) {
    const [from, to] = extentOf(plot.left + item.x * plot.width, item.x, item.width, item.xanchor)
    if (item.y < 1 || to <= title[0] || from >= title[1]) continue
    const yanchor = anchorOf(item.yanchor, item.y, ['bottom', 'middle', 'top'])
    const reach = { bottom: item.height, middle: item.height / 2, top: 0 }[yanchor]
    // The distance to the plot grows with the plot, which the margin makes smaller.
    const beyond = item.y - 1
    const needed = (beyond * (plot.height + plot.top) + reach + headline + gap) / (1 + beyond)
    room = Math.max(room, Math.min(needed, space.height / 2))
  }
  if (room > plot.top) layout.margin = { ...partOf(layout, 'margin'), t: Math.ceil(room) }
}

/** From and to, in pixels; `share` is the position that decides the automatic anchor. */
function extentOf(at: number, share: number, width: number, xanchor: unknown): Range {
  const anchor = anchorOf(xanchor, share, ['left', 'center', 'right'])
  const from = at - { left: 0, center: width / 2, right: width }[anchor]
  return [from, from + width]
}

function headlineRange({ figure: { layout }, defaults, space, widthOf }: FitContext): Range {
  const title = { ...partOf(defaults, 'title'), ...partOf(layout, 'title') }
  const widths = [title, partOf(title, 'subtitle')].map(part => {
    const font = fontOf(
      partOf(defaults, 'font'),
      partOf(partOf(defaults, 'title'), 'font'),
      partOf(part, 'font'),
    )
    return widestLine(String(part.text ?? ''), line => widthOf(line, font))
  })
  const x = numberOr(title.x, 0)
  const at = Math.min(Math.max(x * space.width, sideSpace), space.width - sideSpace)
  return extentOf(at, x, Math.max(...widths), title.xanchor)
}

const plainFont = (context: FitContext, own: JsonObject): Font =>
  fontOf(...baseFonts(context), partOf(own, 'font'))

function menus(context: FitContext): Item[] {
  return objectsIn(context.figure.layout.updatemenus)
    .filter(({ visible }) => visible !== false)
    .map(menu => {
      const font = plainFont(context, menu)
      const widths = objectsIn(menu.buttons).map(
        ({ label }) => context.widthOf(String(label ?? ''), font) + buttonSides,
      )
      const isRow = menu.direction === 'left' || menu.direction === 'right'
      const widest = widestOf(widths, width => width)
      const size =
        menu.type !== 'buttons'
          ? { width: widest + arrow, height: buttonHeight }
          : isRow
            ? { width: widths.reduce((sum, width) => sum + width, 0), height: buttonHeight }
            : { width: widest, height: widths.length * buttonHeight }
      const { xanchor = 'right', yanchor = 'top' } = menu
      return { x: numberOr(menu.x, -0.05), y: numberOr(menu.y, 1), xanchor, yanchor, ...size }
    })
}

function selectors(context: FitContext): Item[] {
  const { layout } = context.figure
  return childrenOf(layout, 'xaxis').flatMap(({ rangeselector, domain, anchor }) => {
    const own = partOf({ rangeselector }, 'rangeselector')
    const buttons = objectsIn(own.buttons)
    if (buttons.length === 0 || own.visible === false) return []
    const font = plainFont(context, own)
    const texts = buttons.map(({ label, count, step }) => String(label ?? `${count ?? 1}${step ?? 'month'}`))
    const width = texts.reduce((sum, text) => sum + context.widthOf(text, font) + selectorSides, 0)
    const axis = partOf(layout, String(anchor ?? 'y').replace('y', 'yaxis'))
    const { xanchor = 'left', yanchor = 'bottom' } = own
    return {
      x: numberOr(own.x, rangeOf(domain)[0]),
      y: numberOr(own.y, rangeOf(axis.domain)[1] + selectorGap),
      xanchor,
      yanchor,
      width,
      height: selectorHeight,
    }
  })
}

function legend(context: FitContext): Item[] {
  const { data, layout } = context.figure
  const own = partOf(layout, 'legend')
  const names = legendNames(data)
  if (layout.showlegend === false || own.orientation !== 'h' || own.yref === 'container') return []
  if (names.length < 2 && layout.showlegend !== true) return []
  const font = plainFont(context, own)
  const each = widestOf(names, name => context.widthOf(name, font)) + symbolWidth
  const columns = Math.max(1, Math.min(names.length, Math.floor(plotOf(context).width / each)))
  const { xanchor = 'left', yanchor } = own
  return [
    {
      x: numberOr(own.x, 0),
      y: numberOr(own.y, 0),
      xanchor,
      yanchor,
      width: columns * each,
      height: Math.ceil(names.length / columns) * (font.size * lineHeight + rowGap) - rowGap,
    },
  ]
}

function notes(context: FitContext): Item[] {
  return objectsIn(context.figure.layout.annotations).flatMap(note => {
    const { text, x, y, xref, yref, showarrow, visible, xanchor, yanchor } = note
    if (visible === false || showarrow !== false || typeof text !== 'string') return []
    if (xref !== 'paper' || yref !== 'paper' || typeof x !== 'number' || typeof y !== 'number') return []
    const font = plainFont(context, note)
    const width = widestLine(text, line => context.widthOf(line, font))
    return { x, y, xanchor, yanchor, width, height: lineCount(text) * font.size * lineHeight }
  })
}
