/** Carpets, and what is drawn on them. */

import { test } from '@jest/globals'
import { isToldAt, type Slip } from './mistake.ts'

const carpet = {
  type: 'carpet',
  a: [1, 2],
  b: [1, 2],
  x: [
    [1, 2],
    [1, 2],
  ],
  y: [
    [1, 1],
    [2, 2],
  ],
}
const rows = [
  [1, 2],
  [3, 4],
]
const onCarpet = (members: object) => ({ data: [carpet, members] })

test.each<Slip>([
  [
    'points on no carpet',
    { data: [{ type: 'scattercarpet', a: [1], b: [1] }] },
    'data[0]',
    /trace of type "carpet"/,
  ],
  [
    'lines between places that are no numbers',
    onCarpet({
      type: 'contourcarpet',
      a: [1, 'east'],
      b: [1, 2],
      z: rows,
    }),
    'data[1].a[1]',
    /as numbers/,
  ],
  [
    'lines between one place',
    onCarpet({
      type: 'contourcarpet',
      a: [1, 2],
      b: [7, 7],
      z: rows,
    }),
    'data[1].b',
    /fewer than two different numbers/,
  ],
  [
    'a constraint that is not a number',
    onCarpet({
      type: 'contourcarpet',
      z: rows,
      contours: { type: 'constraint', operation: '[]', value: 'x' },
    }),
    'data[1].contours.value',
    /neither a number nor two/,
  ],
  [
    'a carpet of one thread',
    { data: [{ type: 'carpet', a: [1, 2], b: [1], y: [[1, 2]] }] },
    'data[0].b',
    /needs at least 2/,
  ],
  [
    'a carpet with a place for one of its knots',
    { data: [{ type: 'carpet', a: [1, 2], b: [1, 2], y: [1] }] },
    'data[0].b',
    /1 different number among its first 1,/,
  ],
  [
    'a carpet without a value for its rows',
    { data: [{ type: 'carpet', a: [1, 2], b: [], y: [[1, 2]] }] },
    'data[0].b',
    /for each row of y/,
  ],
  [
    'texts beside a carpet',
    { data: [{ type: 'carpet', a: [1, 2], b: [1, 2], y: [1, 2, 3, 4], aaxis: { ticktext: ['a'] } }] },
    'data[0].aaxis.ticktext',
    /leave it out/,
  ],
  [
    'a carpet with more threads than rows',
    { data: [{ type: 'carpet', a: [1, 2], b: [1, 2], y: [[1, 2]] }] },
    'data[0].b',
    /y has 1 row;/,
  ],
  [
    'a carpet of a million lines, for want of a step',
    {
      data: [
        {
          ...carpet,
          b: [0, 1e6],
          baxis: { tickmode: 'linear', dtick: '800px' },
        },
      ],
    },
    'data[0].baxis',
    /about 1000000 steps of 1/,
  ],
])('a carpet or a trace on one that cannot be drawn as it was meant is told: %s', isToldAt)
