/** Figures that look like mistakes and are none. */

import { expect, test } from '@jest/globals'
import { layout, toldOf, trace, y } from './mistake.ts'

test.each<[string, object]>([
  [
    'years on an axis of dates',
    { data: [{ x: [2023, 2024], y: [1, 2] }], layout: { xaxis: { type: 'date' } } },
  ],
  [
    'large numbers',
    {
      data: [
        { x: [1.4e9, 1.3e9, 2e9], y },
        { x: [1.1e9, 1.4e9, 2.1e9], y },
      ],
    },
  ],
  ['a histogram of sums', { data: [{ type: 'histogram', x: ['a'], y: [3], histfunc: 'sum' }] }],
  [
    'a gauge that is left out',
    { data: [{ type: 'indicator', value: 1, mode: 'number', gauge: { shape: 'bullet' } }] },
  ],
  [
    'black, and colours of fractions',
    trace({ marker: { color: ['rgb(0,0,0)', 'rgb(0,0,1)', 'rgb(0.5,120,3)'] } }),
  ],
  ['years as texts', { data: [{ type: 'bar', x: ['2020', '2021'], y: ['1', '2.5'] }] }],
  ['thousands, shares and prices that the library reads', { data: [{ y: ['1,200', '10 %', '$ 10', null] }] }],
  [
    'axes that share a place, one over the other, or side by side, or in a corner, or shining through',
    {
      data: [{ y }, { y, yaxis: 'y2' }, { y, xaxis: 'x3', yaxis: 'y3' }, { y, xaxis: 'x4', yaxis: 'y4' }],
      layout: {
        xaxis: { domain: [0, 0.5] },
        yaxis2: { overlaying: 'y' },
        xaxis3: { domain: [0.5, 1] },
        xaxis4: { domain: [0.1, 0.2] },
        yaxis4: { domain: [0.1, 0.2] },
        shapes: [{ type: 'line', xref: 'x4 domain', yref: 'y3' }],
      },
    },
  ],
  [
    'grounds that shine through',
    { data: [{ y }, { y, yaxis: 'y2' }], layout: { plot_bgcolor: 'rgba(0,0,0,0)' } },
  ],
  ['names that begin with numbers', { data: [{ y: ['10 to 20', '20 to 30'] }] }],
  [
    'numbers on an axis of names',
    { data: [{ y: ['1,200', '900'] }], layout: { yaxis: { type: 'category' } } },
  ],
  ['a template with braces of its own', trace({ hovertemplate: '{%{y}}' })],
  [
    'dates and numbers by d3',
    {
      data: [{ x: ['2024-01-01', '2024-01-02', '2024-01-03'], y }],
      layout: { xaxis: { tickformat: '%d %b' }, yaxis: { tickformat: ',.0%' } },
    },
  ],
  [
    'an arrow of no width that is not drawn',
    layout({ annotations: [{ x: 0, y: 0, text: 'a', showarrow: false, arrowwidth: 0 }] }),
  ],
  ['names in two levels, of one value each', { data: [{ x: [['a'], ['b']], y: [1] }] }],
  ['numbers that choose from a scale', trace({ marker: { color: [255, 0, 12], showscale: true } })],
  ['edges of columns', { data: [{ type: 'heatmap', z: [[1, 2]], x: [0, 1, 2] }] }],
  ['places that continue', { data: [{ type: 'heatmap', z: [[1, 2, 3]], x: [0, 1] }] }],
  [
    'numbers next to 0 beside others, on a logarithmic axis, and one alone',
    {
      data: [
        { y: [5e-324, 1] },
        { y: [5e-324], xaxis: 'x2', yaxis: 'y2' },
        { y: [5e-324, 1e-320], yaxis: 'y3' },
      ],
      layout: {
        xaxis2: { domain: [0, 0.4] },
        yaxis2: { domain: [0, 0.4] },
        yaxis3: { type: 'log', overlaying: 'y' },
      },
    },
  ],
  [
    'hours of a day, and colours that are opaque or nearly so',
    {
      data: [
        {
          x: ['2024-01-01 10:00 - 11:00', '2024-01-02 11:00 - 12:00'],
          y: [1, 2],
          line: { color: 'rgba(31,119,180,255)' },
          fillcolor: 'rgba(31,119,180,0.9)',
        },
      ],
    },
  ],
  [
    'samples of boxes with quartiles, a list for each box',
    {
      data: [
        {
          type: 'box',
          q1: y,
          median: y,
          q3: y,
          y: [
            [0, 1],
            [1, 3],
            [2, 4, 9],
          ],
        },
        {
          type: 'box',
          q1: y,
          median: y,
          q3: y,
          x: [
            [0, 1],
            [1, 3],
            [2, 4, 9],
          ],
          y: ['a', 'b', 'c'],
        },
        {
          type: 'box',
          q1: [1, 2],
          median: [1, 2],
          q3: [1, 2],
          orientation: 'h',
          x: [
            [0, 1],
            [1, 3],
          ],
        },
      ],
    },
  ],
  [
    'axes and scenes named by the number of the first, and ids with zeros before them',
    {
      data: [
        { y, xaxis: 'x1', yaxis: 'y1' },
        { y, xaxis: 'x02', yaxis: 'y02' },
        { y, yaxis: 'y3' },
        { type: 'scatter3d', x: y, y, z: y, scene: 'scene1' },
      ],
      layout: {
        xaxis1: { title: 'Day', domain: [0, 0.4] },
        xaxis2: { domain: [0.6, 1], anchor: 'y02' },
        yaxis3: { overlaying: 'y1', anchor: 'x1', side: 'right' },
        scene1: { aspectmode: 'cube' },
        annotations: [{ xref: 'x1', yref: 'y1 domain', x: 1, y: 1, text: 'a' }],
        shapes: [{ xref: 'x1', yref: 'y02', x0: 0, x1: 1, y0: 0, y1: 1 }],
      },
    },
  ],
  [
    'a half of a scatter plot matrix of three dimensions without a diagonal',
    {
      data: [
        {
          type: 'splom',
          dimensions: [{ values: y }, { values: y }, { values: y }],
          diagonal: { visible: false },
          showlowerhalf: false,
        },
      ],
    },
  ],
  [
    'spellings of older releases',
    {
      data: [
        { type: 'heatmap', z: [y, y], scl: 'YIGnBu', reversescl: true },
        { type: 'heatmap', z: [y, y], colorscale: 'YIOrRd' },
        { type: 'surface', z: [y, y], contours: { z: { highlightColor: 'red', highlightWidth: 2 } } },
        { type: 'ohlc', open: y, high: y, low: y, close: y, increasing: { name: 'up', showlegend: false } },
        { x: y, y, mode: 'text', text: 'a', textposition: 'topleft' },
        { x: y, y, mode: 'text', text: 'a', textposition: ['top', 'middle', 'bottom-right'] },
      ],
      layout: { dragmode: 'rotate', yaxis: { isdate: false, islog: false, autorange: 'tozero' } },
    },
  ],
  ['powers of ten', { data: [{ y }], layout: { yaxis: { type: 'log', range: [0, 3] } } }],
])('nothing is told of %s', (_what, body) => {
  expect(toldOf(body)).toEqual([])
})
