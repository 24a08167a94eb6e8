/** Mistakes that people and programs make with figures: each is told, with its place and what to do. */

import { describe, expect, test } from '@jest/globals'
import { readSubmission } from '../../../src/domain/figure/submission.ts'
import { AppError } from '../../../src/errors/errors.ts'

type Told = readonly (readonly [severity: 'error' | 'warning', path: string, message: string])[]

function toldOf(body: unknown): Told {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  try {
    return readSubmission(Buffer.from(text)).warnings.map(
      ({ path, message }) => ['warning', path, message] as const,
    )
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const details = error.details ?? [{ path: '$', message: error.message }]
    return details.map(({ path, message }) => ['error', path, message] as const)
  }
}

const y = [4, 1, 7]
const trace = (members: object) => ({ data: [{ y, ...members }] })
const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => at)
const layout = (members: object) => ({ data: [{ y }], layout: members })
const carpet = (members: object) => ({
  data: [
    {
      type: 'carpet',
      a: [1, 2],
      b: [1, 2],
      y: [
        [1, 2],
        [2, 3],
      ],
      ...members,
    },
  ],
})
const square = [
  [1, 2],
  [3, 4],
]
const typed = (members: object) =>
  trace({ y: { dtype: 'f8', bdata: 'AAAAAAAA8D8AAAAAAAAAQA==', ...members } })

type Mistake = readonly [
  what: string,
  body: unknown,
  severity: 'error' | 'warning',
  path: string,
  message: RegExp,
]

const mistakes: readonly Mistake[] = [
  // The envelope.
  [
    'the figure under "figure"',
    { figure: { data: [], layout: {} } },
    'error',
    'figure',
    /stands in figure: send that object itself/,
  ],
  ['the figure under "fig"', { fig: { data: [] } }, 'error', 'fig', /stands in fig/],
  ['the figure under "graph"', { graph: { data: [] } }, 'error', 'graph', /stands in graph/],
  [
    "a Dash component's figure",
    { props: { figure: { data: [] } } },
    'error',
    'props',
    /stands in props\.figure/,
  ],
  ['an htmlwidget', { x: { data: [], layout: {} } }, 'error', 'x', /stands in x/],
  [
    'a body encoded twice',
    JSON.stringify(JSON.stringify({ data: [] })),
    'error',
    '$',
    /inside a string; send the object itself/,
  ],
  ['data encoded twice', { data: '[{"y":[1]}]' }, 'error', 'data', /JSON inside a string/],
  ['layout encoded twice', { data: [], layout: '{"title":"a"}' }, 'error', 'layout', /JSON inside a string/],
  ['bare traces', [{ y }], 'error', '$', /put the traces under "data"/],
  ['"traces" for "data"', { traces: [{ y }] }, 'error', 'traces', /did you mean data\?/],
  ['"series" for "data"', { series: [{ y }] }, 'error', 'series', /did you mean data\?/],
  ['a title at the top', { data: [{ y }], title: 'Sold' }, 'error', 'title', /belongs into layout/],
  ['an axis at the top', { data: [{ y }], xaxis: {} }, 'error', 'xaxis', /belongs into layout/],
  ['a trace at the top', { type: 'bar', y }, 'error', 'type', /belongs into a trace|a figure has/],
  ['one trace without its array', { data: { y } }, 'error', 'data', /put the trace into brackets/],
  ['traces in traces', { data: [[{ y }]] }, 'error', 'data[0]', /must be an object, got an array/],

  // Trace types.
  ['"line"', trace({ type: 'line' }), 'error', 'data[0].type', /"scatter" with "mode": "lines"/],
  ['"barchart"', trace({ type: 'barchart' }), 'error', 'data[0].type', /"bar"/],
  ['"boxplot"', trace({ type: 'boxplot' }), 'error', 'data[0].type', /"box"/],
  ['"gauge"', trace({ type: 'gauge' }), 'error', 'data[0].type', /"indicator" with "mode": "gauge\+number"/],
  ['"timeline"', trace({ type: 'timeline' }), 'error', 'data[0].type', /"bar" with "orientation": "h"/],
  [
    '"scattermapbox"',
    trace({ type: 'scattermapbox' }),
    'error',
    'data[0].type',
    /"scattermap".*layout\.mapbox to layout\.map/,
  ],
  ['"donut"', trace({ type: 'donut' }), 'error', 'data[0].type', /"pie" with "hole"/],
  ['"Scatter"', trace({ type: 'Scatter' }), 'error', 'data[0].type', /"scatter"/],
  ['"area"', trace({ type: 'area' }), 'error', 'data[0].type', /"scatter" with "fill"/],
  ['"bubble"', trace({ type: 'bubble' }), 'error', 'data[0].type', /"mode": "markers"/],

  // Data that is none.
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
      ['null for its rows', { z: [null, null] }, 'error', 'z', /null where a row should be/],
      ['one row', { z: [[1, 2]] }, 'warning', 'z', /one row, so nothing is drawn between/],
      ['places that are null', { z: square, x: [null] }, 'error', 'x', /nothing but null/],
      ['rows of places for some rows', { z: square, y: [[1, 2]] }, 'error', 'y', /has 1 rows, but z has 2/],
      ['colours for some rows', { z: square, surfacecolor: [[1, 2]] }, 'error', 'surfacecolor', /z has 2/],
      [
        'colours in one row',
        { z: square, surfacecolor: [1, 2] },
        'warning',
        'surfacecolor',
        /colours nothing/,
      ],
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
    /begins at no place/,
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
    /one bin, so nothing is drawn/,
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
    /no number; send places on the carpet/,
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
    /array of points by number; send one/,
  ],
  [
    'labels of slices without a step',
    { data: [{ type: 'pie', values: [1, 2], dlabel: 0 }] },
    'error',
    'data[0].dlabel',
    /no step/,
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
    /^"b" is no place on an axis of numbers, so another place is taken; send a number$/,
  ],
  [
    'an end of a shape at a word where the axis has numbers',
    layout({ shapes: [{ type: 'line', x0: 0, x1: 1, y0: 'low', y1: 3 }] }),
    'warning',
    'layout.shapes[0].y0',
    /no place on an axis of numbers/,
  ],
  [
    'a note at a word in a scene of numbers, whose range the library makes of it',
    { data: [{ type: 'surface', z: square }], layout: { scene: { annotations: [{ x: 'b', y: 1, z: 1 }] } } },
    'error',
    'layout.scene.annotations[0].x',
    /no place on an axis of numbers; send a number/,
  ],
  [
    'a note at a word along the heights of a surface',
    { data: [{ type: 'surface', z: square }], layout: { scene: { annotations: [{ x: 0, y: 1, z: 'b' }] } } },
    'error',
    'layout.scene.annotations[0].z',
    /no place on an axis of numbers; send a number/,
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
    /the same as minallowed.*leave one out/,
  ],
  [
    'a limit beyond all data, where numbers have no neighbours',
    layout({ yaxis: { minallowed: 1e300 } }),
    'error',
    'layout.yaxis.minallowed',
    /beyond all data/,
  ],
  [
    'a limit below all radii',
    {
      data: [{ type: 'scatterpolar', r: [1, 2], theta: [1, 2] }],
      layout: { polar: { radialaxis: { maxallowed: -1e17 } } },
    },
    'error',
    'layout.polar.radialaxis.maxallowed',
    /beyond all data/,
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
    /holds no number, so there is no density/,
  ],
  [
    'packed parents that are no labels',
    { data: [{ type: 'sunburst', labels: ['a', 'b'], parents: { dtype: 'i1', bdata: 'AQI=' } }] },
    'error',
    'data[0].parents[0]',
    /"1" is none of the labels/,
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
    { data: [{ labels: ['a'], values: [1] }] },
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

  // Typed arrays.
  ['an unknown dtype', typed({ dtype: 'f9' }), 'error', 'data[0].y.dtype', /unknown dtype "f9"; use f8/],
  ['64-bit integers', typed({ dtype: 'i8' }), 'error', 'data[0].y.dtype', /send 64-bit integers as "f8"/],
  [
    'bytes that are cut',
    typed({ bdata: 'AAAAAAAA8D8A' }),
    'error',
    'data[0].y.bdata',
    /no whole number of f8/,
  ],
  ['no base64', typed({ bdata: 'AAAA?AAA8D8=' }), 'error', 'data[0].y.bdata', /no base64 from character 4/],
  [
    'a shape that does not fit',
    typed({ shape: '3,3' }),
    'error',
    'data[0].y.shape',
    /72 bytes, but bdata holds 16/,
  ],

  // Containers.
  [
    'an axis that is its title',
    layout({ xaxis: 'Months' }),
    'error',
    'layout.xaxis',
    /{"title": {"text": "Months"}}/,
  ],
  [
    'a marker that is a number',
    trace({ marker: 5 }),
    'error',
    'data[0].marker',
    /must be an object, such as/,
  ],
  [
    'a marker that is a colour',
    trace({ marker: 'red' }),
    'error',
    'data[0].marker',
    /must be an object, such as {"color": …}/,
  ],
  ['a line that is true', trace({ line: true }), 'error', 'data[0].line', /must be an object/],
  ['a font that is a name', layout({ font: 'Arial' }), 'error', 'layout.font', /must be an object/],
  ['a legend that is false', layout({ legend: false }), 'error', 'layout.legend', /must be an object/],
  [
    'a list that is an object',
    layout({ annotations: { text: 'a' } }),
    'error',
    'layout.annotations',
    /into brackets: \[{…}\]/,
  ],
  ['shapes of numbers', layout({ shapes: [1] }), 'error', 'layout.shapes', /must hold objects only/],
  [
    "a template's name",
    layout({ template: 'plotly_dark' }),
    'error',
    'layout.template',
    /plotly\.io\.templates\["plotly_dark"\]/,
  ],
  ['a template that is a list', layout({ template: [1] }), 'error', 'layout.template', /must be an object/],

  // Names.
  ['"mod"', trace({ mod: 'lines' }), 'warning', 'data[0].mod', /did you mean "mode"\?/],
  ['"showLegend"', trace({ showLegend: false }), 'warning', 'data[0].showLegend', /"showlegend"/],
  ['"colour"', trace({ marker: { colour: 'red' } }), 'warning', 'data[0].marker.colour', /"color"/],
  [
    '"color" of a trace',
    trace({ color: 'red' }),
    'warning',
    'data[0].color',
    /marker\.color|line\.color|fillcolor/,
  ],
  ['"size" of a trace', trace({ size: 5 }), 'warning', 'data[0].size', /marker\.size/],
  ['"titel"', layout({ titel: 'Sold' }), 'warning', 'layout.titel', /"title"/],
  ['"xAxis"', layout({ xAxis: {} }), 'warning', 'layout.xAxis', /"xaxis"/],
  ['"titlefont"', layout({ titlefont: {} }), 'warning', 'layout.titlefont', /title\.font/],
  ['"mapbox"', layout({ mapbox: {} }), 'warning', 'layout.mapbox', /map \(/],
  ['"label" of a trace', trace({ label: 'a' }), 'warning', 'data[0].label', /name/],
  ['"barMode"', layout({ barMode: 'stack' }), 'warning', 'layout.barMode', /"barmode"/],
  ['"bgcolor" of a layout', layout({ bgcolor: 'red' }), 'warning', 'layout.bgcolor', /bgcolor/],

  // Values.
  [
    '"line" for a mode',
    trace({ mode: 'line' }),
    'warning',
    'data[0].mode',
    /none of lines, markers, text, none \(did you mean "lines"\?\)/,
  ],
  ['a flag too many', trace({ mode: 'lines+dots' }), 'warning', 'data[0].mode', /"dots" is none of lines/],
  ['"stacked"', layout({ barmode: 'stacked' }), 'warning', 'layout.barmode', /did you mean "stack"\?/],
  [
    '"bluee"',
    trace({ marker: { color: 'bluee' } }),
    'warning',
    'data[0].marker.color',
    /no colour \(did you mean "blue"\?\)/,
  ],
  [
    'a colour without its mark',
    trace({ line: { color: 'ff0000' } }),
    'warning',
    'data[0].line.color',
    /"#ff0000"/,
  ],
  [
    'one wrong colour of many',
    trace({ marker: { color: ['red', 'grren', 'blue'] } }),
    'warning',
    'data[0].marker.color[1]',
    /"green"/,
  ],
  [
    'colours where one is taken',
    trace({ line: { color: ['red', 'blue', 'red'] } }),
    'warning',
    'data[0].line.color',
    /one value for all/,
  ],
  ['"800px"', layout({ width: '800px' }), 'warning', 'layout.width', /send the number 800/],
  ['"100%"', layout({ height: '100%' }), 'warning', 'layout.height', /send the number 100/],
  ['too small', layout({ width: 5 }), 'warning', 'layout.width', /less than 10/],
  ['an opacity in percent', trace({ opacity: 50 }), 'warning', 'data[0].opacity', /more than 1/],
  ['"true"', trace({ showlegend: 'true' }), 'warning', 'data[0].showlegend', /neither true nor false/],
  ['"no"', trace({ visible: 'no' }), 'warning', 'data[0].visible', /none of/],
  [
    'a range of one',
    layout({ xaxis: { range: [5] } }),
    'warning',
    'layout.xaxis.range',
    /has 1 values where 2 are taken/,
  ],
  [
    '"viridis"',
    trace({ marker: { color: y, colorscale: 'viridis' } }),
    'warning',
    'data[0].marker.colorscale',
    /"Viridis"|no colour scale/,
  ],
  [
    'an axis id that is an attribute',
    trace({ yaxis: 'yaxis2' }),
    'warning',
    'data[0].yaxis',
    /no y id such as "y" or "y2"/,
  ],
  [
    '"horizontal"',
    trace({ type: 'bar', orientation: 'horizontal' }),
    'warning',
    'data[0].orientation',
    /none of v, h/,
  ],
  [
    '"logarithmic"',
    layout({ yaxis: { type: 'logarithmic' } }),
    'warning',
    'layout.yaxis.type',
    /none of -, linear, log/,
  ],

  // Dates and places.
  [
    'days first',
    trace({ x: ['31/12/2024', '01/01/2025', '02/01/2025'] }),
    'warning',
    'data[0].x[0]',
    /as a name, not as a date; write 2024-12-31/,
  ],
  [
    'no date on a date axis',
    { data: [{ x: ['2024-01-01', 'soon'], y: [1, 2] }], layout: { xaxis: { type: 'date' } } },
    'warning',
    'data[0].x[1]',
    /"soon" is no date/,
  ],
  [
    'country names for codes',
    { data: [{ type: 'choropleth', locations: ['Germany'], z: [1] }] },
    'warning',
    'data[0].locations[0]',
    /"locationmode": "country names"/,
  ],
  [
    'a country that is none',
    { data: [{ type: 'choropleth', locations: ['Germny'], z: [1], locationmode: 'country names' }] },
    'warning',
    'data[0].locations[0]',
    /no place of this map/,
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
    /no map style/,
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
        /multiply/,
      ] as const,
  ),
  [
    'an image elsewhere',
    layout({ images: [{ source: 'https://a.invalid/a.png' }] }),
    'warning',
    'layout.images[0].source',
    /another machine/,
  ],

  // What the library fails on.
  [
    'a parent that is no label',
    { data: [{ type: 'sunburst', labels: ['a', 'b'], parents: ['', 'c'] }] },
    'error',
    'data[0].parents[1]',
    /"c" is none of the labels/,
  ],
  [
    'sectors in a ring',
    { data: [{ type: 'treemap', labels: ['a', 'b', 'c'], parents: ['b', 'a', ''] }] },
    'error',
    'data[0].parents[0]',
    /lies under itself/,
  ],
  [
    'a parent that is there twice',
    { data: [{ type: 'icicle', labels: ['a', 'a', 'b'], parents: ['', '', 'a'] }] },
    'error',
    'data[0].labels[1]',
    /twice/,
  ],
  [
    'a total less than its parts',
    {
      data: [
        { type: 'sunburst', labels: ['a', 'b'], parents: ['', 'a'], values: [1, 2], branchvalues: 'total' },
      ],
    },
    'error',
    'data[0].values[0]',
    /less than the sum of the sectors under "a"/,
  ],
  [
    'rows beside values',
    { data: [{ type: 'heatmap', z: [[1, 2], 3] }] },
    'error',
    'data[0].z',
    /beside its rows/,
  ],
  ['contours of words', { data: [{ type: 'contour', z: [['a', 'b']] }] }, 'error', 'data[0].z', /no number/],
  ['pixels that are numbers', { data: [{ type: 'image', z: [[1, 2]] }] }, 'error', 'data[0].z[0]', /pixels/],
  [
    'an object among sizes',
    trace({ marker: { size: [1, { a: 1 }] } }),
    'error',
    'data[0].marker.size',
    /holds an object/,
  ],

  ['an object among coordinates', trace({ x: [1, { 0: 1 }, 3] }), 'error', 'data[0].x', /holds an object/],
  [
    'a corner that there is not',
    { data: [{ type: 'mesh3d', x: [0, 1, 0], y: [0, 0, 1], z: [0, 0, 0], i: [0], j: [1], k: [3] }] },
    'error',
    'data[0].k[0]',
    /3 is no corner/,
  ],

  // What never ends.
  [
    'the first line of a carpet far from it',
    carpet({ aaxis: { tickmode: 'linear', tick0: 1e300 } }),
    'error',
    'data[0].aaxis.tick0',
    /too far from the carpet/,
  ],
  [
    'a line of a carpet that it does not have',
    carpet({ baxis: { arraytick0: 1e300 } }),
    'error',
    'data[0].baxis.arraytick0',
    /too far from the carpet/,
  ],
  [
    'a link to no node',
    { data: [{ type: 'sankey', link: { source: [0], target: [-1], value: [1] } }] },
    'error',
    'data[0].link.target[0]',
    /-1 is no node/,
  ],
  [
    'a link to a far node',
    { data: [{ type: 'sankey', link: { source: [0], target: [1e308], value: [1] } }] },
    'error',
    'data[0].link.target[0]',
    /no node/,
  ],
  ['a height beyond every image', layout({ height: 1.2e29 }), 'error', 'layout.height', /million pixels/],
  [
    'surfaces without end',
    { data: [{ type: 'isosurface', x: [0], y: [0], z: [0], value: [1], surface: { count: 1e7 } }] },
    'error',
    'data[0].surface.count',
    /more than can be drawn/,
  ],
  [
    'minor ticks without end',
    { data: [{ x: [0, 1, 2], y }], layout: { xaxis: { minor: { dtick: 1e-9 } } } },
    'error',
    'layout.xaxis.minor.dtick',
    /steps, more than/,
  ],
  [
    'minor ticks without end, of points that stand at 0, 1, 2',
    { data: [{ y: [1, 2, 3] }], layout: { xaxis: { minor: { dtick: 1e-9 } } } },
    'error',
    'layout.xaxis.minor.dtick',
    /steps, more than/,
  ],
  [
    'more ticks, one by one, than an image has pixels',
    layout({ xaxis: { tickvals: numbersTo(10_001) } }),
    'error',
    'layout.xaxis.tickvals',
    /10001 are more than can be drawn/,
  ],
  [
    'milliseconds over a thousand years',
    { data: [{ x: ['1000-01-01', '2000-01-01'], y: [1, 2] }], layout: { xaxis: { dtick: 1 } } },
    'error',
    'layout.xaxis.dtick',
    /steps/,
  ],
  [
    'bins without end',
    { data: [{ type: 'histogram', x: [0, 1e9], xbins: { size: 0.1 } }] },
    'error',
    'data[0].xbins.size',
    /steps/,
  ],
  [
    'contours without end',
    {
      data: [
        {
          type: 'contour',
          z: [
            [1, 2],
            [3, 4],
          ],
          contours: { start: 0, end: 1, size: 1e-9 },
        },
      ],
    },
    'error',
    'data[0].contours.size',
    /steps/,
  ],
  [
    'a grid without end',
    layout({ grid: { rows: 1000, columns: 1000 } }),
    'error',
    'layout.grid',
    /subplots are more/,
  ],
  [
    'subplots with nothing but a gap',
    layout({ grid: { rows: 2, columns: 1, ygap: 1 } }),
    'error',
    'layout.grid.ygap',
    /leaves the subplots no room/,
  ],
  [
    'a number format as wide as memory',
    layout({ yaxis: { tickformat: '999999999d' } }),
    'error',
    'layout.yaxis.tickformat',
    /wider than any image/,
  ],
  [
    'meridians without end',
    { data: [{ type: 'scattergeo', lat: [0], lon: [0] }], layout: { geo: { lonaxis: { dtick: 1e-6 } } } },
    'error',
    'layout.geo.lonaxis.dtick',
    /steps/,
  ],

  // What an image may not be made of in time.
  [
    'thousands of annotations',
    layout({ annotations: Array.from({ length: 5000 }, () => ({ text: 'a' })) }),
    'warning',
    'layout.annotations',
    /5000 annotations take about/,
  ],
  [
    'a slider of thousands of steps',
    layout({ sliders: [{ steps: Array.from({ length: 5000 }, () => ({ method: 'skip' })) }] }),
    'warning',
    'layout.sliders[0].steps',
    /5000 steps/,
  ],
  [
    'ticks of sixty parallel axes',
    trace({
      type: 'parcoords',
      dimensions: Array.from({ length: 60 }, () => ({ values: [1, 2], tickvals: numbersTo(100) })),
    }),
    'warning',
    'data[0].dimensions',
    /6000 ticks are drawn one by one/,
  ],
  [
    'a hull around thousands of points',
    trace({ type: 'mesh3d', x: numbersTo(6000), y: numbersTo(6000), z: numbersTo(6000), alphahull: 5 }),
    'warning',
    'data[0].x',
    /i, j and k/,
  ],
  [
    'a book in a title',
    layout({ title: { text: 'word '.repeat(20_000) } }),
    'warning',
    'layout.title.text',
    /100 KB/,
  ],
  [
    'a book at a point',
    trace({ mode: 'text', text: ['word '.repeat(20_000)] }),
    'warning',
    'data[0].text',
    /KB/,
  ],
  [
    'a book before every tick',
    layout({ yaxis: { tickprefix: 'x'.repeat(50_000) } }),
    'warning',
    'layout.yaxis.tickprefix',
    /50 KB/,
  ],
  [
    'a label at every pixel of a map',
    {
      data: [{ type: 'scattermap', lat: [0], lon: [0] }],
      layout: {
        map: {
          style: {
            version: 8,
            sources: { s: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
            layers: [
              {
                id: 'l',
                type: 'symbol',
                source: 's',
                layout: { 'symbol-placement': 'line', 'symbol-spacing': 1, 'text-field': 'x' },
              },
            ],
          },
        },
      },
    },
    'warning',
    'layout.map.style.layers[0].layout["symbol-spacing"]',
    /a label every 1 pixels/,
  ],
]

describe('a mistake', () => {
  test.each(mistakes)('is told: %s', (_what, body, severity, path, message) => {
    const told = toldOf(body)
    expect(told).toContainEqual([severity, path, expect.stringMatching(message)])
    expect(told.every(([, where, what]) => where !== '' && what.length > 10)).toBe(true)
  })

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

  test.each([
    ['an htmlwidget', { x: { data: [] }, evals: [], jsHooks: [] }, 'x'],
    ['a Dash component', { props: { figure: { data: [] } }, type: 'Graph', namespace: 'dash' }, 'props'],
    ['"traces" for "data"', { traces: [{ y }] }, 'traces'],
  ])('is told alone where the rest follows from it: %s', (_what, body, path) => {
    expect(toldOf(body)).toEqual([['error', path, expect.any(String)]])
  })

  test('is none in a figure as it should be', () => {
    const figure = {
      data: [
        { type: 'scatter', mode: 'lines+markers', name: 'sold', x: ['2024-01-01', '2024-02-01'], y: [1, 2] },
      ],
      layout: { title: 'Sold', xaxis: { title: { text: 'Month' }, type: 'date' }, width: 800 },
    }
    expect(toldOf(figure)).toEqual([])
  })

  test("is none in a map's view that plotly 6 for Python writes under its old name, too", () => {
    const view = { center: { lat: 45.5, lon: -73.6 }, zoom: 9 }
    const data = [{ type: 'scattermap', lat: [45.5], lon: [-73.6] }]
    const layout = { mapbox: view, map: { ...view, style: 'white-bg' } }
    expect(toldOf({ data, layout })).toEqual([])
  })
})

test('shared colour axes are told as what they are', () => {
  const heatmap = (coloraxis: string) => ({ data: [{ type: 'heatmap', z: [[1, 2]], coloraxis }] })
  expect([heatmap('coloraxis'), heatmap('coloraxis2')].map(toldOf)).toEqual([[], []])
  expect(toldOf(heatmap('colour'))).toEqual([
    ['warning', 'data[0].coloraxis', expect.stringContaining('"coloraxis2"')],
  ])
})
