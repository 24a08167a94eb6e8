/** What attributes of earlier releases, of other libraries and of other places are called here. */

import { entryOf } from '../../../../plotly/json.ts'
import {
  type Container,
  layoutSchema,
  memberOf,
  traceSchema,
  traceTypes,
} from '../../../../plotly/schema/schema.ts'

/** An attribute that the container must have, and what is suggested then. */
type Equivalent = readonly [has: string, suggestion: string]

const fromTo: readonly Equivalent[] = [
  ['range', 'range: [from, to]'],
  ['axis', 'axis.range: [from, to]'],
]
const reversed: readonly Equivalent[] = [
  ['autorange', 'autorange: "reversed"'],
  ['reversescale', 'reversescale'],
]
const scale: readonly Equivalent[] = [['colorscale', 'colorscale']]
const shown: readonly Equivalent[] = [['visible', 'visible']]
const grounds: readonly Equivalent[] = [
  ['paper_bgcolor', 'paper_bgcolor and plot_bgcolor'],
  ['bgcolor', 'bgcolor'],
]
const categories: readonly Equivalent[] = [['categoryarray', 'categoryarray']]
const lines: readonly Equivalent[] = [['shapes', 'a line in shapes']]
const outline = (name: string): readonly Equivalent[] => [
  ['symbol', `line.${name}`],
  ['line', `line.${name}`],
  ['marker', `marker.line.${name}`],
]
const dashed: readonly Equivalent[] = [
  ['dash', 'dash'],
  ['line', 'line.dash'],
]
const hover: readonly Equivalent[] = [
  ['hovermode', 'hovermode'],
  ['hovertemplate', 'hovertemplate'],
]
const errors = (letter: string): readonly Equivalent[] => [
  [`error_${letter}`, `error_${letter}: {"array": [ … ]}`],
]
const texts: readonly Equivalent[] = [['texttemplate', 'texttemplate']]
const hole: readonly Equivalent[] = [['hole', 'hole']]
const source: readonly Equivalent[] = [['source', 'source']]

/** By name in lower case without `_` and `-`. Of several equivalents, the first that applies is suggested. */
const equivalents: Readonly<Record<string, readonly Equivalent[]>> = {
  align: [['xanchor', 'x and xanchor']],
  annot: texts,
  autotick: [['tickmode', 'tickmode']],
  background: grounds,
  backgroundcolor: grounds,
  bardir: [['orientation', 'orientation']],
  bargrouping: [['barmode', 'barmode']],
  bg: grounds,
  bgcolor: grounds,
  bins: [['nbinsx', 'nbinsx, or xbins']],
  border: outline('color'),
  bottom: [['b', '"b"']],
  cameraposition: [['camera', 'camera']],
  categories,
  charttype: [['type', 'type']],
  cmap: scale,
  color: [['suffix', 'fill.color, or font.color']],
  colorbar: [['coloraxis', 'coloraxis.colorbar']],
  colormap: scale,
  colors: [['colorway', 'colorway']],
  cols: [['columns', 'columns']],
  cutout: hole,
  data: categories,
  density: [['histnorm', 'histnorm: "probability density"']],
  display: shown,
  donut: hole,
  edgecolor: outline('color'),
  edgewidth: outline('width'),
  enabled: shown,
  errorbars: errors('y'),
  explode: [['pull', 'pull']],
  fontcolor: [['font', 'font.color']],
  fontfamily: [['font', 'font.family']],
  fontsize: [['font', 'font.size']],
  from: fromTo,
  grid: [['showgrid', 'showgrid']],
  hide: shown,
  hline: lines,
  hlines: lines,
  innerradius: hole,
  inverse: reversed,
  inverted: reversed,
  kind: [['type', 'type']],
  label: [
    ['labels', '"labels"'],
    ['legendgroup', 'name'],
    ['title', 'title'],
    ['text', 'text'],
  ],
  lat: [['locations', 'locations']],
  latitude: [['lat', 'lat']],
  left: [['l', '"l"']],
  levels: [
    ['ncontours', 'contours: {"start", "end", "size"}'],
    ['start', 'start, end and size'],
  ],
  limits: fromTo,
  linestyle: dashed,
  linewidth: [['line', 'line.width']],
  lng: [['lon', 'lon']],
  loc: [['orientation', 'x, y and orientation']],
  long: [['lon', 'lon']],
  longitude: [['lon', 'lon']],
  ls: dashed,
  lw: [['line', 'line.width']],
  mapbox: [['map', 'map (its style names stay, accesstoken goes)']],
  marker: [['totals', 'increasing.marker, decreasing.marker and totals.marker']],
  max: fromTo,
  min: fromTo,
  names: [['labels', 'labels']],
  ncols: [['columns', 'columns']],
  nrows: [['rows', 'rows']],
  opacities: [['opacity', 'opacity']],
  palette: scale,
  position: [['orientation', 'x, y and orientation']],
  radius: [['symbol', 'size']],
  ref: [['xref', 'xref and yref']],
  reverse: reversed,
  reversed,
  reversescale: reversed,
  right: [['r', '"r"']],
  shape: [['symbol', 'symbol']],
  show: shown,
  smooth: [['smoothing', 'shape: "spline"']],
  src: source,
  stack: [['barmode', 'barmode: "stack"']],
  stacked: [['barmode', 'barmode: "stack"']],
  startangle: [['rotation', 'rotation']],
  stroke: outline('color'),
  strokewidth: outline('width'),
  style: [['dash', 'dash']],
  textauto: texts,
  theme: [['template', 'template']],
  title: [['text', 'text']],
  titlefont: [['title', 'title.font']],
  titleoffset: [['title', 'title.standoff']],
  titleposition: [['title', 'title.position']],
  titleside: [['title', 'title.side']],
  titlestandoff: [['title', 'title.standoff']],
  to: fromTo,
  tooltip: hover,
  tooltips: hover,
  top: [['t', '"t"']],
  url: source,
  vline: lines,
  vlines: lines,
  width: [['sizex', 'sizex']],
  height: [['sizey', 'sizey']],
  whis: [['boxpoints', 'q1, median, q3, lowerfence and upperfence']],
  x: [['x1', 'x0 and x1']],
  xerr: errors('x'),
  xlabel: [['xaxis', 'xaxis.title']],
  xlim: [['xaxis', 'xaxis.range']],
  xticks: [['xaxis', 'xaxis.tickvals']],
  xtitle: [['xaxis', 'xaxis.title']],
  y: [['y1', 'y0 and y1']],
  yerr: errors('y'),
  ylabel: [['yaxis', 'yaxis.title']],
  ylim: [['yaxis', 'yaxis.range']],
  yticks: [['yaxis', 'yaxis.tickvals']],
  ytitle: [['yaxis', 'yaxis.title']],
  zlabel: [['scene', 'scene.zaxis.title']],
}

/** The equivalent that this container has. */
export function equivalentOf(name: string, container: Container): string | undefined {
  const known = entryOf(equivalents, name.toLowerCase().replace(/[_-]/g, '')) ?? []
  return known.find(([has]) => container.members.has(has))?.[1]
}

/** Options of the page, which browsers get beside the figure. */
const options =
  /^(?:config|displaymodebar|displaylogo|responsive|scrollzoom|staticplot|editable|locale|showtips|modebarbuttons.*|toimagebuttonoptions)$/i

/** What to do about attributes without an equivalent. */
const remedies: Readonly<Record<string, string>> = {
  transforms: 'apply them to the data before sending it',
  stackgroup: 'bars are stacked by layout.barmode: "stack"',
  groupnorm: 'only a scatter trace has it',
}

/** What to do about an attribute that belongs elsewhere. */
export function remedyElsewhere(owner: string, name: string, container: Container): string | null {
  if (container === layoutSchema)
    return options.test(name) ? 'it belongs in config, beside data and layout' : null
  if (traceSchema(owner) !== container) return null
  const remedy = entryOf(remedies, name)
  if (remedy && (name !== 'stackgroup' || owner === 'bar')) return remedy
  const node = layoutSchema.members.get(name)
  if (node && !(node.kind === 'container' && node.subplots))
    return `it belongs in the layout: {${JSON.stringify(name)}: …}`
  const map = layoutSchema.members.get('map')
  return memberOf(container, 'subplot') && map?.kind === 'container' && map.members.has(name)
    ? `it belongs in the layout: {"map": {${JSON.stringify(name)}: …}}`
    : null
}

/** Whether it is an attribute of traces. Short names are not, because they may mean anything. */
export const isOfTraces = (name: string): boolean =>
  name.length > 3 && traceTypes.some(type => traceSchema(type)?.members.has(name))

/** The types that have attributes which a scatter trace has not. */
const typedBy: Readonly<Record<string, string>> = {
  cells: 'table',
  close: 'candlestick',
  dimensions: 'parcoords',
  geojson: 'choropleth',
  header: 'table',
  labels: 'pie',
  lat: 'scattermap',
  link: 'sankey',
  locations: 'choropleth',
  lon: 'scattermap',
  measure: 'waterfall',
  open: 'candlestick',
  parents: 'treemap',
  r: 'scatterpolar',
  theta: 'scatterpolar',
  value: 'indicator',
  values: 'pie',
  z: 'heatmap',
}

/** The type of a trace with such an attribute; z beside x and y is a trace in space. */
export const typeWith = (name: string, isInSpace: boolean): string | undefined =>
  name === 'z' && isInSpace ? 'scatter3d' : entryOf(typedBy, name)
