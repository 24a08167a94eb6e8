/** Figures in words: what they say is in the data. */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { describeFigure, shortDescription } from '../../../../src/domain/figure/describe/describe.ts'
import { writeCsv } from '../../../../src/domain/figure/table/csv.ts'
import { descriptionFaults } from '../../../support/description-check.ts'

const wordsOf = (data: unknown, layout: unknown = {}, frames: unknown = null) =>
  describeFigure({
    data: JSON.stringify(data),
    layout: JSON.stringify(layout),
    frames: frames === null ? null : JSON.stringify(frames),
  })

const sales = { type: 'bar', name: 'Sales', x: ['Jan', 'Feb', 'Mar'], y: [3, 12500, 7.25] }

describe('a figure in words', () => {
  test('tells type, axes with titles, units and ranges, and extremes', () => {
    const layout = {
      xaxis: { title: { text: '<b>Month</b>' } },
      yaxis: { title: 'Revenue', ticksuffix: ' €' },
    }
    expect(wordsOf([sales], layout)).toBe(
      'Bar chart. Horizontal axis: Month, Jan, Feb, Mar. Vertical axis: Revenue, from 3 to 12,500, in €. ' +
        'Sales: 3 points, lowest 3 at Jan, highest 12,500 at Feb.',
    )
  })

  test.each([
    ['in a dimension', { type: 'parcats', dimensions: [{ label: 'd', values: [{ toString: 1 }, 'b'] }] }],
    ['in a point', { x: [[{ toString: 1 }]], y: [1] }],
    ['in a header', { type: 'table', header: { values: [{ toString: 1 }] }, cells: { values: [[1]] } }],
    ['in a label', { type: 'pie', labels: [{ toString: 1, valueOf: 1 }], values: [1] }],
  ])('takes an object for no text, whatever it is made of: %s', (_, trace) => {
    expect(wordsOf([trace])).toMatch(/\./)
    expect(writeCsv(JSON.stringify([trace])).length).toBeGreaterThan(1)
  })

  test('says a header that is a number which only its digits can hold', () => {
    const table = '[{"type":"table","header":{"values":[12345678901234567890]},"cells":{"values":[[1]]}}]'
    expect(describeFigure({ data: table, layout: '{}', frames: null })).toContain('12345678901234567890')
    expect(writeCsv(table).toString()).toBe('12345678901234567890\r\n1\r\n')
  })

  test('counts the cells that rows of unequal lengths have, not those they lack', () => {
    const z = [Array(60_000).fill(1), ...Array(30_000).fill([]), [2, 3]]
    expect(wordsOf([{ type: 'heatmap', z }])).toBe(
      'Heat map. 60,002 cells, lowest 1 at column 0 and row 0, highest 3 at column 1 and row 30,001.',
    )
  })

  test.each([
    ['rises', [1, 2, 3, 5], 'rising overall'],
    ['falls', [5, 3, 2, 1], 'falling overall'],
    ['does neither', [1, 5, 1, 5], 'no clear trend'],
    ['stays', [2, 2, 2, 2], '2 throughout'],
  ])('tells a series that %s', (_what, y, words) => {
    const x = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01']
    expect(wordsOf([{ x, y }])).toContain(words)
    expect(wordsOf([{ x, y }])).toContain('Horizontal axis: from 2024-01-01 to 2024-04-01.')
  })

  test('tells axes that always have the same range, such as those of facets, as one', () => {
    const layout = {
      xaxis: { title: { text: 'Bill' } },
      xaxis2: { matches: 'x' },
      yaxis: { matches: 'y2' },
      yaxis2: { title: { text: 'Tip' } },
    }
    const facets = [
      { x: [1, 2], y: [3, 4] },
      { x: [5, 6], y: [7, 8], xaxis: 'x2', yaxis: 'y2' },
    ]
    expect(wordsOf(facets, layout)).toContain(
      'Horizontal axis: Bill, from 1 to 6. Vertical axis 2: Tip, from 3 to 8. trace 0',
    )
  })

  test.each([
    [
      'bars of a timeline by where they begin and end',
      {
        type: 'bar',
        orientation: 'h',
        base: ['2009-01-01T00:00:00.000000', '2009-03-05T12:30:00.500000'],
        x: [5_011_200_000, 3_600_000],
        y: ['A', 'B'],
      },
      'Horizontal bar chart. Horizontal axis: from 2009-01-01 to 2009-03-05T13:30:00.5. Vertical axis: A, B. 2 bars from 2009-01-01 to 2009-03-05T13:30:00.5.',
    ],
    [
      'bars that begin at a number',
      { type: 'bar', base: 10, x: ['A', 'B'], y: [1, 5] },
      'Bar chart. Horizontal axis: A, B. Vertical axis: from 10 to 15. 2 points, lowest 1 at A, highest 5 at B.',
    ],
    [
      'no gap as a point',
      { x: [1, 2, 3], y: [4, null, 5], mode: 'markers' },
      'Scatter plot. Horizontal axis: from 1 to 3. Vertical axis: from 4 to 5. 2 points, lowest 4 at 1, highest 5 at 3.',
    ],
    [
      'lines on a map',
      { type: 'scattergeo', mode: 'lines', lat: [1, 2], lon: [3, 4] },
      'Map with lines. 2 points, lat from 1 to 2, lon from 3 to 4.',
    ],
    ['a picture', { type: 'image', source: 'data:image/png;base64,AAAA' }, 'Image. A picture.'],
    [
      'parts',
      { type: 'pie', hole: 0.4, labels: ['A', 'B'], values: [1, 3] },
      'Donut chart. 2 parts, 4 in all, largest B with 3, smallest A with 1.',
    ],
    [
      'parts of one label together, as they are drawn',
      { type: 'pie', labels: ['A', 'B', 'A'], values: [1, 3, 4] },
      'Pie chart. 2 parts, 8 in all, largest A with 5, smallest B with 3.',
    ],
    [
      'labels that are counted',
      { type: 'pie', labels: ['A', 'B', 'A'] },
      'Pie chart. 2 parts, 3 in all, largest A with 2, smallest B with 1.',
    ],
    [
      'a tree whose branches have the sums of their leaves',
      {
        type: 'sunburst',
        branchvalues: 'total',
        labels: ['All', 'B', 'C', 'D'],
        ids: ['a', 'a/b', 'a/c', 'a/c/d'],
        parents: ['', 'a', 'a', 'a/c'],
        values: [10, 7, 3, 2],
      },
      'Sunburst chart. 4 parts, 10 in all, largest B with 7, smallest D with 2.',
    ],
    [
      'a tree whose branches have what is theirs beside their leaves',
      { type: 'icicle', labels: ['A', 'B', 'C'], parents: ['', 'A', 'A'], values: [1, 7, 3] },
      'Icicle chart. 3 parts, 11 in all, largest B with 7, smallest C with 3.',
    ],
    [
      'a tree',
      { type: 'treemap', labels: ['A', 'B', 'C'], parents: ['', '', 'A'] },
      'Treemap. 3 parts, at the top A and B.',
    ],
    [
      'cells',
      { type: 'heatmap', x: ['a', 'b'], y: ['c'], z: [[5, -2]] },
      'Heat map. Horizontal axis: a, b. Vertical axis: c. 2 cells, lowest -2 at x b and y c, highest 5 at x a and y c.',
    ],
    ['one value', { type: 'indicator', value: 0, delta: { reference: 4 } }, 'Indicator. 0, compared with 4.'],
    [
      'values',
      { type: 'box', y: [1, 2, 9, 4] },
      'Box plot. Vertical axis: from 1 to 9. 4 values from 1 to 9, median 3.',
    ],
    [
      'points beside each other, which are boxes that nobody sees',
      {
        type: 'box',
        y: [1, 2, 9],
        boxpoints: 'all',
        fillcolor: 'rgba(255,255,255,0)',
        line: { color: 'rgba(255,255,255,0)' },
      },
      'Strip plot. Vertical axis: from 1 to 9. 3 values from 1 to 9, median 2.',
    ],
    [
      'prices',
      {
        type: 'ohlc',
        x: ['2024-01-01', '2024-01-02'],
        open: [1, 2],
        high: [4, 5],
        low: [0, 1],
        close: [2, 3],
      },
      'OHLC chart. Horizontal axis: from 2024-01-01 to 2024-01-02. Vertical axis: from 0 to 5. 2 periods, lowest 0 at 2024-01-01, highest 5 at 2024-01-02, opening at 1 and closing at 3.',
    ],
    [
      'bars that lie',
      { type: 'bar', orientation: 'h', x: [4, 9], y: ['u', 'v'] },
      'Horizontal bar chart. Horizontal axis: from 4 to 9. Vertical axis: u, v. 2 points, lowest 4 at u, highest 9 at v.',
    ],
    [
      'a table',
      {
        type: 'table',
        header: { values: ['A', 'B'] },
        cells: {
          values: [
            [1, 2],
            [3, 4],
          ],
        },
      },
      'Table. 2 rows of 2 columns: A, B.',
    ],
    ['nothing', { type: 'bar' }, 'Empty chart.'],
  ])('tells %s', (_what, trace, words) => {
    expect(wordsOf([trace])).toBe(words)
  })

  test('begins with what its author says of it', () => {
    const words = wordsOf([sales], { meta: { description: 'Spring was <i>good</i>' } })
    expect(words).toMatch(/^Spring was good\. Bar chart\./)
  })

  test('counts series beyond six, and is never endless', () => {
    const words = wordsOf(Array.from({ length: 40 }, (_, i) => ({ ...sales, name: `s${i}` })))
    expect(words).toContain('Bar chart with 40 series.')
    expect(words).toMatch(/s5: .* And 34 more series\.$/)
    const long = wordsOf(
      Array.from({ length: 6 }, () => ({ x: ['w'.repeat(5_000)], y: [1], name: 'n'.repeat(5_000) })),
    )
    expect(long.length).toBeLessThanOrEqual(2_000)
  })

  test('tells an animation by its first frame, and an empty figure', () => {
    expect(wordsOf([], {}, [{ data: [{ type: 'bar', y: [1] }] }])).toMatch(/^Bar chart\./)
    expect(wordsOf([])).toBe('Empty chart.')
  })

  test('is cut at a sentence where there is little room', () => {
    expect(shortDescription('One. Two. Three.', 10)).toBe('One. Two.')
    expect(shortDescription('Whole.')).toBe('Whole.')
    expect(shortDescription('wwwwww', 4)).toBe('www…')
  })
})

const figures = join(import.meta.dirname, '../../../figures')

test.each(globSync('*.json', { cwd: figures }))('%s is described by what is in it', name => {
  expect(descriptionFaults(readFileSync(join(figures, name))).faults).toEqual([])
})
