/** Parts of traces that are lost without a word from the charting library: what it ignores, repeats not, or draws otherwise. */

import { expect, test } from '@jest/globals'
import { isToldAt, layout, type Slip, toldOf, trace } from './mistake.ts'

/** A trace, the path in it, and what has to be told. */
type Lost = readonly [what: string, members: object, path: string, message: RegExp]

const told = (...[, members, path, message]: Lost) =>
  isToldAt('', { data: [members] }, `data[0]${path}`, message)

const x = [1, 2, 3]
const y = [4, 1, 7]
const z = [
  [1, 2],
  [3, 4],
]

test.each<Lost>([
  ['a lower limit alone', { type: 'heatmap', z, zmin: 0 }, '.zmin', /ignored without zmax; send both/],
  ['an upper one', { y, marker: { color: y, cmax: 9 } }, '.marker.cmax', /ignored without cmin/],
  [
    'a scale beside a colour axis',
    { type: 'heatmap', z, coloraxis: 'coloraxis', colorscale: 'Jet' },
    '.colorscale',
    /set layout\.coloraxis\.colorscale/,
  ],
])('colours: %s', told)

test('limits that need no other, or that a colour axis has', () => {
  const both = { type: 'heatmap', z, zmin: 0, zmax: 9, colorscale: 'Jet' }
  const auto = { type: 'heatmap', z, zauto: false, zmin: 0 }
  expect(toldOf({ data: [both, auto] })).toEqual([])
  isToldAt('', layout({ coloraxis: { cmin: 0 } }), 'layout.coloraxis.cmin', /ignored without cmax/)
})

test.each<Lost>([
  ['fewer colours', { y, marker: { color: ['red', 'blue'] } }, '.marker.color', /2 values for 3 points/],
  ['fewer sizes', { y, marker: { size: [9, 8] } }, '.marker.size', /2 values for 3 points/],
  ['fewer errors', { y, error_y: { array: [1, 2] } }, '.error_y.array', /2 values for 3 points/],
  ['no errors', { y, error_y: { type: 'data' } }, '.error_y', /need an array/],
  [
    'errors of another type',
    { y, error_y: { type: 'percent', array: [1, 2, 3] } },
    '.error_y.array',
    /not drawn with "type": "percent"; set "type": "data"/,
  ],
])('points with %s', told)

test('styles of as many points as are drawn', () => {
  expect(toldOf(trace({ x, y, marker: { color: ['red', 'blue', 'green'] } }))).toEqual([])
})

test('a single point may stand for its colour bar, with the ends of the scale', () => {
  const bar = { type: 'scatter3d', x: [0], y: [0], z: [0], mode: 'markers' }
  expect(toldOf({ data: [{ ...bar, marker: { color: [-4, 9], showscale: true } }] })).toEqual([])
  isToldAt('', { data: [{ ...bar, marker: { color: [-4, 9] } }] }, 'data[0].marker.color', /2 values for 1/)
})

test.each<Lost>([
  ['bars of names alone', { type: 'bar', x: ['a', 'b'] }, '.x', /y with the lengths of the bars is missing/],
  [
    'bins that end early',
    { type: 'histogram', x, xbins: { start: 9, end: 0 } },
    '.xbins.end',
    /no bar is drawn/,
  ],
  ['sums of nothing', { type: 'histogram', x, histfunc: 'sum' }, '.histfunc', /needs y/],
  ['a mesh grid', { type: 'contour', z, x: z, y: z }, '.x', /mesh grid does, .* send its first row/],
  ['its columns', { type: 'heatmap', z, y: z }, '.y', /send its first column/],
  ['arrows on one', { type: 'quiver', x: z, y: z, u: z, v: z }, '.x', /flat lists of x, y, u and v/],
  ['dark shares', { type: 'image', z: [[[0.1, 0.5, 1]]] }, '.z', /is drawn black, .* multiply them by 255/],
  ['a delta of nothing', { type: 'indicator', value: 1, mode: 'delta' }, '', /delta has no reference/],
  [
    'a threshold nowhere',
    { type: 'indicator', value: 1, mode: 'gauge', gauge: { threshold: { line: { width: 2 } } } },
    '.gauge.threshold',
    /it has no value/,
  ],
  [
    'cells of objects',
    { type: 'table', header: { values: ['a'] }, cells: { values: [{ a: 1 }] } },
    '.cells.values',
    /\[object Object\]; send a list/,
  ],
  ['sectors without parents', { type: 'sunburst', labels: ['a'] }, '', /needs labels, parents/],
  [
    'two sectors of one name',
    { type: 'treemap', labels: ['R', 'A', 'x', 'x'], parents: ['', 'R', 'R', 'A'] },
    '.labels[3]',
    /"x" appears twice, .* distinguish them by ids/,
  ],
  [
    'a negative sector',
    { type: 'treemap', labels: ['R', 'A'], parents: ['', 'R'], values: [1, -1] },
    '.values[1]',
    /-1 is not the size of a sector/,
  ],
])('a part that is not drawn: %s', told)

const corner = [0, 1, 0, 1, 0, 1, 0, 1]
const cube = {
  type: 'isosurface',
  x: corner,
  y: [0, 0, 1, 1, 0, 0, 1, 1],
  z: [0, 0, 0, 0, 1, 1, 1, 1],
  value: [1, 2, 3, 4, 5, 6, 7, 8],
}

test.each<Lost>([
  ['axes alone', { ...cube, x: [0, 1] }, '.x', /has 2 values, but value has 8.* np\.mgrid/],
  ['values in lists', { ...cube, value: [z, z] }, '.value', /contains lists where numbers are expected/],
  [
    'scattered points',
    { ...cube, ...{ x: [0, 1, 5], y: [2, 0, 3], z: [1, 7, 2], value: [1, 2, 3] } },
    '',
    /scattered/,
  ],
  ['levels above all values', { ...cube, isomin: 9 }, '.isomin', /all values are below it; the largest is 8/],
  ['levels below them', { ...cube, isomax: 0 }, '.isomax', /all values are above it; the smallest is 1/],
])('a volume with %s', told)

test('a complete volume, and a part of one', () => {
  expect(toldOf({ data: [cube] })).toEqual([])
  const part = {
    ...cube,
    x: corner.slice(1),
    y: cube.y.slice(1),
    z: cube.z.slice(1),
    value: cube.value.slice(1),
  }
  expect(toldOf({ data: [part] })).toEqual([])
})

const sankey = (node: object, value: readonly number[] = [1, 2]) => ({
  type: 'sankey',
  node: { label: ['a', 'b', 'c'], ...node },
  link: { source: [0, 1], target: [1, 2], value },
})

test.each<Lost>([
  ['a negative link', sankey({}, [1, -2]), '.link.value[1]', /-2 is not the width of a link/],
  [
    'a link to no node beside others',
    { ...sankey({}), link: { source: [0, 1], target: [1, -1], value: [1, 2] } },
    '.link.target[1]',
    /-1 is not a node, so this link is not drawn; send whole numbers from 0 to 2/,
  ],
  [
    'a name instead of a node',
    { ...sankey({}), link: { source: ['a', 1], target: [1, 2], value: [1, 2] } },
    '.link.source[0]',
    /this value is not a node, so this link is not drawn/,
  ],
  [
    'fewer colours of nodes',
    sankey({ color: ['red'] }),
    '.node.color',
    /1 value for 3 nodes, so the others are black/,
  ],
  [
    'dimensions of other lengths',
    { type: 'parcoords', dimensions: [{ values: x }, { values: [1, 2] }] },
    '.dimensions[1].values',
    /has 2 values, but another dimension has 3: only 2 lines/,
  ],
  ['a file as an image', { type: 'image', source: 'photo.png' }, '.source', /not an address on the web/],
])('a diagram with %s', told)

const matrix = (values: unknown, layout: object = {}, more: object = {}) => ({
  data: [{ type: 'splom', dimensions: [{ values }, { values: [1, 2, 3] }], ...more }],
  layout,
})

test.each<Slip>([
  [
    'in lists',
    matrix([
      ['a', 'a', 'b'],
      ['c', 'd', 'e'],
    ]),
    'data[0].dimensions[0].values',
    /contains lists, so nothing is drawn/,
  ],
  [
    'of an axis',
    matrix(['a', 'b', 'c'], { yaxis2: { type: 'multicategory' } }),
    'layout.yaxis2.type',
    /shows nothing of a scatter plot matrix/,
  ],
  [
    'of a named axis',
    matrix(['a', 'b', 'c'], { xaxis7: { type: 'multicategory' } }, { xaxes: ['x7', 'x2'] }),
    'layout.xaxis7.type',
    /shows nothing of a scatter plot matrix/,
  ],
])('categories in two levels of a scatter plot matrix are told: %s', isToldAt)

const layers = (layer: object, style: string) => ({
  data: [{ type: 'scattermap', lat: [1], lon: [1] }],
  layout: {
    map: {
      style,
      layers: [{ source: { type: 'FeatureCollection', features: [] }, type: 'symbol', ...layer }],
    },
  },
})

test.each<Slip>([
  [
    'of a style without any',
    layers({ symbol: { icon: 'airport' } }, 'white-bg'),
    'layout.map.layers[0]',
    /icons .* "white-bg" does not have.*"icon": ""/,
  ],
  ['that are the default', layers({}, 'basic'), 'layout.map.layers[0]', /icons .* on another server/],
])('icons of map layers are told: %s', isToldAt)

test('layers of texts, of circles and those that are hidden need no icons', () => {
  const figures = [
    layers({ symbol: { icon: '', text: 'a' } }, 'white-bg'),
    layers({ type: 'circle' }, 'white-bg'),
    layers({ visible: false }, 'white-bg'),
  ]
  expect(figures.flatMap(toldOf)).toEqual([])
})
