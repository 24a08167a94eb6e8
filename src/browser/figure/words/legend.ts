/** Legends whose names are so long that they would take the plot's place. */

import { childrenOf, hasTex, type JsonObject } from '../../json.ts'
import { partOf, sideSpace, type WordContext } from './context.ts'
import { breakLines, longestText } from './lines.ts'
import { type Font, fontOf } from './measure.ts'

/** A line or a box stands before each name; in pixels. */
const symbolWidth = 60

export function fitLegend(context: WordContext): void {
  const { figure, defaults, space, widthOf } = context
  const { data, layout } = figure
  if (isPlaced(layout)) return
  const own = partOf(layout, 'legend')
  const names = data
    .flatMap(namesOf)
    .filter(name => typeof name === 'string')
    .filter(name => !hasTex(name))
  if (names.length < 2 && layout.showlegend !== true) return
  const font = fontOf(partOf(defaults, 'font'), partOf(layout, 'font'), partOf(own, 'font'))
  const widths = names.map(name => widthOf(name.slice(0, longestText), font))
  const widest = widths.reduce((most, width) => Math.max(most, width), Number.NEGATIVE_INFINITY)
  // Many names would fill the figure below the plot as well.
  const fits = widest + symbolWidth <= (names.length > 12 ? 0.5 : 0.3) * space.width
  if (fits && !hasRightAxis(layout)) return
  const beneath = { orientation: 'h', xref: 'container', x: sideSpace / space.width, yref: 'container', y: 0 }
  layout.legend = { ...beneath, xanchor: 'left', yanchor: 'bottom', ...own }
  breakNames(data, font, context)
}

/** By its author, or by what else stands below the plot. */
function isPlaced(layout: JsonObject): boolean {
  const placed = Object.keys(partOf(layout, 'legend')).some(key => /^[xy]|^orientation$/.test(key))
  const busy = [layout.sliders, layout.updatemenus].some(each => Array.isArray(each) && each.length > 0)
  return layout.showlegend === false || placed || busy || layout.legend2 !== undefined
}

/** The library puts the legend over the labels of an axis at the right. */
const hasRightAxis = (layout: JsonObject): boolean =>
  childrenOf(layout, /^yaxis\d*$/).some(axis => axis.side === 'right' && axis.visible !== false)

/** What a trace is called in the legend. */
function namesOf(trace: JsonObject, index: number): unknown[] {
  if (trace.showlegend === false || trace.visible === false) return []
  if (trace.type === 'pie' || trace.type === 'funnelarea') {
    return Array.isArray(trace.labels) ? trace.labels : []
  }
  return [trace.name ?? `trace ${index}`]
}

function breakNames(data: readonly JsonObject[], font: Font, { space, widthOf }: WordContext): void {
  const width = space.width - 2 * sideSpace - symbolWidth
  for (const trace of data) {
    if (typeof trace.name === 'string') trace.name = breakLines(trace.name, font, width, 3, widthOf)
  }
}
