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
    ['no levels', tree({ maxdepth: 0 }), 'warning', 'data[0].maxdepth', /or -1 for all of them/],
    [
      'cones without a length',
      one({ type: 'cone', x: y, y, z: y, u: [0, 0, 0], v: [0, 0, 0], w: [0, 0, 0] }),
      'warning',
      'data[0].u',
      /no cone is drawn/,
    ],
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
    expect(toldOf(tree({ level: 'b', maxdepth: 1 }))).toEqual([])
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

describe('boxes that are given by their quartiles', () => {
  const box = (members: object) => one({ type: 'box', q1: [1], median: [2], q3: [3], ...members })
  test.each<Mistake>([
    [
      'swapped',
      box({ q1: [3], q3: [1] }),
      'warning',
      'data[0].q1[0]',
      /3, the median 2 and q3 1 do not ascend/,
    ],
    ['a median above', box({ median: [5] }), 'warning', 'data[0].q1[0]', /drawn as a line/],
    ['typed', box({ q1: { dtype: 'i1', bdata: 'Bw==' } }), 'warning', 'data[0].q1[0]', /7, the median 2/],
    [
      'dates',
      box({ q1: ['2024-03-01'], median: ['2024-02-01'], q3: ['2024-04-01'] }),
      'warning',
      'data[0].q1[0]',
      /2024-03-01, the median 2024-02-01/,
    ],
    [
      'a fence within',
      box({ lowerfence: [1.5] }),
      'warning',
      'data[0].lowerfence[0]',
      /above q1, so it is ignored/,
    ],
    ['the other one', box({ upperfence: [2.5] }), 'warning', 'data[0].upperfence[0]', /below q3/],
    ['a negative deviation', box({ mean: [2], sd: [-1] }), 'warning', 'data[0].sd[0]', /less than 0/],
    ['a deviation alone', box({ sd: [1] }), 'warning', 'data[0].sd', /ignored without mean/],
  ])('told of: %s', isTold)

  test('in order', () => {
    const fences = { lowerfence: [0, 0], upperfence: [4, 4], mean: [2, 2], sd: [1, 1] }
    expect(toldOf(box({ q1: [1, 2], median: [2, 2], q3: [3, 2], ...fences }))).toEqual([])
  })
})

describe('prices, errors and triangles', () => {
  const prices = (members: object) =>
    one({ type: 'candlestick', open: [2], high: [4], low: [1], close: [3], ...members })
  const errors = (members: object) => one({ y, error_y: { type: 'data', ...members } })
  const corners = { type: 'mesh3d', x: [0, 1, 0], y: [0, 0, 1], z: [0, 0, 0] }
  test.each<Mistake>([
    [
      'typed prices',
      prices({ high: { dtype: 'i1', bdata: 'AA==' } }),
      'warning',
      'data[0].high[0]',
      /swapped/,
    ],
    ['an opening above', prices({ open: [5] }), 'warning', 'data[0].open[0]', /between the low and the high/],
    ['a closing below', prices({ close: [0] }), 'warning', 'data[0].close[0]', /1 and 4; are the columns in/],
    ['a negative error', errors({ array: [1, -1, 1] }), 'warning', 'data[0].error_y.array[1]', /less than 0/],
    [
      'an error in words',
      errors({ array: [1, 1, 1], arrayminus: [1, 'a', 1] }),
      'warning',
      'data[0].error_y.arrayminus[1]',
      /not a number/,
    ],
    ['a third of triangles', one({ ...corners, i: [0] }), 'warning', 'data[0].i', /nothing without j and k/],
    ['two thirds', one({ ...corners, i: [0], k: [1] }), 'warning', 'data[0].i', /nothing without j;/],
  ])('told of: %s', isTold)

  test('in order', () => {
    expect(toldOf(prices({}))).toEqual([])
    expect(toldOf(errors({ array: [0, null, '1'], arrayminus: [1, '', 2] }))).toEqual([])
    expect(toldOf(one({ ...corners, i: [0], j: [1], k: [2] }))).toEqual([])
  })
})

describe('words for missing numbers', () => {
  test.each<Mistake>([
    ['lengths', one({ y: ['NaN', 'NaN'] }), 'warning', 'data[0].y', /"NaN", which is read as a name.* null/],
    ['others', one({ type: 'bar', x: ['nan', 'None', 'N/A'], y }), 'warning', 'data[0].x', /"nan"/],
    ['infinities', one({ y: ['Infinity', '-Infinity'] }), 'warning', 'data[0].y', /"Infinity"/],
    [
      'in a scene',
      one({ type: 'scatter3d', x: y, y, z: ['nan', 'nan', null] }),
      'warning',
      'data[0].z',
      /"nan"/,
    ],
    [
      'around a pole',
      one({ type: 'scatterpolar', r: ['nan', 'nan'], theta: [1, 2] }),
      'warning',
      'data[0].r',
      /"nan"/,
    ],
  ])('told of: %s', isTold)

  test('gaps and names', () => {
    expect(toldOf(one({ y: [1, 'NaN', 2] }))).toEqual([])
    expect(toldOf(one({ type: 'bar', x: ['NA', 'EU', 'NA'], y }))).toEqual([])
    expect(
      toldOf(one({ type: 'bar', x: ['None', 'NA', 'nan'], y }, { xaxis: { type: 'category' } })),
    ).toEqual([])
  })
})

describe('steps between ticks', () => {
  const step = (dtick: unknown, axis: object = {}) => one({ y: [1, 10, 100] }, { yaxis: { dtick, ...axis } })
  const days = { x: ['2024-01-01', '2024-06-01'], y: [1, 2] }
  const path = 'layout.yaxis.dtick'
  test.each<Mistake>([
    ['months of numbers', step('M1'), 'warning', path, /a step of 1 is used; send a number$/],
    ['months of powers', step('M1', { type: 'log' }), 'warning', path, /powers of ten, or "L1"/],
    ['five of a power', step('D5', { type: 'log' }), 'warning', path, /not a step/],
    ['less than nothing', step(-1), 'warning', path, /not a step/],
    ['nothing', step(0, { tickmode: 'linear' }), 'warning', path, /not a step/],
    [
      'days by a letter',
      one(days, { xaxis: { dtick: 'D1' } }),
      'warning',
      'layout.xaxis.dtick',
      /one day.* "M1"/,
    ],
    ['half a month', one(days, { xaxis: { dtick: 'M0.5' } }), 'warning', 'layout.xaxis.dtick', /one day/],
    [
      'minor ones',
      one({ y }, { yaxis: { minor: { dtick: 'D1' } } }),
      'warning',
      'layout.yaxis.minor.dtick',
      /step of 1/,
    ],
  ])('told of: %s', isTold)

  test('those of each kind of axis', () => {
    for (const axis of [{ type: 'log' }, {}]) expect(toldOf(step('50', axis))).toEqual([])
    for (const dtick of ['L50', 'D1', 'D2', 0.5]) expect(toldOf(step(dtick, { type: 'log' }))).toEqual([])
    for (const dtick of ['M1', 'M3', 86_400_000 * 30])
      expect(toldOf(one(days, { xaxis: { dtick } }))).toEqual([])
    expect(toldOf(step(0))).toEqual([])
    expect(toldOf(step('M1', { tickmode: 'auto' }))).toEqual([])
  })
})

describe('variables of texts', () => {
  const texts = (type: string, texttemplate: string, members: object) =>
    one({ type, texttemplate, ...members })
  const points = { y, mode: 'markers+text' }
  test.each<Mistake>([
    [
      'of bars',
      texts('scatter', '%{value}', points),
      'warning',
      'data[0].texttemplate',
      /scatter trace does not have.* %\{x\}, %\{y\}/,
    ],
    [
      'of slices',
      texts('bar', '%{percent}', { y }),
      'warning',
      'data[0].texttemplate',
      /%\{label\}, %\{value\}/,
    ],
    ['of points', texts('pie', '%{y:.2f}', { values: y }), 'warning', 'data[0].texttemplate', /%\{percent\}/],
  ])('told of: %s', isTold)

  test('of their own', () => {
    expect(toldOf(texts('scatter', '%{y} %{text} %{meta} %{marker.size}', points))).toEqual([])
    expect(toldOf(texts('bar', '%{label}: %{value}', { y }))).toEqual([])
    expect(toldOf(texts('pie', '%{label} %{percent}', { values: y }))).toEqual([])
    expect(toldOf(one({ y, hovertemplate: '%{value}' }))).toEqual([])
  })
})

describe('images', () => {
  const png =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>'
  const image = (source: string, members: object = {}) =>
    one({ y }, { images: [{ source, sizex: 1, sizey: 1, ...members }] })
  const path = 'layout.images[0].source'
  const bare = svg.replace(/ xmlns="[^"]*"/, '')
  test.each<Mistake>([
    ['a page', image('data:text/html,<b>no</b>'), 'warning', path, /not an image that a browser reads/],
    ['no bytes', image('data:image/png;base64,'), 'warning', path, /send the bytes/],
    ['other bytes', image('data:image/png;base64,AAAA'), 'warning', path, /send the bytes/],
    ["Python's bytes", image(png.replace(',', ",b'")), 'warning', path, /send the bytes/],
    ['base64 without its name', image(png.replace(';base64', '')), 'warning', path, /send the bytes/],
    ['an address without data', image('data:image/png;base64'), 'warning', path, /comma/],
    [
      'a vector image of another type',
      image(`data:image/png;base64,${btoa(svg)}`),
      'warning',
      path,
      /svg\+xml/,
    ],
    ['one without a namespace', image(`data:image/svg+xml;base64,${btoa(bare)}`), 'warning', path, /xmlns=/],
    [
      'one that is cut off',
      image(`data:image/svg+xml,${svg.replace('red', '#f00')}`),
      'warning',
      path,
      /%23/,
    ],
    ['none', image('data:image/svg+xml,hello'), 'warning', path, /not an SVG/],
    [
      'an image trace of no image',
      one({ type: 'image', source: 'data:image/png;base64,AAAA' }),
      'warning',
      'data[0].source',
      /PNG, JPEG/,
    ],
    [
      'one of a vector image',
      one({ type: 'image', source: `data:image/svg+xml;base64,${btoa(svg)}` }),
      'warning',
      'data[0].source',
      /data:image\/png;base64/,
    ],
    [
      'tiles of a map layer',
      one(
        { type: 'scattermap', lat: [0], lon: [0] },
        {
          map: {
            style: 'white-bg',
            layers: [{ sourcetype: 'raster', source: ['https://a.invalid/{z}.png'] }],
          },
        },
      ),
      'warning',
      'layout.map.layers[0].source',
      /without this layer/,
    ],
  ])('told of: %s', isTold)

  test('that are drawn', () => {
    const encoded = encodeURIComponent(svg.replace('red', '#f00'))
    for (const source of [
      png,
      png.replace('image/png', 'text/plain'),
      png.replace(',', ', '),
      `data:image/svg+xml,${encoded}`,
      `data:image/svg+xml;utf8,${svg}`,
      `data:image/svg+xml;charset=utf-8,${svg}`,
      `data:image/svg+xml;base64,${btoa(svg)}`,
      'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP8AACwAAAAAAQABAAACAkQBADs=',
    ])
      expect([source, toldOf(image(source))]).toEqual([source, []])
    expect(toldOf(image('data:,', { visible: false }))).toEqual([])
    expect(toldOf(one({ type: 'image', source: png }))).toEqual([])
  })
})
