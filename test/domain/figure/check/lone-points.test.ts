/** Lines of which nothing is drawn. */

import { expect, test } from '@jest/globals'
import { toldOf } from './mistake.ts'

const typed = { dtype: 'f8', bdata: Buffer.from(new Float64Array([1, NaN, 4]).buffer).toString('base64') }
const told = (trace: object, more: object = {}) =>
  toldOf({ data: [{ mode: 'lines', ...trace }], ...more }).filter(([, path]) => path === 'data[0].mode')

test.each<[string, object, RegExp]>([
  ['a single point', { x: [1], y: [2] }, /no line of a single point; send "markers"/],
  ['a single point of many missing', { y: [null, 2, null] }, /no line of a single point/],
  ['a gap beside each point', { x: [1, 2, 3], y: [1, null, 4] }, /without a gap; .*"connectgaps": true/],
  ['a gap in the other list', { x: [1, null, 3], y: [1, 2, 4] }, /without a gap/],
  ['typed arrays', { y: typed }, /without a gap/],
  ['a scattergl', { type: 'scattergl', y: [1, null, 4] }, /without a gap/],
  ['dates', { x: ['2024-01-01'], y: [3] }, /single point/],
])('is told of %s', (_what, trace, message) => {
  expect(told(trace)).toEqual([['warning', 'data[0].mode', expect.stringMatching(message)]])
})

test.each<[string, object, object?]>([
  ['two points', { y: [1, 2] }],
  ['two points after gaps', { y: [1, null, 4, 5] }],
  ['gaps that are connected', { y: [1, null, 4], connectgaps: true }],
  ['no points, for the legend', { x: [null], y: [null] }],
  ['empty lists', { x: [], y: [] }],
  ['no lists', {}],
  ['markers', { mode: 'lines+markers', y: [1] }],
  ['an error bar', { y: [1], error_y: { array: [1] } }],
  ['a fill', { y: [1], fill: 'tozeroy' }],
  ['an animation', { y: [1] }, { frames: [{ data: [{ y: [1, 2] }] }] }],
  ['a hidden trace', { y: [1], visible: 'legendonly' }],
  ['a long list that is not read whole', { y: Array.from({ length: 3_000 }, (_, i) => (i % 2 ? null : i)) }],
])('is not told of %s', (_what, trace, more = {}) => {
  expect(told(trace, more)).toEqual([])
})
