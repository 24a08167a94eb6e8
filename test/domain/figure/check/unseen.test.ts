/** Figures of which the charting library draws nothing, or fails, although each value is one that it takes. */

import { describe, expect, test } from '@jest/globals'
import { isTold, type Mistake, toldOf } from './mistake.ts'

const y = [1, 2, 3]
const one = (trace: object, layout: object = {}) => ({ data: [trace], layout })
const tree = (members: object) =>
  one({ type: 'treemap', labels: ['a', 'b', 'c'], parents: ['', 'a', 'a'], ...members })
const map = (marker: object, style: string) =>
  one({ type: 'scattermap', lat: [1, 2], lon: [1, 2], marker }, { map: { style } })
const levels = { xaxis: { type: 'multicategory' } }

describe('sectors', () => {
  test.each<Mistake>([
    ['zeros', tree({ values: [0, 0, 0] }), 'warning', 'data[0].values', /no value is above 0/],
    ['nulls', tree({ values: [null, null, null] }), 'warning', 'data[0].values', /no value is above 0/],
    ['no values', tree({ values: [], level: 'b' }), 'error', 'data[0].level', /no sector has a size/],
    ['words', tree({ values: ['x', 'y', 'z'], level: 'a' }), 'error', 'data[0].level', /send numbers/],
    [
      'an unknown level',
      tree({ level: 'd' }),
      'warning',
      'data[0].level',
      /"d" is not a sector.* whole tree/,
    ],
    [
      'a level as a number',
      tree({ labels: [1, 2, 3], parents: ['', 1, 1], level: 2 }),
      'warning',
      'data[0].level',
      /text/,
    ],
  ])('told of: %s', isTold)

  test('a level that is drawn', () => {
    expect(toldOf(tree({ level: 'b' }))).toEqual([])
    expect(toldOf(tree({ values: [0, 0, 1], level: 'b' }))).toEqual([])
    expect(toldOf(tree({ parents: ['root', 'a', 'a'], level: 'root' }))).toEqual([])
  })
})

describe('markers on maps', () => {
  test.each<Mistake>([
    [
      'icons',
      map({ symbol: 'square' }, 'white-bg'),
      'warning',
      'data[0].marker.symbol',
      /white-bg.*"circle"/,
    ],
    [
      'a list of them',
      map({ symbol: ['bus', 'bus'] }, 'white-bg'),
      'warning',
      'data[0].marker.symbol',
      /icons/,
    ],
    [
      'icons of a style',
      map({ symbol: 'bus' }, 'basic'),
      'warning',
      'data[0].marker.symbol',
      /another server/,
    ],
    ['methods', map({ symbol: 'constructor' }, 'white-bg'), 'error', 'data[0].marker.symbol', /"circle"/],
    [
      'one of many',
      map({ symbol: ['bus', '__proto__'] }, 'white-bg'),
      'error',
      'data[0].marker.symbol',
      /__proto__/,
    ],
  ])('told of: %s', isTold)

  test('circles', () => {
    expect(toldOf(map({ symbol: 'circle' }, 'white-bg'))).toEqual([])
    expect(
      toldOf(one({ ...map({ symbol: 'bus' }, '').data[0], mode: 'lines' }, { map: { style: 'white-bg' } })),
    ).toEqual([])
  })
})

describe('axes of categories in two levels', () => {
  test.each<Mistake>([
    ...['scatter', 'bar', 'waterfall', 'scattergl', 'funnel'].map(
      (type): Mistake => [type, one({ type, y }, levels), 'error', 'data[0].x', /missing; send two lists/],
    ),
    [
      'contours',
      one({ type: 'contour', z: [y, y], x: y }, levels),
      'error',
      'data[0].x',
      /one list; send two/,
    ],
    ['an image', one({ type: 'image', z: [[[1, 2, 3]]] }, levels), 'error', 'data[0]', /axis of categories/],
    [
      'one list',
      one({ type: 'bar', x: ['a', 'b', 'c'], y }, levels),
      'warning',
      'data[0].x',
      /nothing is drawn/,
    ],
    ['boxes', one({ type: 'box', y }, levels), 'warning', 'data[0].x', /nothing is drawn/],
  ])('told of: %s', isTold)

  test('what is drawn on them', () => {
    const two = [
      ['a', 'a', 'b'],
      ['c', 'd', 'e'],
    ]
    for (const type of ['scatter', 'bar', 'box']) expect(toldOf(one({ type, x: two, y }, levels))).toEqual([])
    expect(toldOf(one({ type: 'heatmap', z: [y, y] }, levels))).toEqual([])
    expect(toldOf(one({ type: 'histogram', y }, levels))).toEqual([])
  })
})

test('headers of tables that are objects', () => {
  const typed = { dtype: 'i1', bdata: 'AQI=' }
  const table = { type: 'table', header: { values: [typed] }, cells: { values: [[1, 2]] } }
  isTold('', one(table), 'warning', 'data[0].header.values', /\[object Object\]/)
})
