/** Fits colour bars: horizontal ones above the plot, the titles of those beside it, and those of maps on phones. */

import { childrenOf, type JsonObject, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { breakLines } from './lines.ts'
import { fontOf } from './measure.ts'

/** Of the figure's width, for a title over a bar beside the plot; and its minimum in pixels. */
const titleShare = 0.2
const minTitle = 80

const map = /^(?:choropleth|scatter|density)(?:map|geo)?$/
/** In pixels: maps that are narrower have their colour bar below them. */
const narrowMap = 480

/** On phones a bar beside a map would take a quarter of its width, and the map has space below it. */
function moveBelowMap({ figure: { data, layout }, space }: FitContext): void {
  if (space.width >= narrowMap || !data.every(({ type }) => type !== 'scatter' && map.test(String(type))))
    return
  const traces = data.filter(({ type, coloraxis, showscale }) => {
    return type !== 'scattergeo' && type !== 'scattermap' && coloraxis === undefined && showscale !== false
  })
  const [holder, ...others] = [...traces, ...childrenOf(layout, 'coloraxis')]
  if (!holder || others.length > 0) return
  const bar = partOf(holder, 'colorbar')
  if (Object.keys(bar).some(key => /^(?:orientation|len|[xy](?:ref|anchor)?)$/.test(key))) return
  holder.colorbar = { ...bar, orientation: 'h', x: 0.5, xanchor: 'center', y: 0, yanchor: 'top', len: 1 }
}

/** `headline` is the height of the headline, in pixels. */
export function fitColourBars(context: FitContext, headline: number): void {
  moveBelowMap(context)
  const { figure, space, widthOf } = context
  const { data, layout } = figure
  const holders = data.flatMap(trace => [trace, partOf(trace, 'marker'), partOf(trace, 'line')])
  for (const holder of [...holders, ...childrenOf(layout, 'coloraxis')]) {
    const bar = partOf(holder, 'colorbar')
    fitTitle(bar)
    if (headline === 0 || headline > space.height / 2) continue
    const placed = Object.keys(bar).some(key => /^y(?:ref|anchor)?$/.test(key))
    // For a horizontal bar the library moves the headline up and out of the image, so the bar is moved below it. A
    // title above the bar would be drawn over the headline there.
    if (bar.orientation !== 'h' || placed || partOf(bar, 'title').side === 'top') continue
    holder.colorbar = { ...bar, yref: 'container', y: 1 - headline / space.height, yanchor: 'top' }
  }

  function fitTitle(bar: JsonObject): void {
    const title = partOf(bar, 'title')
    if (typeof title.text !== 'string' || bar.orientation === 'h' || title.side === 'right') return
    const font = fontOf(...baseFonts(context), partOf(title, 'font'))
    title.text = breakLines(title.text, font, Math.max(minTitle, titleShare * space.width), 3, widthOf)
  }
}
