/** The data attributes of trace types: which are required, and which arrays must have the same length. */

export type Names = readonly string[]

const xOrY: readonly Names[] = [['x'], ['y']]
const prices: readonly Names[] = [['open', 'high', 'low', 'close']]
const hierarchy: readonly Names[] = [
  ['labels', 'parents'],
  ['ids', 'parents'],
]
const labelled: readonly Names[] = [['labels'], ['values']]
const box: readonly Names[] = [...xOrY, ['q1', 'median', 'q3']]
const places: readonly Names[] = [['lat', 'lon'], ['locations']]

/** Alternatives of required attributes per type, as in the library's `supplyDefaults`. */
export const neededData: Readonly<Record<string, readonly Names[]>> = {
  bar: xOrY,
  barpolar: [['r'], ['theta']],
  box,
  candlestick: prices,
  carpet: [['a', 'b', 'y']],
  choropleth: [['locations', 'z']],
  choroplethmap: [['locations', 'z', 'geojson']],
  cone: [['x', 'y', 'z', 'u', 'v', 'w']],
  contour: [['z']],
  contourcarpet: [['z']],
  densitymap: [['lat', 'lon']],
  funnel: xOrY,
  funnelarea: labelled,
  heatmap: [['z']],
  histogram: xOrY,
  histogram2d: [['x', 'y']],
  histogram2dcontour: [['x', 'y']],
  icicle: hierarchy,
  image: [['z'], ['source']],
  indicator: [['value']],
  isosurface: [['x', 'y', 'z', 'value']],
  mesh3d: [['x', 'y', 'z']],
  ohlc: prices,
  parcats: [['dimensions']],
  parcoords: [['dimensions']],
  pie: labelled,
  quiver: [['x', 'y']],
  sankey: [['link.source', 'link.target', 'link.value']],
  scatter: xOrY,
  scatter3d: [['x', 'y', 'z']],
  scattercarpet: [['a', 'b']],
  scattergeo: places,
  scattergl: xOrY,
  scattermap: [['lat', 'lon']],
  scatterpolar: [['r'], ['theta']],
  scatterpolargl: [['r'], ['theta']],
  scattersmith: [['real', 'imag']],
  scatterternary: [
    ['a', 'b'],
    ['b', 'c'],
    ['a', 'c'],
  ],
  splom: [['dimensions']],
  streamtube: [['x', 'y', 'z', 'u', 'v', 'w']],
  sunburst: hierarchy,
  surface: [['z']],
  table: [['header.values'], ['cells.values']],
  treemap: hierarchy,
  violin: xOrY,
  volume: [['x', 'y', 'z', 'value']],
  waterfall: xOrY,
}

/** Attributes per type that must be numbers, because texts are not drawn. */
export const numericData: Readonly<Record<string, Names>> = {
  candlestick: ['open', 'high', 'low', 'close'],
  choropleth: ['z'],
  choroplethmap: ['z'],
  heatmap: ['z'],
  ohlc: ['open', 'high', 'low', 'close'],
  sankey: ['link.value'],
  surface: ['z'],
}

/** Arrays per type with one value per point. The library draws as many points as the shortest has values. */
export const parallelData: Readonly<Record<string, readonly Names[]>> = {
  bar: [['x', 'y']],
  barpolar: [['r', 'theta']],
  candlestick: [['x', 'open', 'high', 'low', 'close']],
  choropleth: [['locations', 'z']],
  choroplethmap: [['locations', 'z']],
  cone: [['x', 'y', 'z', 'u', 'v', 'w']],
  densitymap: [['lat', 'lon']],
  funnel: [['x', 'y']],
  funnelarea: [['labels', 'values']],
  histogram2d: [['x', 'y']],
  histogram2dcontour: [['x', 'y']],
  icicle: [['labels', 'parents', 'values']],
  mesh3d: [
    ['x', 'y', 'z'],
    ['i', 'j', 'k'],
  ],
  ohlc: [['x', 'open', 'high', 'low', 'close']],
  pie: [['labels', 'values']],
  quiver: [['x', 'y', 'u', 'v']],
  sankey: [['link.source', 'link.target', 'link.value']],
  scatter: [['x', 'y']],
  scatter3d: [['x', 'y', 'z']],
  scattercarpet: [['a', 'b']],
  scattergeo: [['lat', 'lon']],
  scattergl: [['x', 'y']],
  scattermap: [['lat', 'lon']],
  scatterpolar: [['r', 'theta']],
  scatterpolargl: [['r', 'theta']],
  scattersmith: [['real', 'imag']],
  scatterternary: [['a', 'b', 'c']],
  sunburst: [['labels', 'parents', 'values']],
  treemap: [['labels', 'parents', 'values']],
  waterfall: [['x', 'y']],
}

/** Types whose points get the positions 0, 1, 2 … for a missing x or y. */
export const indexedTypes: ReadonlySet<string> = new Set([
  'scatter',
  'scattergl',
  'bar',
  'waterfall',
  'funnel',
])

/** Data attributes of other types, with their names in this type. */
export const namedElsewhere: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  pie: { x: 'labels', y: 'values' },
  funnelarea: { x: 'labels', y: 'values' },
  sunburst: { x: 'labels', y: 'values' },
  treemap: { x: 'labels', y: 'values' },
  icicle: { x: 'labels', y: 'values' },
  candlestick: { y: 'open, high, low and close' },
  ohlc: { y: 'open, high, low and close' },
  scatterpolar: { x: 'theta', y: 'r' },
  barpolar: { x: 'theta', y: 'r' },
  scattergeo: { x: 'lon', y: 'lat' },
  scattermap: { x: 'lon', y: 'lat' },
  densitymap: { x: 'lon', y: 'lat' },
  heatmap: { values: 'z' },
  histogram: { values: 'x' },
  bar: { labels: 'x', values: 'y' },
  scatter: { labels: 'x', values: 'y' },
  box: { values: 'y' },
  violin: { values: 'y' },
  indicator: { values: 'value' },
  table: { columns: 'header.values', data: 'cells.values', rows: 'cells.values', values: 'cells.values' },
}

/**
 * The axis along which a box with given quartiles has the samples of each box, a list for each, as the library chooses
 * it (`traces/box/defaults.js`). `isNested` says which of x and y contain lists.
 */
export const axisOfSamples = (orientation: unknown, isNested: Readonly<Record<'x' | 'y', boolean>>) =>
  orientation === 'h' || (orientation !== 'v' && isNested.x && !isNested.y) ? 'x' : 'y'
