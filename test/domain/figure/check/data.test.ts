/** Data that traces cannot show: of the wrong kind or shape, packed wrongly, or with dates and places that cannot be read. */

import { expect, test } from '@jest/globals'
import { carpet, isTold, layout, type Mistake, square, toldOf, trace, typed, y } from './mistake.ts'

test.each<Mistake>([
  [
    'numbers in a text',
    trace({ y: '4,1,7' }),
    'error',
    'data[0].y',
    /must be an array.*as numbers in brackets/,
  ],
  ['an array in a text', trace({ y: '[4,1,7]' }), 'error', 'data[0].y', /as numbers in brackets/],
  ['one number', trace({ y: 5 }), 'error', 'data[0].y', /put it into brackets/],
  ["pandas' dictionary", trace({ x: { 0: 1, 1: 2 } }), 'error', 'data[0].x', /pandas.*tolist/],
  ['true', trace({ x: true }), 'error', 'data[0].x', /must be an array, got true/],
  [
    'text that is no array in customdata',
    trace({ customdata: 'a' }),
    'error',
    'data[0].customdata',
    /must be an array/,
  ],
  [
    'rows missing in z',
    { data: [{ type: 'heatmap', z: [1, 2, 3] }] },
    'warning',
    'data[0].z',
    /one row of values.*\[\[/,
  ],
  ...(
    [
      ['null for its rows', { z: [null, null] }, 'error', 'z', /null where a row is expected/],
      ['one row', { z: [[1, 2]] }, 'warning', 'z', /one row, so nothing is drawn between/],
      ['places that are null', { z: square, x: [null] }, 'error', 'x', /nothing but null/],
      ['rows of places for some rows', { z: square, y: [[1, 2]] }, 'error', 'y', /has 1 row, but z has 2/],
      ['colours for some rows', { z: square, surfacecolor: [[1, 2]] }, 'error', 'surfacecolor', /z has 2/],
      ['colours in one row', { z: square, surfacecolor: [1, 2] }, 'warning', 'surfacecolor', /no effect/],
    ] as const
  ).map(
    ([what, members, severity, path, message]): Mistake => [
      `a surface with ${what}`,
      { data: [{ type: 'surface', ...members }] },
      severity,
      `data[0].${path}`,
      message,
    ],
  ),
  ['no sign between digits', layout({ separators: '' }), 'error', 'layout.separators', /is empty; send/],
  [
    'a selection along a path that begins nowhere',
    layout({ selections: [{ path: 'MZ' }] }),
    'error',
    'layout.selections[0].path',
    /has no starting point/,
  ],
  [
    'a selection along words',
    layout({ selections: [{ path: 'text', x0: 0, x1: 1, y0: 0, y1: 1 }] }),
    'warning',
    'layout.selections[0].path',
    /is not a path, so the selection is ignored/,
  ],
  [
    'a head of an arrow that there is not',
    layout({ annotations: [{ x: 0, y: 1, text: 'a', arrowhead: 8 }] }),
    'warning',
    'layout.annotations[0].arrowhead',
    /8 is more than 7/,
  ],
  [
    'a contour of one column',
    { data: [{ type: 'contour', z: [[1], [2]] }] },
    'warning',
    'data[0].z',
    /one column, so nothing is drawn between/,
  ],
  [
    'contours of one bin',
    {
      data: [{ type: 'histogram2dcontour', x: [1, 2], y: [1, 2], xbins: { start: 0, end: 3, size: 1e300 } }],
    },
    'warning',
    'data[0].xbins.size',
    /a single bin, so nothing is drawn/,
  ],
  [
    'lines on a carpet at words',
    {
      data: [
        ...carpet({ a: [1, 2], carpet: 'c' }).data,
        { type: 'contourcarpet', carpet: 'c', z: [1, 2], a: [1, 2], b: ['north', 'south'] },
      ],
    },
    'error',
    'data[1].b',
    /no number; send positions on the carpet/,
  ],
  [
    'cones too long for any number of WebGL',
    { data: [{ type: 'cone', x: [0], y: [0], z: [0], u: [1e200], v: [0], w: [0] }] },
    'error',
    'data[0].u',
    /length that cannot be drawn/,
  ],
  [
    'a span that ends before it begins',
    { data: [{ type: 'violin', y: ['2020-01-01', '2020-02-01'], span: ['2020-03-01', '2020-01-01'] }] },
    'error',
    'data[0].span',
    /send \["2020-01-01","2020-03-01"\]/,
  ],
  [
    'selected points of a matrix that are a number',
    { data: [{ type: 'splom', dimensions: [{ values: [1, 2] }, { values: [2, 1] }], selectedpoints: 5 }] },
    'error',
    'data[0].selectedpoints',
    /array of point numbers; send one/,
  ],
  [
    'labels of slices without a step',
    { data: [{ type: 'pie', values: [1, 2], dlabel: 0 }] },
    'error',
    'data[0].dlabel',
    /not a step/,
  ],
  [
    'colours of a surface that are null where rows should be',
    { data: [{ type: 'surface', z: square, surfacecolor: [null, null] }] },
    'error',
    'data[0].surfacecolor',
    /null where a row/,
  ],
  [
    'a note at a word where the axis has numbers',
    layout({ annotations: [{ x: 'b', y: 1, text: 'a' }] }),
    'warning',
    'layout.annotations[0].x',
    /^"b" is not a position on a numeric axis, so another position is used; send a number$/,
  ],
  [
    'an end of a shape at a word where the axis has numbers',
    layout({ shapes: [{ type: 'line', x0: 0, x1: 1, y0: 'low', y1: 3 }] }),
    'warning',
    'layout.shapes[0].y0',
    /not a position on a numeric axis/,
  ],
  [
    'a note at a word in a scene of numbers, whose range the library makes of it',
    { data: [{ type: 'surface', z: square }], layout: { scene: { annotations: [{ x: 'b', y: 1, z: 1 }] } } },
    'error',
    'layout.scene.annotations[0].x',
    /not a position on a numeric axis; send a number/,
  ],
  [
    'a note at a word along the heights of a surface',
    { data: [{ type: 'surface', z: square }], layout: { scene: { annotations: [{ x: 0, y: 1, z: 'b' }] } } },
    'error',
    'layout.scene.annotations[0].z',
    /not a position on a numeric axis; send a number/,
  ],
  [
    'a line across whose height is not sent',
    layout({ shapes: [{ type: 'line', x0: 1, x1: 1 }] }),
    'warning',
    'layout.shapes[0]',
    /^has no y0 and y1, .*"yref": "y domain", "y0": 0, "y1": 1$/,
  ],
  [
    'limits of an axis that are the same',
    layout({ yaxis: { minallowed: 5, maxallowed: 5 } }),
    'error',
    'layout.yaxis.maxallowed',
    /equals minallowed.*leave one of them out/,
  ],
  [
    'a limit far beyond the data, where numbers have no neighbours',
    layout({ yaxis: { minallowed: 1e300 } }),
    'error',
    'layout.yaxis.minallowed',
    /far beyond the data/,
  ],
  [
    'a limit below all radii',
    {
      data: [{ type: 'scatterpolar', r: [1, 2], theta: [1, 2] }],
      layout: { polar: { radialaxis: { maxallowed: -1e17 } } },
    },
    'error',
    'layout.polar.radialaxis.maxallowed',
    /far beyond the data/,
  ],
  [
    'streams in too many pieces',
    {
      data: [{ type: 'streamtube', x: [0], y: [0], z: [0], u: [1], v: [0], w: [0], maxdisplayed: 1e9 }],
    },
    'error',
    'data[0].maxdisplayed',
    /send at most 200000/,
  ],
  [
    'a density of words',
    { data: [{ type: 'densitymap', lat: [1], lon: [2], z: ['many'] }] },
    'error',
    'data[0].z',
    /contains no number, so there is no density/,
  ],
  [
    'packed parents that are no labels',
    { data: [{ type: 'sunburst', labels: ['a', 'b'], parents: { dtype: 'i1', bdata: 'AQI=' } }] },
    'error',
    'data[0].parents[0]',
    /"1" is not one of the labels/,
  ],
  [
    'categories of parcats without values, before those that have no name',
    { data: [{ type: 'parcats', dimensions: [{ values: ['a', 'b'], categoryarray: ['z'] }] }] },
    'error',
    'data[0].dimensions[0].categoryarray[0]',
    /category without values/,
  ],
  ['a surface of one row', { data: [{ type: 'surface', z: [1, 2] }] }, 'warning', 'data[0].z', /one row/],
  ['a pie with x and y', { data: [{ type: 'pie', x: ['a'], y: [1] }] }, 'warning', 'data[0].x', /labels/],
  [
    'a scatter with labels and values',
    { data: [{ type: 'scatter', labels: ['a'], values: [1] }] },
    'warning',
    'data[0].labels',
    /"?x"?/,
  ],
  ['candles with y', { data: [{ type: 'candlestick', y }] }, 'warning', 'data[0].y', /open, high, low/],
  ['a map with x and y', { data: [{ type: 'scattergeo', x: [1], y: [1] }] }, 'warning', 'data[0].x', /lon/],
  [
    'a table of columns',
    { data: [{ type: 'table', columns: ['a'] }] },
    'warning',
    'data[0].columns',
    /header\.values/,
  ],
  [
    'no data at all',
    { data: [{ type: 'bar' }] },
    'warning',
    'data[0]',
    /shows nothing: a bar trace needs x or y/,
  ],
  ['empty data', { data: [{ x: [], y: [] }] }, 'warning', 'data[0]', /shows nothing/],
  ['nothing but null', { data: [{ y: [null, null] }] }, 'warning', 'data[0].y', /nothing but null/],
  ['a heat map without z', { data: [{ type: 'heatmap', x: [1], y: [1] }] }, 'warning', 'data[0]', /needs z/],
  ['unequal lengths', trace({ x: [1, 2] }), 'warning', 'data[0].y', /has 3 values, but x has 2: only 2/],
  ['a name that is an object', trace({ name: { text: 'a' } }), 'error', 'data[0].name', /must be a string/],
  ['a name that is a list', trace({ name: ['a'] }), 'error', 'data[0].name', /must be a string/],
])('data that a trace cannot show is told: %s', isTold)

test.each<Mistake>([
  ['an unknown dtype', typed({ dtype: 'f9' }), 'error', 'data[0].y.dtype', /unknown dtype "f9"; use f8/],
  ['64-bit integers', typed({ dtype: 'i8' }), 'error', 'data[0].y.dtype', /send 64-bit integers as "f8"/],
  [
    'bytes that are cut',
    typed({ bdata: 'AAAAAAAA8D8A' }),
    'error',
    'data[0].y.bdata',
    /not a whole number of f8/,
  ],
  ['no base64', typed({ bdata: 'AAAA?AAA8D8=' }), 'error', 'data[0].y.bdata', /not base64 from character 4/],
  [
    'a shape that does not fit',
    typed({ shape: '3,3' }),
    'error',
    'data[0].y.shape',
    /72 bytes, but bdata holds 16/,
  ],
])('a typed array that cannot be read is told: %s', isTold)

test.each<Mistake>([
  [
    'days first',
    trace({ x: ['31/12/2024', '01/01/2025', '02/01/2025'] }),
    'warning',
    'data[0].x[0]',
    /as a category, not as a date; write 2024-12-31/,
  ],
  [
    'no date on a date axis',
    { data: [{ x: ['2024-01-01', 'soon'], y: [1, 2] }], layout: { xaxis: { type: 'date' } } },
    'warning',
    'data[0].x[1]',
    /"soon" is not a date/,
  ],
  [
    'country names for codes',
    { data: [{ type: 'choropleth', locations: ['Germany'], z: [1] }] },
    'warning',
    'data[0].locations[0]',
    /"locationmode": "country names"/,
  ],
  [
    'a text with a latitude beyond the poles',
    { data: [{ type: 'scattergeo', lon: [5, 6], lat: ['51', '136'] }] },
    'warning',
    'data[0].lat[1]',
    /"136" is beyond the poles, so the map may show nothing/,
  ],
  [
    'the same on a map of tiles',
    {
      data: [{ type: 'scattermap', lon: [5, 6], lat: ['51', '136'] }],
      layout: { map: { style: 'white-bg' } },
    },
    'warning',
    'data[0].lat[1]',
    /"136" is beyond the poles, so the point is left out/,
  ],
  [
    'a code in small letters',
    { data: [{ type: 'choropleth', locations: ['FRA', 'usa'], z: [1, 2] }] },
    'warning',
    'data[0].locations[1]',
    /not a location of this map in the mode ISO-3; did you mean "USA"\?/,
  ],
  [
    'a country that is none',
    { data: [{ type: 'choropleth', locations: ['Germny'], z: [1], locationmode: 'country names' }] },
    'warning',
    'data[0].locations[0]',
    /not a location of this map/,
  ],
  [
    'states for countries',
    { data: [{ type: 'choropleth', locations: ['Texas'], z: [1] }] },
    'warning',
    'data[0].locations[0]',
    /USA-states/,
  ],
  [
    'GeoJSON that is none',
    { data: [{ type: 'choropleth', locations: ['a'], z: [1], geojson: { type: 'Topology' } }] },
    'error',
    'data[0].geojson',
    /FeatureCollection/,
  ],
  [
    'a map style that is none',
    {
      data: [{ type: 'scattermap', lat: [0], lon: [0] }],
      layout: { map: { style: { version: 8, sources: {}, layers: {} } } },
    },
    'error',
    'layout.map.style.layers',
    /not a map style/,
  ],
  ...[
    // Each name stands for the one before, twice.
    Array.from({ length: 25 }, (_, at) => at).reduceRight<unknown>(
      (within, at) => ['let', `a${at + 1}`, ['concat', ['var', `a${at}`], ['var', `a${at}`]], within],
      ['length', ['var', 'a25']],
    ),
    ['concat', ['var', 'toString'], ['join', ['split', 'x'.repeat(1_999), ''], 'y'.repeat(999)]],
    ['length', ['join', ['split', ['join', ['split', 'x'.repeat(999), ''], 'y'.repeat(999)], ''], 'zz']],
  ].map(
    within =>
      [
        'a map style that multiplies itself',
        {
          data: [{ type: 'scattermap', lat: [0], lon: [0] }],
          layout: {
            map: {
              style: {
                version: 8,
                sources: {},
                layers: [
                  {
                    id: 'l',
                    type: 'background',
                    paint: { 'background-opacity': ['let', 'a0', 'xxxx', within] },
                  },
                ],
              },
            },
          },
        },
        'error',
        'layout.map.style',
        /result grows/,
      ] as const,
  ),
  [
    'an image elsewhere',
    layout({ images: [{ source: 'https://a.invalid/a.png' }] }),
    'warning',
    'layout.images[0].source',
    /another server/,
  ],
])('a date, a place or a label that cannot be read is told: %s', isTold)

test('bars that begin at dates are as long as their numbers say', () => {
  const bar = { type: 'bar', orientation: 'h', base: ['2024-03-05'], x: [3542400000], y: ['a'] }
  expect(toldOf({ data: [bar], layout: { xaxis: { type: 'date' } } })).toEqual([])
})

test('a word is a place among names, and wherever the axis is not known to have numbers', () => {
  const note = (x: string, more: object = {}) => ({ annotations: [{ x, y: 1, text: 'a', ...more }] })
  const figures = [
    { data: [{ x: ['a', 'b', 'c'], y }], layout: note('b') },
    { data: [{ x: ['2024-01-01', '2024-02-01', '2024-03-01'], y }], layout: note('2024-01-15') },
    { data: [{ type: 'box', name: 'b', y }], layout: note('b') },
    { data: [{ y }], layout: { ...note('b'), xaxis: { type: 'category' } } },
    { data: [{ y }], layout: note('0.5', { xref: 'paper' }) },
  ]
  expect(figures.map(toldOf)).toEqual(figures.map(() => []))
})
