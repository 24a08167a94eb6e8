/** The kinds of graphs by which the gallery can be filtered. */

export const graphKinds = {
  lines: { label: 'Lines and points', types: ['scatter', 'scattergl'] },
  bars: { label: 'Bars', types: ['bar', 'funnel', 'waterfall'] },
  parts: { label: 'Pies and trees', types: ['pie', 'funnelarea', 'sunburst', 'treemap', 'icicle'] },
  distributions: { label: 'Distributions', types: ['histogram', 'box', 'violin', 'splom'] },
  grids: {
    label: 'Heat maps and contours',
    types: ['heatmap', 'contour', 'histogram2d', 'histogram2dcontour', 'image'],
  },
  maps: {
    label: 'Maps',
    types: ['choropleth', 'choroplethmap', 'densitymap', 'scattergeo', 'scattermap'],
  },
  space: {
    label: '3D',
    types: ['scatter3d', 'surface', 'mesh3d', 'cone', 'streamtube', 'isosurface', 'volume'],
  },
  money: { label: 'Prices', types: ['candlestick', 'ohlc'] },
  flows: { label: 'Flows and dimensions', types: ['sankey', 'parcats', 'parcoords', 'quiver'] },
  round: {
    label: 'Polar, ternary, Smith',
    types: ['scatterpolar', 'scatterpolargl', 'barpolar', 'scatterternary', 'scattersmith'],
  },
  carpets: { label: 'Carpets', types: ['carpet', 'scattercarpet', 'contourcarpet'] },
  numbers: { label: 'Tables and numbers', types: ['table', 'indicator'] },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly types: readonly string[] }>>

export type GraphKind = keyof typeof graphKinds

/** Null for all graphs, and for an unknown kind. */
export const readKind = (given: string | null): GraphKind | null =>
  given !== null && Object.hasOwn(graphKinds, given) ? (given as GraphKind) : null
