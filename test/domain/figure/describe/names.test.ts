/** How descriptions name places, series and moments. */

import { expect, test } from '@jest/globals'
import { describeFigure } from '../../../../src/domain/figure/describe/describe.ts'

const wordsOf = (data: unknown) => describeFigure({ data: JSON.stringify(data), layout: '{}', frames: null })

test.each([
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
