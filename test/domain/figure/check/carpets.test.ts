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

const columns = [
  [1, 1, 1],
  [2, 2, 2],
]
const laid = (members: object) => ({ data: [{ ...carpet, ...members }] })

test.each<Slip>([
  ['no positions of columns', laid({ a: undefined, a0: 1, da: 1 }), 'data[0]', /needs a, b, y/],
  ['a column of y without a', laid({ y: columns }), 'data[0].a', /has 2 values, but y has 3 columns/],
  ['a place without a column', laid({ a: [1, 2, 3] }), 'data[0].a', /has 3 values, but y has 2 columns/],
  [
    'a row of y without b',
    laid({ x: undefined, y: [...carpet.y, [3, 3]] }),
    'data[0].b',
    /has 2 values, but y has 3 rows/,
  ],
  ['a row of x without y', laid({ x: [...carpet.x, [1, 2]] }), 'data[0].x', /has 3 rows, but y has 2/],
  ['a column of x without y', laid({ x: columns }), 'data[0].x', /has 3 columns, but y has 2/],
  ['a list beside rows', laid({ x: [1, 2] }), 'data[0].x', /is one list, but y has rows/],
  [
    'rows beside a list',
    laid({ x: [...carpet.x, [1, 2]], y: [1, 2] }),
    'data[0].y',
    /is one list, but x has rows/,
  ],
])('a carpet whose sides differ is told: %s', isToldAt)

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
