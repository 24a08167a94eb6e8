/** Parts that cover each other, lie outside of what is drawn, or are given in other units. */

import { expect, test } from '@jest/globals'
import { isToldAt, layout, type Slip, toldOf } from './mistake.ts'

const y = [4, 1, 7]
const names = ['a', 'a', 'b']
const second = { y, xaxis: 'x2', yaxis: 'y2' }
const pie = (column: number) => ({ type: 'pie', values: [1], domain: { row: 0, column } })
const feature = (corner: number) => ({
  type: 'Feature',
  id: 'A',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, corner],
        [corner, corner],
        [0, 0],
        [0, corner],
      ],
    ],
  },
})
const map = (corner: number, members: object = {}) => ({
  type: 'choropleth',
  geojson: { type: 'FeatureCollection', features: [feature(corner)] },
  locations: ['A'],
  z: [1],
  ...members,
})

test.each<Slip>([
  [
    'boxes at the same names',
    {
      data: [
        { type: 'box', x: names, y },
        { type: 'box', x: names, y },
      ],
    },
    'data[1]',
    /covers data\[0\] .* set layout\.boxmode: "group"/,
  ],
  [
    'lying violins',
    {
      data: [1, 2].map(() => ({ type: 'violin', y: names, x: y, orientation: 'h' })),
      layout: { template: { layout: {} } },
    },
    'data[1]',
    /same y; set layout\.violinmode/,
  ],
  [
    'axes that a coupled grid does not have',
    { data: [{ y }, second], layout: { grid: { rows: 2 } } },
    'data[1].xaxis',
    /not in the grid, which has 2 × 1 cells .* "independent"/,
  ],
  [
    'a cell beyond the last',
    { data: [pie(0), pie(2)], layout: { grid: { rows: 1, columns: 2 } } },
    'data[1].domain.column',
    /not a column of the grid, which has 2, counted from 0/,
  ],
  [
    'margins wider than the figure',
    layout({ width: 400, margin: { l: 300, r: 200 } }),
    'layout.margin',
    /l and r are 500 pixels of a width of 400/,
  ],
  [
    'a line in data on the paper',
    layout({ shapes: [{ type: 'line', yref: 'paper', x0: 1, x1: 1, y0: 0, y1: 7 }] }),
    'layout.shapes[0].y1',
    /outside the image: it is a fraction .* "yref": "y"/,
  ],
  [
    'a line at a day in another format',
    {
      data: [{ x: ['2024-01-12', '2024-01-13', '2024-01-14'], y }],
      layout: { shapes: [{ type: 'line', x0: '13/01/2024', x1: '13/01/2024', y0: 1, y1: 2 }] },
    },
    'layout.shapes[0].x0',
    /"13\/01\/2024" is not a date/,
  ],
  [
    'numbers on a logarithmic axis in space',
    {
      data: [{ type: 'scatter3d', x: y, y, z: y }],
      layout: { scene: { zaxis: { type: 'log', range: [1, 1000] } } },
    },
    'layout.scene.zaxis.range',
    /did you mean \[0, 3\]/,
  ],
  [
    'metres on a map',
    { data: [map(5_000_000)] },
    'data[0].geojson.features[0].geometry.coordinates',
    /to_crs\(4326\)/,
  ],
  [
    'GeoJSON beside names of countries',
    { data: [map(10, { locationmode: 'ISO-3', locations: ['FRA'] })] },
    'data[0].geojson',
    /not used with "locationmode": "ISO-3"; send "geojson-id"/,
  ],
])('%s', isToldAt)

test.each<[string, object]>([
  [
    'boxes with a mode',
    { data: [1, 2].map(() => ({ type: 'box', x: names, y })), layout: { boxmode: 'overlay' } },
  ],
  ['boxes side by side', { data: [1, 2].map(i => ({ type: 'box', x: names, y, offsetgroup: `${i}` })) }],
  [
    'an axis over a grid',
    {
      data: [{ y }, second, { y, yaxis: 'y3' }],
      layout: { grid: { rows: 2, columns: 2 }, yaxis3: { overlaying: 'y' } },
    },
  ],
  ['independent axes', { data: [{ y }, second], layout: { grid: { rows: 2, pattern: 'independent' } } }],
  ['cells in a grid', { data: [pie(0), pie(1)], layout: { grid: { rows: 1, columns: 2 } } }],
  ['wide margins', layout({ margin: { l: 200, r: 200, t: 150, b: 150 } })],
  [
    'a note in the margin',
    layout({ annotations: [{ text: 'a', xref: 'paper', yref: 'paper', x: 1.5, y: -0.4 }] }),
  ],
  ['degrees', { data: [map(10)] }],
])('nothing is told of %s', (_what, figure) => {
  expect(toldOf(figure)).toEqual([])
})
