/** What is said of a series, by the type of its trace. */

import { describe, expect, test } from '@jest/globals'
import { describeFigure } from '../../../../src/domain/figure/describe/describe.ts'

/** The sentences of a figure with this one trace. */
const wordsOf = (trace: object) =>
  describeFigure({ data: JSON.stringify([trace]), layout: '{}', frames: null })

describe.each<[string, [object, string][]]>([
  [
    'points with a place and a value',
    [
      [{ type: 'barpolar', theta: ['N', 'E'], r: [3, 5] }, '2 points, lowest 3 at N, highest 5 at E'],
      [{ type: 'scatterpolar', theta: [0, 9, 18], r: [1, 2, 3] }, '3 points, lowest 1 at 0, highest 3 at 18'],
      [
        { type: 'choropleth', locations: ['FR', 'DE'], z: [1, 9] },
        '2 points, lowest 1 at FR, highest 9 at DE',
      ],
      [{ type: 'choropleth', locations: ['FR', 'DE'] }, '2 points'],
      [{ x: ['2024-01-01'], y: [5] }, '5 at 2024-01-01'],
      [{ x: ['a', null, 'c'], y: [1, 9, 4] }, '3 points, lowest 1 at a, highest 9'],
      [{ y: ['a', 'b', 'a'] }, '3 points'],
      [{ y: [1, 'x', 4] }, '3 points'],
      [{ orientation: 'h', x: [1, 2], y: [5, 3] }, '2 points, lowest 3 at 2, highest 5 at 1'],
      [{ type: 'waterfall', orientation: 'h', x: [1, 2], y: ['a', 'b'] }, 'lowest 1 at a, highest 2 at b'],
      [{ type: 'funnel', orientation: 'h', x: [9, 5], y: ['a', 'b'] }, 'lowest 5 at b, highest 9 at a'],
    ],
  ],
  [
    'a trend',
    [
      [{ y: [1, 2, 4, 7] }, 'rising overall'],
      [{ x: ['2024-01-01', '2024-01-03', '2024-01-02'], y: [1, 3, 2] }, 'rising overall'],
      [{ x: [4, 3, 2, 1], y: [1, 2, null, 3] }, 'falling overall'],
      [{ x: [1, 2], y: [1, 3] }, 'highest 3 at 2'],
      [{ x: [3, 3, 3], y: [1, 2, 3] }, 'highest 3 at 3'],
      [{ x: ['a', 'b', 'c'], y: [1, 2, 3] }, 'highest 3 at c'],
      // The correlation is one half, from which on a trend is told.
      [{ x: [5, 6, 7], y: [3, 7, 5] }, 'highest 7 at 6, rising overall'],
      [{ x: [5, 6, 7], y: [7, 3, 5] }, 'highest 7 at 5, falling overall'],
      [{ x: [5, 6, 7, 8], y: [4, 3, 4, 3] }, 'highest 4 at 5, no clear trend'],
      [{ x: [5, 6, 7, null], y: [3, 7, 5, -100] }, 'highest 7 at 6, rising overall'],
    ],
  ],
  [
    'a distribution',
    [
      [{ type: 'box', orientation: 'h', x: [1, 2, 3, 4] }, '4 values from 1 to 4, median 2.5'],
      [{ type: 'box', x: ['a', 'a', 'b'], y: [1, 2, 6] }, '3 values from 1 to 6, median 2'],
      [{ type: 'box', q1: [1, 2], median: [3, 4], q3: [5, 6] }, '2 boxes, medians from 3 to 4'],
      [{ type: 'box', y: [7] }, '1 value 7 throughout'],
      [{ type: 'box', y: [null] }, '0 values'],
      [{ type: 'box', orientation: 'h', x: [1, 2, 6], y: ['a', 'a', 'b'] }, '3 values from 1 to 6, median 2'],
      [{ type: 'histogram', orientation: 'h', x: [1, 1], y: [4, 6] }, '2 values from 4 to 6, median 5'],
      [{ type: 'violin', y: [12, null, 9, 10] }, '3 values from 9 to 12, median 10'],
      [{ type: 'violin', x: [4, 6] }, '2 values from 4 to 6, median 5'],
      [{ type: 'histogram', x: [4, 6, 8, 9], y: [1, 1, 1, 1] }, '4 values from 4 to 9, median 7'],
      [{ type: 'histogram', y: [4, 6, 8] }, '3 values from 4 to 8, median 6'],
      [{ type: 'histogram', x: ['a', 'b', 'a'] }, '3 values a, b'],
    ],
  ],
  [
    'prices',
    [
      [
        { type: 'candlestick', open: [1, 2, 3], high: [4, 5, 6], low: [0, 1, 2], close: [2, 3, 5] },
        '3 periods, lowest 0, highest 6, opening at 1 and closing at 5, rising overall',
      ],
      [{ type: 'ohlc', x: ['2024-01-01'], open: [], high: [], low: [], close: [] }, '0 periods'],
      [{ type: 'ohlc', open: [1], close: [2] }, '1 period, opening at 1 and closing at 2'],
      [{ type: 'ohlc', high: [4], low: [0] }, '0 periods, lowest 0, highest 4'],
    ],
  ],
  [
    'links',
    [
      [
        { type: 'sankey', link: { source: [0, 0], target: [1, 1], value: [8, 3] } },
        '2 links with values from 3 to 8',
      ],
      [{ type: 'sankey', link: { source: [0], target: [1], value: [8] } }, '1 link with values 8 throughout'],
      [{ type: 'sankey', node: { label: ['a', 'b', 'c'] } }, '3 nodes'],
    ],
  ],
  [
    'parts of a whole',
    [
      [{ type: 'pie', values: [1, 3] }, '2 parts, 4 in all, largest part 2 with 3, smallest part 1 with 1'],
      [
        { type: 'pie', labels: ['A', null, 'C'], values: [1, 3, 'x'] },
        '2 parts, 4 in all, largest part 2 with 3, smallest A with 1',
      ],
      [{ type: 'pie', labels: ['A', 'B'] }, '2 parts, A, B'],
      [{ type: 'pie', labels: ['A', 'B'], values: ['x', 'y'] }, '2 parts, A, B'],
      [{ type: 'pie', labels: ['A'], values: [3] }, '1 part, 3 in all, largest A with 3'],
      [{ type: 'pie', labels: ['A', 'B'], values: [0, 0] }, '2 parts, largest A with 0, smallest A with 0'],
      [{ type: 'pie', labels: ['A', 'B'], values: [-1, 5] }, '1 part, 5 in all, largest B with 5'],
      [
        { type: 'sunburst', labels: ['a', null, 'c'], parents: ['', 'a', 'a'], values: [1, 5, 2] },
        '3 parts, 8 in all, largest part 2 with 5, smallest c with 2',
      ],
      [
        { type: 'sunburst', ids: ['a', 'b'], parents: ['', 'a'], values: [1, 5] },
        '2 parts, 6 in all, largest b with 5',
      ],
      [
        { type: 'treemap', labels: [...'ABCDEF'], parents: Array(6).fill('') },
        'at the top A, B, C, D, E, and F',
      ],
      [
        { type: 'icicle', labels: [...'ABCDEFGH'], parents: Array(8).fill('') },
        'at the top A, B, C, D, E, F, and 2 more',
      ],
      [{ type: 'treemap', labels: ['A', 'B'], parents: ['x', 'y'] }, '2 parts'],
    ],
  ],
  [
    'a matrix',
    [
      [{ type: 'heatmap', z: [[2, 2]] }, '2 cells, 2 throughout'],
      [{ type: 'heatmap', z: [['a', null]] }, '2 cells'],
      [
        { type: 'contour', x: [10, 20], y: [30], z: [[1, 2]], text: [['s', 't']] },
        '2 cells, lowest 1 at x 10 and y 30, highest 2 at x 20 and y 30',
      ],
      [
        {
          type: 'heatmap',
          x: [
            ['p', 'p'],
            ['q', 'r'],
          ],
          y: [null],
          z: [[3, 4]],
        },
        '2 cells, lowest 3 at x p q, highest 4 at x p r',
      ],
      [
        { type: 'heatmap', z: [[1, 2]], customdata: [['s', 't']] },
        'lowest 1 at column 0 and row 0, highest 2 at column 1 and row 0',
      ],
      [
        {
          type: 'heatmap',
          x: [...'pqrstu'].map(level => [level, level]),
          y: ['v'],
          z: [[3, 4]],
        },
        'lowest 3 at x p q and x[2] r and x[3] s and x[4] t, highest 4 at x p q and x[2] r and x[3] s and x[4] t',
      ],
      [{ type: 'histogram2dcontour', x: [1, 2], y: [3, 4], z: [5, 6] }, 'y from 3 to 4, z from 5 to 6'],
      [
        {
          type: 'image',
          z: [
            [
              [1, 2, 3],
              [4, 5, 6],
            ],
          ],
        },
        '2 pixels',
      ],
    ],
  ],
  [
    'other points',
    [
      [
        { type: 'scatter3d', x: ['a', 'b'], y: [3, 4], z: [5, 5], marker: { size: [1, 2] } },
        '2 points, y from 3 to 4, z 5 throughout',
      ],
      [
        { type: 'splom', dimensions: [1, 2, 3, 4, 5, 6].map(i => ({ label: `d${i}`, values: [i, 2 * i] })) },
        '2 points, d1 from 1 to 2, d2 from 2 to 4, d3 from 3 to 6, d4 from 4 to 8, d5 from 5 to 10',
      ],
    ],
  ],
  [
    'single values and tables',
    [
      [{ type: 'indicator', value: 7 }, '7'],
      [
        { type: 'table', header: { values: [...'ABCDEFGHI'] }, cells: { values: [[1], [2, 3]] } },
        '2 rows of 9 columns: A, B, C, D, E, F, G, H and more',
      ],
      [
        { type: 'table', header: { values: [...'ABCDEFGH'] }, cells: { values: [[1]] } },
        '1 row of 8 columns: A, B, C, D, E, F, G, H',
      ],
    ],
  ],
  [
    'bars with a base',
    [
      [
        { type: 'bar', base: ['2024-01-01', null, '2024-01-02T10:00:00Z'], y: [86_400_000, 5, 1000] },
        '2 bars from 2024-01-01 to 2024-01-02T10:00:01',
      ],
      [{ type: 'bar', base: '2024-01-01', y: [3_600_000] }, '1 bar from 2024-01-01 to 2024-01-01T01:00:00'],
      [{ type: 'bar', base: '2024-01-01', y: ['x'] }, '1 bar 2024-01-01 throughout'],
      [{ type: 'bar', base: '2024-13-45', y: [1] }, '1 bar'],
      [{ type: 'bar', base: ['a', 'b'], y: [1, 2] }, '2 points, lowest 1 at 0, highest 2 at 1'],
    ],
  ],
])('%s', (_what, cases) => {
  test.each(cases)('%j', (trace, words) => {
    const told = wordsOf(trace)
    expect(told.slice(-words.length - 3)).toMatch(/^[.,] /)
    expect(told.endsWith(`${words}.`)).toBe(true)
  })
})

test.each<[object, string]>([
  [
    { y: [null, null] },
    'Line chart with markers. Horizontal axis: from 0 to 1. Vertical axis: without values.',
  ],
  [{ type: 'indicator', delta: { reference: 7 } }, 'Indicator.'],
])('nothing is said of what has no value: %j', (trace, words) => expect(wordsOf(trace)).toBe(words))

const timeline = (base: unknown, length: unknown) => ({ type: 'bar', base, y: length })
test.each<[object, string]>([
  [timeline([1, 2], [1, 2]), 'from 1 to 4'],
  [timeline(3, [1, -5]), 'from -2 to 4'],
  [timeline(['a', 'b'], [1, 2]), 'from 1 to 2'],
  [{ type: 'scatter', base: 10, y: [1, 2] }, 'from 1 to 2'],
])('the axis of bars reaches to their ends: %j', (trace, range) =>
  expect(wordsOf(trace)).toContain(`Vertical axis: ${range}.`),
)
