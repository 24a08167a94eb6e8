/** A figure of each kind of trace that the charting library draws, with as little as it takes. */

const numbers = [1, 3, 2]
const grid = [
  [1, 2, 3],
  [2, 3, 1],
  [3, 1, 2],
]
const area = {
  type: 'Feature',
  id: 'a',
  properties: {},
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [9, 0],
        [9, 9],
        [0, 0],
      ],
    ],
  },
}
const cube = { x: [0, 0, 0, 0, 1, 1, 1, 1], y: [0, 1, 0, 1, 0, 1, 0, 1], z: [1, 1, 0, 0, 1, 1, 0, 0] }
const dimensions = [1, 2, 3].map(each => ({ values: [each, 2, 3] }))

/** Enough for any kind of trace to be drawn; it takes what it knows. */
export const anyTrace = {
  ...{ x: numbers, y: numbers, lat: numbers, lon: numbers, r: numbers, theta: numbers },
  ...{ a: numbers, b: numbers, c: numbers, real: numbers, imag: numbers, u: numbers, v: numbers, w: numbers },
  ...{ open: numbers, high: numbers, low: numbers, close: numbers, values: numbers },
  ...{ labels: ['A', 'B', 'C'], parents: ['', 'A', 'A'], value: 5, dimensions, mode: 'markers+lines+text' },
}
const byType: Readonly<Record<string, object>> = {
  ...Object.fromEntries(
    ['heatmap', 'contour', 'surface', 'histogram2d', 'histogram2dcontour'].map(type => [type, { z: grid }]),
  ),
  ...Object.fromEntries(
    ['scatter3d', 'mesh3d', 'cone', 'streamtube', 'densitymap'].map(type => [type, { z: numbers }]),
  ),
  ...Object.fromEntries(['isosurface', 'volume'].map(type => [type, { ...cube, value: cube.z }])),
  image: { z: [[[255, 0, 0]]] },
  carpet: { a: [1, 1, 2, 2], b: [1, 2, 1, 2], x: [1, 2, 1, 2], y: [1, 1, 2, 2] },
  choropleth: { locations: ['FRA'], z: [1] },
  choroplethmap: { locations: ['a'], z: [1], geojson: { type: 'FeatureCollection', features: [area] } },
  sankey: { node: { label: ['a', 'b'] }, link: { source: [0], target: [1], value: [1] } },
  table: { header: { values: [['h']] }, cells: { values: [['c', 'd']] } },
}

/** One trace of that kind; of a kind that needs nothing of its own, what any kind knows. */
export const drawableTrace = (type: string) => ({ ...anyTrace, ...byType[type], type })
