/** The common names of trace types. */

import { isObject, type JsonObject } from '../table/columns.ts'
import { isHorizontal } from './orientation.ts'

const names: Readonly<Record<string, string>> = {
  bar: 'bar chart',
  barpolar: 'polar bar chart',
  box: 'box plot',
  candlestick: 'candlestick chart',
  carpet: 'carpet plot',
  choropleth: 'choropleth map',
  choroplethmap: 'choropleth map',
  cone: '3D cone plot',
  contour: 'contour plot',
  contourcarpet: 'carpet contour plot',
  densitymap: 'density map',
  funnel: 'funnel chart',
  funnelarea: 'funnel area chart',
  heatmap: 'heat map',
  histogram: 'histogram',
  histogram2d: '2D histogram',
  histogram2dcontour: '2D histogram contour plot',
  icicle: 'icicle chart',
  image: 'image',
  indicator: 'indicator',
  isosurface: '3D isosurface plot',
  mesh3d: '3D mesh plot',
  ohlc: 'OHLC chart',
  parcats: 'parallel categories diagram',
  parcoords: 'parallel coordinates plot',
  pie: 'pie chart',
  quiver: 'quiver plot',
  sankey: 'Sankey diagram',
  scatter3d: '3D scatter plot',
  scattercarpet: 'carpet scatter plot',
  scattergeo: 'map with points',
  scattermap: 'map with points',
  scatterpolar: 'polar chart',
  scatterpolargl: 'polar chart',
  scattersmith: 'Smith chart',
  scatterternary: 'ternary plot',
  splom: 'scatter plot matrix',
  streamtube: '3D streamtube plot',
  sunburst: 'sunburst chart',
  surface: '3D surface plot',
  table: 'table',
  treemap: 'treemap',
  violin: 'violin plot',
  volume: '3D volume plot',
  waterfall: 'waterfall chart',
}

/** The names of scatter types whose points are joined by lines. */
const joined: Readonly<Record<string, string>> = {
  scatter3d: '3D line chart',
  scattergeo: 'map with lines',
  scattermap: 'map with lines',
}

/** Without a `mode`, the charting library draws lines from this number of points on. */
const fewPoints = 20

export function kindOfTrace(type: string, trace: JsonObject, points: number): string {
  if (type !== 'scatter' && type !== 'scattergl') {
    if (type === 'bar' && isHorizontal(trace, type)) return 'horizontal bar chart'
    if (type === 'box' && isStrip(trace)) return 'strip plot'
    if (type === 'pie' && Number(trace.hole) > 0) return 'donut chart'
    return (trace.mode === 'lines' ? joined[type] : null) ?? names[type] ?? type
  }
  const mode = typeof trace.mode === 'string' ? trace.mode : null
  if ((typeof trace.fill === 'string' && trace.fill !== 'none') || trace.stackgroup) return 'area chart'
  if (mode === 'markers' || mode === 'markers+text') return 'scatter plot'
  if (mode === 'text') return 'text plot'
  if (mode === null && points < fewPoints) return 'line chart with markers'
  return 'line chart'
}

/** Whether only the points of a box trace are visible, as in strip plots of Plotly Express. */
function isStrip({ boxpoints, fillcolor, line }: JsonObject): boolean {
  const edge = isObject(line) ? line : {}
  return boxpoints === 'all' && isClear(fillcolor) && (isClear(edge.color) || edge.width === 0)
}

/** Whether a colour is transparent, as Plotly Express writes it: `rgba(255,255,255,0)`. */
const isClear = (colour: unknown): boolean =>
  typeof colour === 'string' && (colour === 'transparent' || colour.replaceAll(' ', '').endsWith(',0)'))
