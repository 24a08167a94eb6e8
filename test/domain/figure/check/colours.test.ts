/** Colours and colour scales that give other colours than were meant. */

import { test } from '@jest/globals'
import { isToldAt, type Slip, trace } from './mistake.ts'

test.each<Slip>([
  [
    'a colour scale in lower case',
    { data: [{ type: 'heatmap', z: [[1]], colorscale: 'viridis' }] },
    'data[0].colorscale',
    /"Viridis"/,
  ],
  ['[255, 0, 0]', trace({ marker: { color: [255, 0, 0] } }), 'data[0].marker.color', /rgb\(255, 0, 0\)/],
  [
    'one colour in a list',
    trace({ marker: { color: ['red'] } }),
    'data[0].marker.color',
    /1 value for 3 points/,
  ],
  [
    'ends of colours turned round',
    { data: [{ type: 'heatmap', z: [[1]], zmin: 5, zmax: 1 }] },
    'data[0].zmin',
    /is not less than zmax/,
  ],
  [
    'shares for parts of a colour',
    trace({ line: { color: 'rgb(0.9, 0.5, 0.2)' } }),
    'data[0].line.color',
    /go from 0 to 255/,
  ],
  [
    'numbers for colours without a scale',
    trace({ textfont: { color: [1, 2, 3] } }),
    'data[0].textfont.color[0]',
    /not a colour/,
  ],
  [
    'numbers for the colours of slices',
    { data: [{ type: 'pie', values: [1, 2], marker: { colors: ['red', 3] } }] },
    'data[0].marker.colors[1]',
    /3 is not a colour/,
  ],
  [
    'colours of clusters without steps',
    { data: [{ type: 'scattermap', lat: [1], lon: [1], cluster: { color: ['red', 'blue'], step: 5 } }] },
    'data[0].cluster.color',
    /0 values of step/,
  ],
  [
    'shares for parts of one colour',
    { data: [{ y: [1, 2, 3, 4, 5], marker: { color: [0.5, 0.25, 1] } }] },
    'data[0].marker.color',
    /"rgb\(128, 64, 255\)"/,
  ],
  [
    'a colour that was to shine through',
    trace({ fill: 'tozeroy', fillcolor: 'rgba(31,119,180,128)' }),
    'data[0].fillcolor',
    /last part is from 0 to 1/,
  ],
  [
    'colours that were to shine through',
    trace({ marker: { color: ['red', 'rgba(1, 2, 3, 50)', 'blue'] } }),
    'data[0].marker.color[1]',
    /last part is from 0 to 1/,
  ],
])('a colour that is not the one that was meant is told: %s', isToldAt)
