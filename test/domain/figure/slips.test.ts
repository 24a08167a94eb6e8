/** Further mistakes, as people who come from Python, R or JavaScript make them: none passes in silence. */

import { expect, test } from '@jest/globals'
import { readSubmission } from '../../../src/domain/figure/submission.ts'
import { AppError } from '../../../src/errors/errors.ts'

const y = [4, 1, 7]
const trace = (members: object) => ({ data: [{ y, ...members }] })
const layout = (members: object) => ({ data: [{ y }], layout: members })
const carpet = {
  type: 'carpet',
  a: [1, 2],
  b: [1, 2],
  x: [
    [1, 2],
    [1, 2],
  ],
  y: [
    [1, 1],
    [2, 2],
  ],
}
const rows = [
  [1, 2],
  [3, 4],
]
const onCarpet = (members: object) => ({ data: [carpet, members] })
const map = { type: 'scattermap', lat: [0], lon: [0] }

/** As many places as values, none above or beside another. */
const scattered = (count: number) => {
  const x = Array.from({ length: count }, (_, i) => i)
  return { x, y: x.map(i => (i * 37) % count), z: x }
}

function toldOf(body: object): readonly { readonly path: string; readonly message: string }[] {
  try {
    return readSubmission(Buffer.from(JSON.stringify(body))).warnings
  } catch (error) {
    if (!(error instanceof AppError) || !error.details) throw error
    return error.details
  }
}

test.each<[string, object, string, RegExp]>([
  ['"marker_color"', trace({ marker_color: 'red' }), 'data[0].marker_color', /did you mean marker\.color\?/],
  ['"xaxis_title_text"', layout({ xaxis_title_text: 'a' }), 'layout.xaxis_title_text', /xaxis\.title\.text/],
  ['a margin named left', layout({ margin: { left: 9 } }), 'layout.margin.left', /did you mean "l"/],
  ['an axis that has min', layout({ xaxis: { min: 0 } }), 'layout.xaxis.min', /range: \[from, to\]/],
  [
    'a colour scale in lower case',
    { data: [{ type: 'heatmap', z: [[1]], colorscale: 'viridis' }] },
    'data[0].colorscale',
    /"Viridis"/,
  ],
  [
    'high below low',
    { data: [{ type: 'ohlc', open: [1], high: [2], low: [3], close: [1] }] },
    'data[0].high[0]',
    /high and low swapped/,
  ],
  [
    'contours through scattered points',
    { data: [{ type: 'contour', ...scattered(700) }] },
    'data[0].z',
    /700 × 700 cells, of which 700 have a value, and the rest may not be computed in time; bin/,
  ],
  [
    'contours through thousands of them',
    { data: [{ type: 'contour', ...scattered(2_100) }] },
    'data[0].z',
    /cannot be computed; bin/,
  ],
  [
    'gaps that are closed',
    { data: [{ type: 'heatmap', connectgaps: true, z: Array(700).fill(Array(700).fill(null).with(0, 1)) }] },
    'data[0].z',
    /of which 700 have a value/,
  ],
  [
    'one row that is far longer than all others',
    { data: [{ type: 'surface', z: [Array(6_000).fill(1), ...Array(5_999).fill([1])] }] },
    'data[0].z',
    /6000 × 6000 cells, of which 11999 .* send rows of one length/,
  ],
  [
    'names for other columns',
    { data: [{ type: 'heatmap', z: [[1, 2, 3]], x: ['a', 'b'] }] },
    'data[0].x',
    /3 columns/,
  ],
  [
    'a matrix turned round',
    {
      data: [
        {
          type: 'heatmap',
          z: [
            [1, 2, 3],
            [4, 5, 6],
          ],
          y: [1, 2, 3, 4],
        },
      ],
    },
    'data[0].y',
    /2 rows/,
  ],
  ['[255, 0, 0]', trace({ marker: { color: [255, 0, 0] } }), 'data[0].marker.color', /rgb\(255, 0, 0\)/],
  [
    'more sizes than points',
    trace({ marker: { size: [1, 2, 3, 4] } }),
    'data[0].marker.size',
    /4 values for 3 points/,
  ],
  [
    'one colour in a list',
    trace({ marker: { color: ['red'] } }),
    'data[0].marker.color',
    /1 values for 3 points/,
  ],
  [
    'texts of ticks without places',
    layout({ xaxis: { ticktext: ['a'] } }),
    'layout.xaxis.ticktext',
    /tickvals/,
  ],
  [
    'fewer texts than ticks',
    layout({ xaxis: { tickvals: [1, 2], ticktext: ['a'] } }),
    'layout.xaxis.ticktext',
    /1 texts for 2/,
  ],
  [
    'ticks that are chosen',
    layout({ xaxis: { tickmode: 'auto', tickvals: [1] } }),
    'layout.xaxis.tickvals',
    /leave tickmode out/,
  ],
  ['a step in words', layout({ xaxis: { dtick: '1 month' } }), 'layout.xaxis.dtick', /is no step/],
  [
    "dates as a mail's",
    { data: [{ x: ['Mon, 01 Jan 2024 00:00:00 GMT'], y: [1] }] },
    'data[0].x[0]',
    /not as a date/,
  ],
  [
    'dates as pandas shows them',
    { data: [{ x: ["Timestamp('2024-01-01')"], y: [1] }] },
    'data[0].x[0]',
    /not as a date/,
  ],
  [
    'dates of eight digits',
    { data: [{ x: ['20240101', '20240102'], y: [1, 2] }] },
    'data[0].x[0]',
    /drawn as a number/,
  ],
  ['a list for each value', { data: [{ y: [[1], [2], [3]] }] }, 'data[0].y', /send one list/],
  ['a list in a list', { data: [{ y: [[1, 2, 3]] }] }, 'data[0].y', /holds 1 lists .* a trace for each/],
  [
    'a column of an array, packed',
    { data: [{ y: { dtype: 'i1', bdata: 'AQID', shape: '3, 1' } }] },
    'data[0].y',
    /holds 3 lists/,
  ],
  [
    'a list for each box',
    {
      data: [
        {
          type: 'box',
          y: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    },
    'data[0].y',
    /names of categories; send one list/,
  ],
  [
    'a list for each point in space',
    { data: [{ type: 'scatter3d', x: [1], y: [1], z: [[1]] }] },
    'data[0].z',
    /not drawn; send one list/,
  ],
  [
    'ends of colours turned round',
    { data: [{ type: 'heatmap', z: [[1]], zmin: 5, zmax: 1 }] },
    'data[0].zmin',
    /is not less than zmax/,
  ],
  ...['0.00', '#,##0', '0.0%', '0%'].map((tickformat): [string, object, string, RegExp] => [
    `a spreadsheet's format ${tickformat}`,
    layout({ yaxis: { tickformat } }),
    'layout.yaxis.tickformat',
    /no format of d3/,
  ]),
  [
    "a spreadsheet's format in a template",
    trace({ hovertemplate: '%{y:0.00}' }),
    'data[0].hovertemplate',
    /d3 reads otherwise/,
  ],
  [
    'a name that no point has',
    trace({ type: 'bar', texttemplate: '%{valeu} kg' }),
    'data[0].texttemplate',
    /names %\{valeu\}, which no point has; did you mean %\{value\}/,
  ],
  [
    'a template that does not end',
    trace({ hovertemplate: '%{y:.2f' }),
    'data[0].hovertemplate',
    /close it with }/,
  ],
  [
    'degrees with letters',
    { data: [{ type: 'scattergeo', lat: ['48N'], lon: [11] }] },
    'data[0].lat[0]',
    /no number of degrees/,
  ],
  [
    'a funnel of names',
    { data: [{ type: 'funnel', x: ['a', 'b'], y: [2, 1] }] },
    'data[0].x',
    /swap x and y/,
  ],
  [
    '"totals"',
    { data: [{ type: 'waterfall', y: [1], measure: ['totals'] }] },
    'data[0].measure[0]',
    /drawn as relative/,
  ],
  [
    'texts on parallel axes',
    { data: [{ type: 'parcoords', dimensions: [{ values: ['a'] }] }] },
    'data[0].dimensions[0].values',
    /takes numbers/,
  ],
  [
    'axes without values',
    { data: [{ type: 'parcoords', dimensions: [{ label: 'a' }] }] },
    'data[0].dimensions',
    /needs values/,
  ],
  [
    'more columns than headers',
    { data: [{ type: 'table', header: { values: ['a'] }, cells: { values: [[1], [2]] } }] },
    'data[0].cells.values',
    /2 columns for 1 headers/,
  ],
  ['a frame that is a trace', { data: [{ y }], frames: [{ y }] }, 'frames[0].y', /a frame has data/],
  ['"all" points selected', trace({ selectedpoints: 'all' }), 'data[0].selectedpoints', /no array of points/],
  [
    'a period of no length',
    { data: [{ x: ['2024-01-01'], y: [1], xperiod: -1 }] },
    'data[0].xperiod',
    /is no length/,
  ],
  [
    'a length beyond any image',
    layout({ title: { text: 'a', pad: { b: 1e300 } } }),
    'layout.title.pad.b',
    /longer than any image/,
  ],
  [
    'a map of a grain of sand',
    { data: [{ type: 'scattergeo', lat: [1], lon: [2] }], layout: { geo: { projection: { scale: 1e9 } } } },
    'layout.geo.projection.scale',
    /at most 1000000/,
  ],
  ['a line wider than any image', trace({ line: { width: 1e300 } }), 'data[0].line.width', /longer than any/],
  [
    "R's values in arrays of one",
    { data: [{ type: ['bar'], y }] },
    'data[0].type',
    /without brackets \(in R: toJSON/,
  ],
  ["R's attributes in arrays of one", trace({ mode: ['lines'] }), 'data[0].mode', /without brackets/],
  [
    'a position of one number',
    {
      data: [
        {
          type: 'choropleth',
          locations: ['a'],
          z: [1],
          geojson: { type: 'Feature', geometry: { type: 'Polygon', coordinates: [[[0, 0], [1], [1, 1]]] } },
        },
      ],
    },
    'data[0].geojson.geometry',
    /Polygon or a MultiPolygon/,
  ],
  [
    'a category without values',
    { data: [{ type: 'parcats', dimensions: [{ values: ['a'], categoryarray: ['b', 'a'] }] }] },
    'data[0].dimensions[0].categoryarray[0]',
    /put it last/,
  ],
  [
    'fewer values than the first dimension has',
    { data: [{ type: 'parcats', dimensions: [{ values: [1, 2] }, { values: [1] }] }] },
    'data[0].dimensions[1].values',
    /first dimension has 2/,
  ],
  [
    'what a notebook shows',
    { 'application/vnd.plotly.v1+json': { data: [] } },
    '$["application/vnd.plotly.v1+json"]',
    /send that object itself/,
  ],
  [
    "a notebook's output",
    { data: { 'application/vnd.plotly.v1+json': { data: [] } } },
    'data',
    /output of a notebook/,
  ],
  ['"line_color"', trace({ line_color: 'red' }), 'data[0].line_color', /no such attribute/],
  ['"xaxis_title"', layout({ xaxis_title: 'a' }), 'layout.xaxis_title', /no such attribute/],
  [
    'microseconds for dates',
    { data: [{ x: [1.7e15, 1.7e15 + 6e7], y: [1, 2] }], layout: { xaxis: { type: 'date' } } },
    'data[0].x',
    /divide microseconds by 1000/,
  ],
  [
    'seconds for dates, packed',
    {
      data: [
        { x: { dtype: 'i4', bdata: Buffer.from(Int32Array.of(1.7e9).buffer).toString('base64') }, y: [1] },
      ],
      layout: { xaxis: { type: 'date' } },
    },
    'data[0].x',
    /multiply seconds by 1000/,
  ],
  [
    'days as numbers',
    { data: [{ x: [20240130, 20240131], y: [1, 2] }], layout: { xaxis: { type: 'date' } } },
    'data[0].x',
    /write 20240131 as "2024-01-31"/,
  ],
  [
    'milliseconds on an axis of numbers',
    { data: [{ x: [1.7e12, 1.7e12 + 1, 1.7e12 + 9], y }] },
    'data[0].x',
    /set layout\.xaxis\.type: "date"/,
  ],
  ['months as numbers', { data: [{ x: [202411, 202412, 202501], y }] }, 'data[0].x', /"2024-01"/],
  [
    'a histogram of names and their numbers',
    { data: [{ type: 'histogram', x: ['a', 'b'], y: [3, 5] }] },
    'data[0].y',
    /"histfunc": "sum"/,
  ],
  [
    'a gauge that no mode names',
    { data: [{ type: 'indicator', value: 1, gauge: { axis: { range: [0, 9] } } }] },
    'data[0].gauge',
    /"mode": "number\+gauge"/,
  ],
  [
    'words of data that is not there',
    trace({ hovertemplate: '%{customdata[0]}' }),
    'data[0].hovertemplate',
    /customdata, which the trace does not have/,
  ],
  [
    'links of no width',
    { data: [{ type: 'sankey', link: { source: [0], target: [1], value: [0] } }] },
    'data[0].link.value',
    /above 0/,
  ],
  [
    'a slider under a hidden axis',
    layout({ xaxis: { visible: false, rangeslider: {} } }),
    'layout.xaxis.rangeslider',
    /not visible/,
  ],
  [
    'an image without a size',
    layout({ images: [{ source: 'data:,', x: 0, y: 1 }] }),
    'layout.images[0]',
    /sizex and sizey/,
  ],
  [
    'a button that does nothing',
    layout({ updatemenus: [{ buttons: [{ label: 'a' }] }] }),
    'layout.updatemenus[0].buttons[0]',
    /needs args/,
  ],
  [
    'prices that are texts',
    { data: [{ type: 'ohlc', open: ['a'], high: ['b'], low: ['c'], close: ['d'] }] },
    'data[0].open',
    /holds no number/,
  ],
  ['a heat map of texts', { data: [{ type: 'heatmap', z: [['a', 'b']] }] }, 'data[0].z', /holds no number/],
  ['a format of C', layout({ yaxis: { tickformat: '%.2f' } }), 'layout.yaxis.tickformat', /no format of d3/],
  [
    'shares for parts of a colour',
    trace({ line: { color: 'rgb(0.9, 0.5, 0.2)' } }),
    'data[0].line.color',
    /go from 0 to 255/,
  ],
  ['fewer texts than points', trace({ text: ['a', 'b'] }), 'data[0].text', /2 values for 3 points/],
  ['more names than points', trace({ ids: ['a', 'b', 'c', 'd'] }), 'data[0].ids', /4 values for 3 points/],
  [
    'columns for rows of further data',
    trace({
      customdata: [
        [1, 2, 3],
        [4, 5, 6],
      ],
    }),
    'data[0].customdata',
    /a row for each point/,
  ],
  [
    'a note on an axis that is not there',
    layout({ annotations: [{ x: 1, y: 1, text: 'a', yref: 'y2 domain' }] }),
    'layout.annotations[0].yref',
    /names the axis y2, which is not there; this figure has y$/,
  ],
  [
    'a shape on an axis that is not there',
    layout({ shapes: [{ type: 'line', xref: 'x3' }] }),
    'layout.shapes[0].xref',
    /axis x3/,
  ],
  ['an axis over one that is not there', layout({ yaxis: { matches: 'y2' } }), 'layout.yaxis.matches', /y2/],
  [
    'a second axis that hides the first',
    { data: [{ y }, { y, yaxis: 'y2' }], layout: { yaxis2: { side: 'right' } } },
    'layout.yaxis2',
    /hides the traces on x and y; set layout\.yaxis2\.overlaying: "y"/,
  ],
  [
    'a second axis that the layout does not have',
    { data: [{ y }, { y, yaxis: 'y2' }] },
    'data[1].yaxis',
    /hides the traces/,
  ],
  ['decimal commas', { data: [{ y: ['1,2', '0,9'] }] }, 'data[0].y[0]', /"1,2" is drawn as 12;/],
  ['a decimal comma among numbers', { data: [{ y: [1, '2,50', 3] }] }, 'data[0].y[1]', /as 250; send it/],
  [
    'thousands with apostrophes',
    { data: [{ y: ["1'200", '900'] }] },
    'data[0].y[0]',
    /for a name, not for a/,
  ],
  [
    'prices in euros',
    { data: [{ type: 'bar', orientation: 'h', x: ['10 €', '20 €'], y: ['a', 'b'] }] },
    'data[0].x[0]',
    /as a number/,
  ],
  ['"lines,markers"', trace({ mode: 'lines,markers' }), 'data[0].mode', /none of lines/],
  ['fill that is true', trace({ fill: true }), 'data[0].fill', /none of none, tozeroy/],
  ['a range in a text', layout({ yaxis: { range: '0,10' } }), 'layout.yaxis.range', /no array/],
  ['a margin that is a number', layout({ margin: 20 }), 'layout.margin', /must be an object/],
  ['a dash that is none', trace({ line: { dash: 'dashed' } }), 'data[0].line.dash', /did you mean "dash"/],
  [
    'numbers for colours without a scale',
    trace({ textfont: { color: [1, 2, 3] } }),
    'data[0].textfont.color[0]',
    /no colour/,
  ],
  ['rows for sizes', trace({ marker: { size: [[1, 2], [3]] } }), 'data[0].marker.size', /holds an array/],
  [
    'an angle that is "auto"',
    layout({ annotations: [{ text: 'a', textangle: 'auto' }] }),
    'layout.annotations[0].textangle',
    /no number/,
  ],
  [
    'a label that is a text',
    layout({ shapes: [{ type: 'line', label: 'a' }] }),
    'layout.shapes[0].label',
    /must be an object/,
  ],
  [
    'a format of Python',
    layout({ yaxis: { tickformat: '{:.2f}' } }),
    'layout.yaxis.tickformat',
    /no format of d3/,
  ],
  [
    'a date format of JavaScript',
    layout({ xaxis: { tickformat: 'YYYY-MM-DD' } }),
    'layout.xaxis.tickformat',
    /"%Y-%m-%d"/,
  ],
  [
    'a template of JavaScript',
    trace({ hovertemplate: '%{x}: \u0024{y:.2f} km' }),
    'data[0].hovertemplate',
    /prints \$\{y:\.2f\} as it stands; write %\{y:\.2f\}/,
  ],
  [
    'a template of Python',
    trace({ hovertemplate: '{y:.2f} km' }),
    'data[0].hovertemplate',
    /write %{y:\.2f}/,
  ],
  [
    'seconds for dates',
    { data: [{ x: [1.7e9, 1.7e9 + 60], y }], layout: { xaxis: { type: 'date' } } },
    'data[0].x',
    /multiply seconds by 1000/,
  ],
  [
    'months by name',
    { data: [{ x: ['Jan 1, 2024', 'Feb 1, 2024'], y: [1, 2] }] },
    'data[0].x[0]',
    /not as a date/,
  ],
  ['hours with pm', { data: [{ x: ['2024-01-01 10:00 PM'], y: [1] }] }, 'data[0].x[0]', /not as a date/],
  [
    'a logarithmic range in units',
    layout({ yaxis: { type: 'log', range: [1, 1000] } }),
    'layout.yaxis.range',
    /did you mean \[0, 3\]/,
  ],
  [
    'nothing above 0 on a logarithmic axis',
    { data: [{ y: [-1, 0] }], layout: { yaxis: { type: 'log' } } },
    'data[0].y',
    /no number above 0/,
  ],
  [
    'a domain turned round',
    layout({ xaxis: { domain: [0.8, 0.2] } }),
    'layout.xaxis.domain',
    /ends before it begins/,
  ],
  [
    'slices below 0',
    { data: [{ type: 'pie', labels: ['a', 'b'], values: [1, -2] }] },
    'data[0].values[1]',
    /no slice/,
  ],
  [
    'slices that are texts',
    { data: [{ type: 'pie', labels: ['a'], values: ['x'] }] },
    'data[0].values[0]',
    /no slice/,
  ],
  ['lat and lon swapped', { data: [{ ...map, lat: [120], lon: [10] }] }, 'data[0].lat[0]', /swapped/],
  [
    'country codes of two letters',
    { data: [{ type: 'choropleth', locations: ['FR'], z: [1] }] },
    'data[0].locations[0]',
    /no place/,
  ],
  [
    'a table row by row',
    { data: [{ type: 'table', header: { values: ['a', 'b'] }, cells: { values: [[1, 2]] } }] },
    'data[0].cells.values',
    /a list for each column/,
  ],
  [
    'points on no carpet',
    { data: [{ type: 'scattercarpet', a: [1], b: [1] }] },
    'data[0]',
    /trace of type "carpet"/,
  ],
  [
    'lines between places that are no numbers',
    onCarpet({
      type: 'contourcarpet',
      a: [1, 'east'],
      b: [1, 2],
      z: rows,
    }),
    'data[1].a[1]',
    /as numbers/,
  ],
  [
    'lines between one place',
    onCarpet({
      type: 'contourcarpet',
      a: [1, 2],
      b: [7, 7],
      z: rows,
    }),
    'data[1].b',
    /no two different numbers/,
  ],
  [
    'a constraint that is no number',
    onCarpet({
      type: 'contourcarpet',
      z: rows,
      contours: { type: 'constraint', operation: '[]', value: 'x' },
    }),
    'data[1].contours.value',
    /neither a number nor two/,
  ],
  [
    'a surface without a number',
    { data: [{ type: 'surface', z: [[null], ['a']] }] },
    'data[0].z',
    /no number/,
  ],
  [
    'positions of the texts of a funnel’s areas',
    { data: [{ type: 'funnelarea', values: [1, 2], textposition: ['inside', 'none'] }] },
    'data[0].textposition',
    /one for all/,
  ],
  [
    'a selected point that is none',
    trace({ selectedpoints: [0, 1e9] }),
    'data[0].selectedpoints[1]',
    /no point/,
  ],
  [
    'a carpet of one thread',
    { data: [{ type: 'carpet', a: [1, 2], b: [1], y: [[1, 2]] }] },
    'data[0].b',
    /needs 2 or more/,
  ],
  [
    'a carpet with a place for one of its knots',
    { data: [{ type: 'carpet', a: [1, 2], b: [1, 2], y: [1] }] },
    'data[0].b',
    /1 different numbers among its first 1,/,
  ],
  [
    'a carpet without a value for its rows',
    { data: [{ type: 'carpet', a: [1, 2], b: [], y: [[1, 2]] }] },
    'data[0].b',
    /for each row of y/,
  ],
  [
    'a name more than a heat map has rows',
    { data: [{ type: 'heatmap', z: [[1], [2]], y: ['a', 'b', 'c'] }] },
    'data[0].y',
    /3 values, but z has 2 rows/,
  ],
  [
    'a grid that begins at a name',
    { data: [{ type: 'heatmap', z: [[1]], y0: 'first' }] },
    'data[0].y0',
    /a number or a date/,
  ],
  [
    'bins that end before they begin',
    {
      data: [
        {
          type: 'histogram2d',
          x: [1, 2],
          y: [1, 2],
          xbins: { start: '2024-02-01', end: '2024-01-01', size: 1 },
        },
      ],
    },
    'data[0].xbins.end',
    /not above the start/,
  ],
  [
    'errors along dates',
    { data: [{ x: ['2024-01-01', '2024-01-02'], y: [1, 2], error_x: { array: [1, 2] } }] },
    'data[0].error_x',
    /along numbers/,
  ],
  [
    'errors along names',
    { data: [{ type: 'bar', x: ['a', 'b'], y: [1, 2], error_x: { value: 3 } }] },
    'data[0].error_x',
    /along numbers/,
  ],
  [
    'a line break of other languages in a title',
    layout({ title: { text: 'Sales\nin 2024' } }),
    'layout.title.text',
    /write <br>/,
  ],
  [
    'a line break of other languages in a note',
    layout({ annotations: [{ text: 'Sales\nin 2024', x: 1, y: 1 }] }),
    'layout.annotations[0].text',
    /write <br>/,
  ],
  [
    'clusters of texts',
    { data: [{ type: 'scattermap', mode: 'text', text: 'a', lat: [1], lon: [1], cluster: { size: 20 } }] },
    'data[0].cluster',
    /is of markers/,
  ],
  [
    'colours of clusters without steps',
    { data: [{ type: 'scattermap', lat: [1], lon: [1], cluster: { color: ['red', 'blue'], step: 5 } }] },
    'data[0].cluster.color',
    /0 values of step/,
  ],
  [
    'an axis for two dimensions',
    { data: [{ type: 'splom', dimensions: [{ values: [1] }, { values: [2] }], xaxes: ['x'] }] },
    'data[0].xaxes',
    /1 axes for 2 dimensions/,
  ],
  [
    'no locations beside places',
    { data: [{ type: 'scattergeo', locations: [], lat: [1], lon: [1] }] },
    'data[0].locations',
    /leave it out/,
  ],
  [
    'packed links without a value',
    { data: [{ type: 'sankey', link: { source: [0], target: [1], value: { dtype: 'f8', bdata: '' } } }] },
    'data[0].link.value',
    /is empty/,
  ],
  [
    'texts beside a carpet',
    { data: [{ type: 'carpet', a: [1, 2], b: [1, 2], y: [1, 2, 3, 4], aaxis: { ticktext: ['a'] } }] },
    'data[0].aaxis.ticktext',
    /leave it out/,
  ],
  [
    'a path without a command',
    layout({ shapes: [{ type: 'path', path: 'hello' }] }),
    'layout.shapes[0].path',
    /such as M0,0/,
  ],
  ['a period longer than all years', trace({ xperiod: 1e300 }), 'data[0].xperiod', /is no length/],
  [
    'a carpet with more threads than rows',
    { data: [{ type: 'carpet', a: [1, 2], b: [1, 2], y: [[1, 2]] }] },
    'data[0].b',
    /y has 1 rows/,
  ],
  [
    'a period shorter than time is counted',
    { data: [{ x: ['2024-01-01'], y: [1], xperiod: 1e-9 }] },
    'data[0].xperiod',
    /is no length/,
  ],
  ['rows beside nothing', { data: [{ y: [[1], null] }] }, 'data[0].y', /beside its rows/],
  [
    'a name among the places of a contour',
    { data: [{ type: 'contour', z: [[1], [2], [3]], y: [0, 'text', 2] }] },
    'data[0].y',
    /a place for each column/,
  ],
  ['a begin that is a list', trace({ x0: [1] }), 'data[0].x0', /must be one value/],
  [
    'a limit of a scene that is no place',
    {
      data: [{ type: 'scatter3d', x: [1], y: [1], z: [1] }],
      layout: { scene: { xaxis: { autorangeoptions: { clipmax: 'text' } } } },
    },
    'layout.scene.xaxis.autorangeoptions.clipmax',
    /no place on the axis/,
  ],
  [
    'a map beyond the pole',
    { data: [map], layout: { map: { style: 'white-bg', center: { lat: 91 } } } },
    'layout.map.center.lat',
    /from -90 to 90/,
  ],
  [
    'places beyond the pole, packed',
    { data: [{ ...map, lat: { dtype: 'i1', bdata: Buffer.from([100]).toString('base64') } }] },
    'data[0].lat[0]',
    /swapped/,
  ],
  ['a period that is none', trace({ xperiod: 'month' }), 'data[0].xperiod', /months as "M1"/],
  [
    'gaps that are no dates',
    layout({ xaxis: { rangebreaks: [{ values: ['weekend'] }] } }),
    'layout.xaxis.rangebreaks[0].values[0]',
    /no date/,
  ],
  [
    'formats for no range',
    layout({ xaxis: { tickformatstops: [{ value: '%Y' }] } }),
    'layout.xaxis.tickformatstops[0]',
    /needs a dtickrange/,
  ],
  [
    'a gauge of steps without ranges',
    { data: [{ type: 'indicator', value: 1, gauge: { steps: [{ color: 'red' }] } }] },
    'data[0].gauge.steps[0]',
    /needs a range/,
  ],
  [
    'columns without a place',
    {
      data: [
        {
          type: 'contour',
          x: [1, null],
          z: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    },
    'data[0].x',
    /a place for each column/,
  ],
  ['numbers next to 0', { data: [{ y: [5e-324, 1e-323] }] }, 'data[0].y', /multiply these numbers/],
  ['a bar next to 0', { data: [{ type: 'bar', y: [5e-324] }] }, 'data[0].y', /too little for an axis/],
  [
    'packed numbers next to 0',
    {
      data: [
        { r: { dtype: 'f8', bdata: Buffer.from(Float64Array.of(5e-324, 0).buffer).toString('base64') } },
      ].map(each => ({ type: 'scatterpolar', theta: [0, 90], ...each })),
    },
    'data[0].r',
    /too little for an axis/,
  ],
  ['a range next to 0', layout({ yaxis: { range: [0, 1e-310] } }), 'layout.yaxis.range', /too little/],
  [
    'colours next to 0',
    trace({ marker: { color: [5e-324, 0, 0], showscale: true } }),
    'data[0].marker.color',
    /too little/,
  ],
  [
    'parallel axes next to 0',
    { data: [{ type: 'parcoords', dimensions: [{ values: [5e-324, 0] }] }] },
    'data[0].dimensions[0].values',
    /too little/,
  ],
  [
    'contours through points of which each lacks something',
    { data: [{ type: 'contour', x: [1, null], y: [null, 1], z: [1, 2] }] },
    'data[0].z',
    /no number that has a place/,
  ],
  [
    'streams without a place',
    { data: [{ type: 'streamtube', x: [null, null], y: [1, 2], z: [1, 2], u: y, v: y, w: y }] },
    'data[0].x',
    /nothing but null; send places/,
  ],
  [
    'a carpet of a million lines, for want of a step',
    {
      data: [
        {
          ...carpet,
          b: [0, 1e6],
          baxis: { tickmode: 'linear', dtick: '800px' },
        },
      ],
    },
    'data[0].baxis',
    /about 1000000 steps of 1/,
  ],
  [
    'a map around a place without neighbours',
    { data: [map], layout: { map: { style: 'white-bg', center: { lon: 1e300 } } } },
    'layout.map.center.lon',
    /from -180 to 180/,
  ],
  [
    'shares for parts of one colour',
    { data: [{ y: [1, 2, 3, 4, 5], marker: { color: [0.5, 0.25, 1] } }] },
    'data[0].marker.color',
    /"rgb\(128, 64, 255\)"/,
  ],
  [
    'a colour that was to shine through',
    trace({ fill: 'tozeroy', fillcolor: 'rgba(31,119,180,128)' }),
    'data[0].fillcolor',
    /last part goes from 0 to 1/,
  ],
  [
    'colours that were to shine through',
    trace({ marker: { color: ['red', 'rgba(1, 2, 3, 50)', 'blue'] } }),
    'data[0].marker.color[1]',
    /last part goes from 0 to 1/,
  ],
  ...[
    '2024-01-01 00:00:00 UTC',
    '2024-01-01 00:00:00 +0000 UTC',
    '2024-01-01 00:00:00 +0000',
    '2024-01-01T00:00:00+01:00[Europe/Berlin]',
    '/Date(1704067200000)/',
    'new Date(2024, 0, 1)',
  ].map((text): [string, object, string, RegExp] => [
    `the date ${text}`,
    { data: [{ x: [text], y: [1] }] },
    'data[0].x[0]',
    /not as a date/,
  ]),
  [
    'a date among dates that is written otherwise',
    { data: [{ x: ['2024-01-01', '02/01/2024', '2024-01-03'], y }] },
    'data[0].x[1]',
    /no date as others are/,
  ],
  [
    'bars of names',
    { data: [{ type: 'bar', x: [1, 2], y: ['a', 'b'] }] },
    'data[0].y',
    /set "orientation": "h"/,
  ],
  [
    'bars that lie, of names',
    { data: [{ type: 'bar', orientation: 'h', x: ['a', 'b'], y: [1, 2] }] },
    'data[0].x',
    /leave orientation out/,
  ],
  ['texts that are not sent', trace({ mode: 'text' }), 'data[0].mode', /nothing without text/],
])('%s is told', (_what, body, path, message) => {
  expect(toldOf(body)).toContainEqual({ path, message: expect.stringMatching(message) })
})

test.each<[string, object]>([
  [
    'years on an axis of dates',
    { data: [{ x: [2023, 2024], y: [1, 2] }], layout: { xaxis: { type: 'date' } } },
  ],
  [
    'large numbers',
    {
      data: [
        { x: [1.4e9, 1.3e9, 2e9], y },
        { x: [1.1e9, 1.4e9, 2.1e9], y },
      ],
    },
  ],
  ['a histogram of sums', { data: [{ type: 'histogram', x: ['a'], y: [3], histfunc: 'sum' }] }],
  [
    'a gauge that is left out',
    { data: [{ type: 'indicator', value: 1, mode: 'number', gauge: { shape: 'bullet' } }] },
  ],
  [
    'black, and colours of fractions',
    trace({ marker: { color: ['rgb(0,0,0)', 'rgb(0,0,1)', 'rgb(0.5,120,3)'] } }),
  ],
  ['years as texts', { data: [{ type: 'bar', x: ['2020', '2021'], y: ['1', '2.5'] }] }],
  ['thousands, shares and prices that the library reads', { data: [{ y: ['1,200', '10 %', '$ 10', null] }] }],
  [
    'axes that share a place, one over the other, or side by side, or in a corner, or shining through',
    {
      data: [{ y }, { y, yaxis: 'y2' }, { y, xaxis: 'x3', yaxis: 'y3' }, { y, xaxis: 'x4', yaxis: 'y4' }],
      layout: {
        xaxis: { domain: [0, 0.5] },
        yaxis2: { overlaying: 'y' },
        xaxis3: { domain: [0.5, 1] },
        xaxis4: { domain: [0.1, 0.2] },
        yaxis4: { domain: [0.1, 0.2] },
        shapes: [{ type: 'line', xref: 'x4 domain', yref: 'y3' }],
      },
    },
  ],
  [
    'grounds that shine through',
    { data: [{ y }, { y, yaxis: 'y2' }], layout: { plot_bgcolor: 'rgba(0,0,0,0)' } },
  ],
  ['names that begin with numbers', { data: [{ y: ['10 to 20', '20 to 30'] }] }],
  [
    'numbers on an axis of names',
    { data: [{ y: ['1,200', '900'] }], layout: { yaxis: { type: 'category' } } },
  ],
  ['a template with braces of its own', trace({ hovertemplate: '{%{y}}' })],
  [
    'dates and numbers by d3',
    {
      data: [{ x: ['2024-01-01', '2024-01-02', '2024-01-03'], y }],
      layout: { xaxis: { tickformat: '%d %b' }, yaxis: { tickformat: ',.0%' } },
    },
  ],
  [
    'an arrow of no width that is not drawn',
    layout({ annotations: [{ x: 0, y: 0, text: 'a', showarrow: false, arrowwidth: 0 }] }),
  ],
  ['names in two levels, of one value each', { data: [{ x: [['a'], ['b']], y: [1] }] }],
  ['numbers that choose from a scale', trace({ marker: { color: [255, 0, 12], showscale: true } })],
  ['edges of columns', { data: [{ type: 'heatmap', z: [[1, 2]], x: [0, 1, 2] }] }],
  ['places that continue', { data: [{ type: 'heatmap', z: [[1, 2, 3]], x: [0, 1] }] }],
  [
    'numbers next to 0 beside others, on a logarithmic axis, and one alone',
    {
      data: [
        { y: [5e-324, 1] },
        { y: [5e-324], xaxis: 'x2', yaxis: 'y2' },
        { y: [5e-324, 1e-320], yaxis: 'y3' },
      ],
      layout: {
        xaxis2: { domain: [0, 0.4] },
        yaxis2: { domain: [0, 0.4] },
        yaxis3: { type: 'log', overlaying: 'y' },
      },
    },
  ],
  [
    'hours of a day, and colours that are opaque or nearly so',
    {
      data: [
        {
          x: ['2024-01-01 10:00 - 11:00', '2024-01-02 11:00 - 12:00'],
          y: [1, 2],
          line: { color: 'rgba(31,119,180,255)' },
          fillcolor: 'rgba(31,119,180,0.9)',
        },
      ],
    },
  ],
  ['powers of ten', { data: [{ y }], layout: { yaxis: { type: 'log', range: [0, 3] } } }],
])('%s are no mistake', (_what, body) => {
  expect(toldOf(body)).toEqual([])
})
