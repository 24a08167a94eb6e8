/**
 * The legend of a figure in the default style: which names are in it, whether it goes below the plot, and how much
 * higher a phone's page must be for both. One rule for what draws the figure and what makes room for it.
 */

import { asObject, type JsonObject } from './json.ts'

/** A line or a box stands before each name; in pixels. */
export const symbolWidth = 60

/** A window of a phone held upright, in pixels. */
const narrow = 480

/** Placed by its author, or kept where it is by what else stands below the plot. */
export function isLegendPlaced(layout: JsonObject): boolean {
  const placed = Object.keys(asObject(layout.legend)).some(key => /^[xy]|^orientation$/.test(key))
  const busy = [layout.sliders, layout.updatemenus].some(each => Array.isArray(each) && each.length > 0)
  return layout.showlegend === false || placed || busy || layout.legend2 !== undefined
}

export const isRound = ({ type }: JsonObject): boolean => type === 'pie' || type === 'funnelarea'

const isPolar = ({ type }: JsonObject): boolean => String(type).includes('polar')

/** Each once. */
export const legendNames = (data: readonly unknown[]): string[] => [
  ...new Set(data.map(asObject).flatMap(namesOf).map(String)),
]

function namesOf(trace: JsonObject, index: number): unknown[] {
  if (trace.showlegend === false || trace.visible === false) return []
  if (isRound(trace)) return Array.isArray(trace.labels) ? trace.labels : []
  return [trace.name ?? `trace ${index}`]
}

/**
 * Whether names would take the plot's place beside it, the widest of them in pixels: many of them would fill the
 * figure below the plot as well. What is as high as it is wide, such as a pie, has room below it on a phone.
 */
export function takesThePlot(
  data: readonly unknown[],
  names: readonly string[],
  widest: number,
  width: number,
): boolean {
  if (width < narrow && data.map(asObject).some(trace => isRound(trace) || isPolar(trace))) return true
  return widest + symbolWidth > (names.length > 12 ? 0.5 : 0.3) * width
}

/** In pixels, of the default style's letters, on the whole. */
const letterWidth = 6.7
const [rowHeight, nextLine] = [19, 16]
/** What a phone's page has for names beside and below the plot of a figure, and how wide it is. */
const [phoneWidth, besides, below] = [390, 340, 40]
const mostGrowth = 800

/** How much higher than others the figure is to be on a phone, in pixels, so that many names leave it its size. */
export function phoneGrowth(layout: JsonObject, data: readonly unknown[]): number {
  if (isLegendPlaced(layout)) return 0
  const names = legendNames(data)
  if (names.length < 2) return 0
  const widest = Math.max(...names.map(({ length }) => length)) * letterWidth
  const columns = Math.max(1, Math.floor((phoneWidth - 48) / (widest + 45)))
  const lines = Math.min(3, Math.ceil(widest / (phoneWidth - 48 - symbolWidth)))
  const free = takesThePlot(data, names, widest, phoneWidth)
    ? below - Math.ceil(names.length / columns) * (rowHeight + (lines - 1) * nextLine)
    : besides - names.length * rowHeight
  // In steps, so that figures of about as many names have images of one size.
  return Math.min(Math.ceil(Math.max(0, -free) / 20) * 20, mostGrowth)
}
