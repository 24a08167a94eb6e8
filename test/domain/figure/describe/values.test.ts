/** How values are told in words, and what graphs and charts are called. */

import { describe, expect, test } from '@jest/globals'
import {
  describeFigure,
  nameOfGraph,
  shortDescription,
} from '../../../../src/domain/figure/describe/describe.ts'
import { kindOfTrace } from '../../../../src/domain/figure/describe/kinds.ts'
import { formatValue, kindOf, rangeOf, shortValue } from '../../../../src/domain/figure/describe/values.ts'

describe('a value', () => {
  test.each<[unknown, string]>([
    [-0, '0'],
    [1234, '1234'],
    [12_345, '12,345'],
    [1_234_567.8, '1,234,570'],
    [0.0001, '0.0001'],
    [0.0000123456789, '0.0000123457'],
    [1.23456789e-9, '1.23457e-9'],
    [1e14, '100,000,000,000,000'],
    [1.23456789e21, '1.23457e+21'],
    [-1.23456789e-9, '-1.23457e-9'],
    [JSON.rawJSON('1e400'), 'Infinity'],
    ['<b>bold</b>', 'bold'],
    ['1.50', '1.50'],
    ['2024-01-01T00:00:00', '2024-01-01'],
    ['2024-01-01 00:00', '2024-01-01'],
    ['2024-01-01T00:00:00.000000', '2024-01-01'],
    ['2024-01-01T12:30:00.500000', '2024-01-01T12:30:00.5'],
    ['2024-01-01T12:30:00.000', '2024-01-01T12:30:00'],
    ['2024-01-01T12:30:00.120300', '2024-01-01T12:30:00.1203'],
    ['2024-01-01T12:30:00-0530', '2024-01-01T12:30:00'],
    ['2024-01-01T00:00:30', '2024-01-01T00:00:30'],
    ['2024-01-01T10:00:00', '2024-01-01T10:00:00'],
    ['flight 00:00', 'flight 00:00'],
    ['w'.repeat(60), 'w'.repeat(60)],
    ['𝄞'.repeat(61), `${'𝄞'.repeat(59)}…`],
    [`${'w'.repeat(58)}  ww`, `${'w'.repeat(58)}…`],
  ])('%p is told as %s', (value, words) => expect(formatValue(value)).toBe(words))

  test('that is very long is looked at in part', () => {
    expect(shortValue('w'.repeat(201))).toBe('w'.repeat(200))
    expect(shortValue('w'.repeat(200))).toBe('w'.repeat(200))
    expect(shortValue(JSON.rawJSON('1'.repeat(201)))).toBeCloseTo(1.111e200, -197)
    expect(JSON.isRawJSON(shortValue(JSON.rawJSON('1'.repeat(200))))).toBe(true)
    expect(shortValue(null)).toBeNull()
  })
})

test.each<[unknown[], string | null, string | null]>([
  [[1, '2', null], 'numbers', 'from 1 to 2'],
  [['2024-01', '2024-01-02 03:04'], 'dates', 'from 2024-01 to 2024-01-02 03:04'],
  [['-20000-01-01'], 'dates', '-20000-01-01 throughout'],
  [['2024-01-01', 5], 'names', '2024-01-01, 5'],
  [['24-01-01'], 'names', '24-01-01'],
  [['2024-01-01T01:02:03Zx'], 'names', '2024-01-01T01:02:03Zx'],
  [['x 2024-01-01'], 'names', 'x 2024-01-01'],
  [[null, ''], null, null],
  [[' ', 1], 'names', ', 1'],
  [[JSON.rawJSON('1e400')], 'numbers', null],
  [[...'abcdefa', null], 'names', 'a, b, c, d, e, f'],
  [[...'abcdefg'], 'names', '7 categories from a to g'],
])('%p are %s: %s', (values, kind, range) => {
  expect([kindOf(values), rangeOf(values)]).toEqual([kind, range])
})

test.each<[string, object, string]>([
  ['scattergl', {}, 'line chart'],
  ['bar', { orientation: 'v' }, 'bar chart'],
  ['box', { orientation: 'h' }, 'box plot'],
  ['pie', { hole: 0 }, 'pie chart'],
  ['scatter3d', { mode: 'lines' }, '3D line chart'],
  ['scatter3d', { mode: 'lines+markers' }, '3D scatter plot'],
  ['scattermap', {}, 'map with points'],
  ['scatterpolar', { mode: 'lines' }, 'polar chart'],
  ['scatter', { fill: 'none' }, 'line chart'],
  ['scatter', { fill: true, mode: 5 }, 'line chart'],
  ['scatter', { fill: 'tozeroy' }, 'area chart'],
  ['scatter', { stackgroup: 'a' }, 'area chart'],
  ['scatter', { mode: 'markers' }, 'scatter plot'],
  ['scatter', { mode: 'markers+text' }, 'scatter plot'],
  ['scatter', { mode: 'text' }, 'text plot'],
  ['scatter', { mode: 'lines+markers' }, 'line chart'],
  ['box', { boxpoints: 'all' }, 'box plot'],
  ['box', { boxpoints: 'all', fillcolor: 'transparent', line: { width: 0 } }, 'strip plot'],
  ['box', { boxpoints: 'all', fillcolor: 'rgba(9, 9, 9, 0)', line: { color: 'red' } }, 'box plot'],
  ['box', { boxpoints: 'all', fillcolor: 'red', line: { width: 0 } }, 'box plot'],
  ['box', { boxpoints: 'all', fillcolor: 'rgba(9, 9, 9, 0)', line: { color: 'transparent' } }, 'strip plot'],
  ['box', { boxpoints: 'all', fillcolor: 'transparent' }, 'box plot'],
  ['box', { boxpoints: 'outliers', fillcolor: 'transparent', line: { width: 0 } }, 'box plot'],
])('a trace of type %s with %j is a %s', (type, trace, kind) =>
  expect(kindOfTrace(type, trace as Record<string, unknown>, 20)).toBe(kind),
)

test('a line of few points has markers', () => {
  expect([kindOfTrace('scatter', {}, 19), kindOfTrace('scatter', { mode: 'lines' }, 19)]).toEqual([
    'line chart with markers',
    'line chart',
  ])
})

describe('a figure', () => {
  const wordsOf = (traces: object[], layout: object = {}, frames: unknown = null) =>
    describeFigure({
      data: JSON.stringify(traces),
      layout: JSON.stringify(layout),
      frames: frames === null ? null : JSON.stringify(frames),
    })
  const bar = (name?: string) => ({ type: 'bar', y: [1], name })

  test('is of up to four kinds', () => {
    const kinds = ['bar', 'pie', 'box', 'violin', 'histogram'].map(type => ({ type, y: [1], values: [1] }))
    expect(wordsOf(kinds)).toMatch(/^Bar chart, pie chart, box plot, and violin plot with 5 series\./)
  })

  test('has series with names, also one that shows nothing', () => {
    expect(wordsOf([bar('B')])).toMatch(/ B: 1 at 0\.$/)
    expect(wordsOf([bar('')])).toMatch(/throughout\. 1 at 0\.$/)
    expect(wordsOf([bar(), { type: 'bar', y: [] }])).toMatch(/ trace 0: 1 at 0\. trace 1: nothing to show\.$/)
    expect(wordsOf(Array.from({ length: 7 }, () => bar()))).toMatch(/ And 1 more series\.$/)
    expect(wordsOf(Array.from({ length: 6 }, () => bar()))).toMatch(/ trace 5: 1 at 0\.$/)
  })

  test.each([
    [{ description: 'All is well!' }, 'All is well! Bar chart.'],
    [{ description: 'All is well' }, 'All is well. Bar chart.'],
    [{ description: 'Version 1.2' }, 'Version 1.2. Bar chart.'],
    [{ description: 3 }, 'Bar chart.'],
    [{ description: ' ' }, 'Bar chart.'],
    [['of another kind'], 'Bar chart.'],
  ])('begins with its author’s words, where there are some: %j', (meta, words) =>
    expect(wordsOf([bar()], { meta }).startsWith(words)).toBe(true),
  )

  test('is told by its frames only where it has no traces', () => {
    const pie = [{ data: [{ type: 'pie', values: [1] }] }]
    expect(wordsOf([], {}, pie)).toMatch(/^Pie chart\./)
    expect(wordsOf([bar()], {}, pie)).toMatch(/^Bar chart\./)
    for (const frames of [[], [{ name: 'x' }]]) expect(wordsOf([], {}, frames)).toBe('Empty chart.')
  })
})

test('a graph is called by its title, or else by what it shows', () => {
  expect(nameOfGraph(' Sales ', 'Bar chart.')).toBe('Sales')
  expect(nameOfGraph('  ', 'Bar chart.')).toBe('Bar chart')
  expect(nameOfGraph(null, `Bar chart. From 1 to 12. ${'x'.repeat(90)}`)).toBe('Bar chart. From 1 to 12')
})

test.each([
  [16, 'One. Two. Three.'],
  [9, 'One. Two.'],
  [7, 'One.'],
  [2, 'O…'],
])('of a description, %d characters are left as %s', (max, words) =>
  expect(shortDescription('One. Two. Three.', max)).toBe(words),
)
