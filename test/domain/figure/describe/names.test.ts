/** How descriptions name places, series and moments. */

import { expect, test } from '@jest/globals'
import { describeFigure } from '../../../../src/domain/figure/describe/describe.ts'

const wordsOf = (data: unknown) => describeFigure({ data: JSON.stringify(data), layout: '{}', frames: null })

test('takes the first axis by its number for the first', () => {
  const data = JSON.stringify([
    { type: 'bar', x: ['a'], y: [1], xaxis: 'x1' },
    { type: 'bar', x: ['b'], y: [2], xaxis: 'x' },
  ])
  const layout = JSON.stringify({ xaxis1: { title: { text: 'Day' } } })
  expect(describeFigure({ data, layout, frames: null })).toContain(
    'Horizontal axis: Day, a, b. Vertical axis',
  )
})

const quarters = [
  ['2017', '2017', null],
  ['q1', 'q2', 'q3'],
]

test.each([
  [
    'categories of two levels by both',
    { type: 'bar', x: quarters, y: [1, 3, 2] },
    'Bar chart. Horizontal axis: 2017 q1, 2017 q2, q3. Vertical axis: from 1 to 3. 3 points, lowest 1 at 2017 q1, highest 3 at 2017 q2.',
  ],
  [
    'cells in categories of two levels',
    { type: 'heatmap', x: quarters, y: ['a'], z: [[1, 3, 2]] },
    'Heat map. Horizontal axis: 2017 q1, 2017 q2, q3. Vertical axis: a. 3 cells, lowest 1 at x 2017 q1 and y a, highest 3 at x 2017 q2 and y a.',
  ],
  [
    'categories whose levels are not equally long',
    {
      type: 'bar',
      orientation: 'h',
      y: [
        ['a', null, 'c'],
        ['p', null],
      ],
      x: [1, 2, 3],
    },
    'Horizontal bar chart. Horizontal axis: from 1 to 3. Vertical axis: a p, c. 3 points, lowest 1 at a p, highest 3 at c.',
  ],
  [
    'a funnel without x, which stands',
    { type: 'funnel', y: [9, 4] },
    'Funnel chart. Horizontal axis: from 0 to 1. Vertical axis: from 4 to 9. 2 points, lowest 4 at 1, highest 9 at 0.',
  ],
  [
    'a funnel, which lies by default',
    { type: 'funnel', x: [9, 4], y: ['Visits', 'Orders'] },
    'Funnel chart. Horizontal axis: from 4 to 9. Vertical axis: Visits, Orders. 2 points, lowest 4 at Orders, highest 9 at Visits.',
  ],
  [
    'bars without y, which lie',
    { type: 'bar', x: [9, 4] },
    'Horizontal bar chart. Horizontal axis: from 4 to 9. Vertical axis: from 0 to 1. 2 points, lowest 4 at 1, highest 9 at 0.',
  ],
  [
    'moments of other time zones as they are drawn',
    { x: ['2024-01-01T00:00:00.000Z', '2024-01-02T10:30:00+02:00'], y: [1, 2] },
    'Line chart with markers. Horizontal axis: from 2024-01-01 to 2024-01-02T10:30:00. Vertical axis: from 1 to 2. 2 points, lowest 1 at 2024-01-01, highest 2 at 2024-01-02T10:30:00.',
  ],
  [
    'an indicator by its title',
    { type: 'indicator', value: 9, title: { text: '<b>Speed</b><br>km/h' } },
    'Indicator. Speed km/h: 9.',
  ],
  [
    'a pie by its name rather than its title',
    { type: 'pie', name: 'Votes', title: 'Seats', labels: ['A', 'B'], values: [1, 3] },
    'Pie chart. Votes: 2 parts, 4 in all, largest B with 3, smallest A with 1.',
  ],
])('tells %s', (_what, trace, words) => {
  expect(wordsOf([trace])).toBe(words)
})
