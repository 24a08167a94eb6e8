/**
 * The legend of a figure in the default style: its names, whether it is placed below the plot, and how much height it adds on
 * phones. Shared by the code that draws the figure and the code that reserves space for it.
 */

import { asObject, type JsonObject } from './json.ts'

/** The width of the symbol before each name, in pixels. */
export const symbolWidth = 60

/** The maximum width of phones in portrait orientation, in pixels. */
export const maxPhoneWidth = 480

/** Whether the author has placed the legend, or other items occupy the space below the plot. */
export function isLegendPlaced(layout: JsonObject): boolean {
  const placed = Object.keys(asObject(layout.legend)).some(key => /^[xy]|^orientation$/.test(key))
  const busy = [layout.sliders, layout.updatemenus].some(each => Array.isArray(each) && each.length > 0)
  return layout.showlegend === false || placed || busy || layout.legend2 !== undefined
}

export const isRound = ({ type }: JsonObject): boolean => type === 'pie' || type === 'funnelarea'

const isPolar = ({ type }: JsonObject): boolean => String(type).includes('polar')

/** The distinct names. */
export const legendNames = (data: readonly unknown[]): string[] => [
  ...new Set(data.map(asObject).flatMap(namesOf).map(String)),
]

function namesOf(trace: JsonObject, index: number): unknown[] {
  if (trace.showlegend === false || trace.visible === false) return []
  if (isRound(trace)) return Array.isArray(trace.labels) ? trace.labels : []
  return [trace.name ?? `trace ${index}`]
}

/**
 * Whether a legend beside the plot would take too much of its width, given the width of the widest name in pixels. With many
 * names, a legend below would take too much height as well, less so on phones, where the figure becomes higher. Square
 * plots, such as pies, have space below on phones.
 */
export function takesPlotSpace(
  data: readonly unknown[],
  names: readonly string[],
  widest: number,
  width: number,
): boolean {
  if (width < maxPhoneWidth && data.map(asObject).some(trace => isRound(trace) || isPolar(trace))) return true
  const most = names.length <= 12 ? 0.3 : width < maxPhoneWidth ? 0.4 : 0.5
  return widest + symbolWidth > most * width
}

/** The average width of characters in the default style, in pixels. */
const letterWidth = 6.7
const [rowHeight, nextLine] = [19, 16]
/** The width of a phone's page, and its space for names beside and below the plot, in pixels. */
const [phoneWidth, besides, below] = [390, 340, 40]
const maxGrowth = 800

/** The additional height on phones in pixels, so that many names do not shrink the plot. */
export function phoneGrowth(layout: JsonObject, data: readonly unknown[]): number {
  if (isLegendPlaced(layout)) return 0
  const names = legendNames(data)
  if (names.length < 2) return 0
  const widest = Math.max(...names.map(({ length }) => length)) * letterWidth
  const columns = Math.max(1, Math.floor((phoneWidth - 48) / (widest + 45)))
  const lines = Math.min(3, Math.ceil(widest / (phoneWidth - 48 - symbolWidth)))
  const free = takesPlotSpace(data, names, widest, phoneWidth)
    ? below - Math.ceil(names.length / columns) * (rowHeight + (lines - 1) * nextLine)
    : besides - names.length * rowHeight
  // In steps, so that figures with similar numbers of names share image sizes.
  return Math.min(Math.ceil(Math.max(0, -free) / 20) * 20, maxGrowth)
}
