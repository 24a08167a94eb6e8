/** Descriptions tell what is drawn, not what is hidden or has no place on its axis. */

import { expect, test } from '@jest/globals'
import { describeFigure } from '../../../../src/domain/figure/describe/describe.ts'

const wordsOf = (data: unknown, layout: unknown = {}) =>
  describeFigure({ data: JSON.stringify(data), layout: JSON.stringify(layout), frames: null })

const shown = { type: 'bar', name: 'Shown', x: ['a', 'b'], y: [1, 2] }

test('hidden series are counted, and their values are on no axis', () => {
  const hidden = [
    { ...shown, name: 'Off', y: [100, 200], visible: false },
    { ...shown, name: 'Later', y: [300, 400], visible: 'legendonly' },
  ]
  expect(wordsOf([hidden[0], shown, hidden[1]])).toBe(
    'Bar chart. Horizontal axis: a, b. Vertical axis: from 1 to 2. Shown: 2 points, lowest 1 at a, highest 2 at b. 2 series are hidden.',
  )
  expect(wordsOf([hidden[0]])).toBe('Empty chart. 1 series is hidden.')
})

test('a series without a name keeps its number', () => {
  const more = { x: ['a', 'b'], y: [3, 4] }
  expect(wordsOf([{ ...shown, visible: false }, more, more])).toContain('trace 1: 2 points')
})

test('hidden dimensions are left out', () => {
  const dimensions = [
    { label: 'Size', values: [1, 2] },
    { label: 'Weight', values: [3, 4], visible: false },
    null,
  ]
  expect(wordsOf([{ type: 'parcoords', dimensions }])).toBe(
    'Parallel coordinates plot. 2 points, Size from 1 to 2.',
  )
})

test('points that a logarithmic axis has no place for are left out', () => {
  const line = { x: [1, 10, 0, 100], y: [0.5, -5, 7, 1000], mode: 'lines' }
  const log = { type: 'log' }
  expect(wordsOf([line], { yaxis: log })).toBe(
    'Line chart. Horizontal axis: from 0 to 100. Vertical axis: from 0.5 to 1000, logarithmic. ' +
      '3 points, lowest 0.5 at 1, highest 1000 at 100, rising overall.',
  )
  expect(wordsOf([line], { xaxis: log, yaxis: log })).toContain(
    'Horizontal axis: from 1 to 100, logarithmic.',
  )
  expect(wordsOf([{ ...line, yaxis: 'y2' }], { yaxis: log })).toContain('lowest -5 at 10')
})

test('slices below 0 are left out', () => {
  const pie = { type: 'pie', labels: ['A', 'B', 'C'], values: [-1, 3, 2] }
  expect(wordsOf([pie])).toBe('Pie chart. 2 parts, 5 in all, largest B with 3, smallest C with 2.')
})

test('periods without prices at the ends are left out', () => {
  const prices = {
    type: 'candlestick',
    open: [null, 2, 3],
    high: [null, 4, 5],
    low: [null, 1, 2],
    close: [null, 3, null],
  }
  expect(wordsOf([prices])).toBe(
    'Candlestick chart. Vertical axis: from 1 to 5. 1 period, lowest 1, highest 5, opening at 2 and closing at 3.',
  )
})

test.each([
  ['changes', { type: 'waterfall', y: [5, -2] }],
  ['bars from a base', { type: 'bar', base: 10, y: [5, -2] }],
  ['lines on top of others', { stackgroup: 'a', y: [5, -2] }],
])('%s may fall on a logarithmic axis', (_what, trace) => {
  expect(wordsOf([trace], { yaxis: { type: 'log' } })).toContain('lowest -2')
})

test.each([
  ['counted', { type: 'histogram', x: [5, -2] }, '2 values from -2 to 5'],
  ['in a scene', { type: 'scatter3d', x: [5, -2], y: [1, 1], z: [1, 1] }, 'x from -2 to 5'],
])('values that are %s are all told, although an axis is logarithmic', (_what, trace, words) => {
  expect(wordsOf([trace], { xaxis: { type: 'log' } })).toContain(words)
})
