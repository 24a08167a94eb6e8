/** Traces that are not drawn cannot prevent that the others are. */

import { expect, test } from '@jest/globals'
import { isTold, type Mistake, toldOf, y } from './mistake.ts'

const z = [
  [1, 2],
  [3, 4],
]
const knots = { type: 'carpet', a: [1, 2], b: [1, 2], y: z }

/** Traces on which the charting library fails, and the path of what is wrong. */
const failing: readonly (readonly [what: string, trace: object, path: string])[] = [
  ['a mesh without its corners', { type: 'mesh3d', x: [0], y: [0], z: [0], i: [9], j: [0], k: [0] }, '.i[0]'],
  ['contours of words', { type: 'contour', z: [['a', 'b']] }, '.z'],
  ['a tree in a ring', { type: 'treemap', labels: ['a', 'b'], parents: ['b', 'a'] }, '.parents[0]'],
  [
    'steps without end',
    { type: 'histogram', x: [0, 1e9], xbins: { start: 0, end: 1e9, size: 1e-3 } },
    '.xbins.size',
  ],
  [
    'surfaces without end',
    { type: 'volume', x: y, y, z: y, value: y, surface: { count: 1e9 } },
    '.surface.count',
  ],
  ['lines of a carpet at words', { type: 'contourcarpet', a: ['a', 'b'], b: [1, 2], z }, '.a[0]'],
]

const beside = (trace: object) => ({ data: [{ y }, trace, knots] })

test.each(failing)('%s: refused if it is drawn', (what, trace, path) => {
  isTold(what, beside(trace), 'error', `data[1]${path}`, /./)
})

test.each(failing)('%s: a warning if it is not drawn', (what, trace, path) => {
  for (const visible of [false, 'legendonly'])
    isTold(what, beside({ ...trace, visible }), 'warning', `data[1]${path}`, /./)
})

test('numbers too fine for an axis, of a hidden trace', () => {
  const fine = { y: [1e-310, 2e-310] }
  expect(toldOf({ data: [fine] })).toContainEqual(['error', 'data[0].y', expect.stringMatching(/too little/)])
  expect(toldOf({ data: [{ y }, { ...fine, visible: false }] })).toEqual([])
})

test.each<Mistake>([
  ['what is no trace', beside({ visible: false, marker: 5 }), 'error', 'data[1].marker', /object/],
  ['what is no data', beside({ visible: false, y: 5 }), 'error', 'data[1].y', /array/],
  [
    'a carpet that somebody may show, which the library computes at once',
    { data: [{ y }, { ...knots, b: [1], visible: 'legendonly' }] },
    'error',
    'data[1].b',
    /at least 2/,
  ],
])('refused although it is not drawn: %s', isTold)
