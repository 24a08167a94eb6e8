/** Numbers in the notation of another country, of the wrong sign, or too small to be told from 0. */

import { test } from '@jest/globals'
import { isToldAt, layout, type Slip, trace } from './mistake.ts'

test.each<Slip>([
  ['a range next to 0', layout({ yaxis: { range: [0, 1e-310] } }), 'layout.yaxis.range', /too little/],
  [
    'colours next to 0',
    trace({ marker: { color: [5e-324, 0, 0], showscale: true } }),
    'data[0].marker.color',
    /too little/,
  ],
  [
    'prices that are texts',
    { data: [{ type: 'ohlc', open: ['a'], high: ['b'], low: ['c'], close: ['d'] }] },
    'data[0].open',
    /contains no number/,
  ],
  ['decimal commas', { data: [{ y: ['1,2', '0,9'] }] }, 'data[0].y[0]', /"1,2" is drawn as 12;/],
  ['a decimal comma among numbers', { data: [{ y: [1, '2,50', 3] }] }, 'data[0].y[1]', /as 250; send it/],
  ['thousands with apostrophes', { data: [{ y: ["1'200", '900'] }] }, 'data[0].y[0]', /as a name, not as a/],
  [
    'prices in euros',
    { data: [{ type: 'bar', orientation: 'h', x: ['10 €', '20 €'], y: ['a', 'b'] }] },
    'data[0].x[0]',
    /as a number/,
  ],
  [
    'slices below 0',
    { data: [{ type: 'pie', labels: ['a', 'b'], values: [1, -2] }] },
    'data[0].values[1]',
    /not the size of a slice/,
  ],
  [
    'slices that are texts',
    { data: [{ type: 'pie', labels: ['a'], values: ['x'] }] },
    'data[0].values[0]',
    /not the size of a slice/,
  ],
  ['numbers next to 0', { data: [{ y: [5e-324, 1e-323] }] }, 'data[0].y', /multiply these numbers/],
  ['a bar next to 0', { data: [{ type: 'bar', y: [5e-324] }] }, 'data[0].y', /too little for an axis/],
  [
    'packed numbers next to 0',
    {
      data: [
        { r: { dtype: 'f8', bdata: Buffer.from(Float64Array.of(5e-324, 0).buffer).toString('base64') } },
      ].map(each => ({ type: 'scatterpolar', theta: [0, 90], ...each })),
    },
    'data[0].r',
    /too little for an axis/,
  ],
  [
    'parallel axes next to 0',
    { data: [{ type: 'parcoords', dimensions: [{ values: [5e-324, 0] }] }] },
    'data[0].dimensions[0].values',
    /too little/,
  ],
])('a number that is not drawn as it was meant is told: %s', isToldAt)
