/** Traces whose data does not fit together, or of which something is not drawn. */

import { test } from '@jest/globals'
import { isToldAt, type Slip, trace, y } from './mistake.ts'

const map = { type: 'scattermap', lat: [0], lon: [0] }
/** As many places as values, none above or beside another. */
const scattered = (count: number) => {
  const x = Array.from({ length: count }, (_, i) => i)
  return { x, y: x.map(i => (i * 37) % count), z: x }
}

test.each<Slip>([
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
    /700 × 700 cells, of which 700 have a value, and the rest may take too long to compute; bin/,
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
  [
    'more sizes than points',
    trace({ marker: { size: [1, 2, 3, 4] } }),
    'data[0].marker.size',
    /4 values for 3 points/,
  ],
  ['a list for each value', { data: [{ y: [[1], [2], [3]] }] }, 'data[0].y', /send one list/],
  ['a list in a list', { data: [{ y: [[1, 2, 3]] }] }, 'data[0].y', /contains 1 list, .* one trace for each/],
  [
    'a column of an array, packed',
    { data: [{ y: { dtype: 'i1', bdata: 'AQID', shape: '3, 1' } }] },
    'data[0].y',
    /contains 3 lists/,
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
    'degrees with letters',
    { data: [{ type: 'scattergeo', lat: ['48N'], lon: [11] }] },
    'data[0].lat[0]',
    /not a number of degrees/,
  ],
  [
    'a funnel of names',
    { data: [{ type: 'funnel', x: ['a', 'b'], y: [2, 1] }] },
    'data[0].x',
    /swap x and y/,
  ],
  [
    'texts on parallel axes',
    { data: [{ type: 'parcoords', dimensions: [{ values: ['a'] }] }] },
    'data[0].dimensions[0].values',
    /needs numbers/,
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
    /2 columns for 1 header/,
  ],
  [
    '"all" points selected',
    trace({ selectedpoints: 'all' }),
    'data[0].selectedpoints',
    /not an array of point numbers/,
  ],
  ['a line wider than any image', trace({ line: { width: 1e300 } }), 'data[0].line.width', /longer than any/],
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
    'links of no width',
    { data: [{ type: 'sankey', link: { source: [0], target: [1], value: [0] } }] },
    'data[0].link.value',
    /above 0/,
  ],
  [
    'a heat map of texts',
    { data: [{ type: 'heatmap', z: [['a', 'b']] }] },
    'data[0].z',
    /contains no number/,
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
    'a second axis that the layout does not have',
    { data: [{ y }, { y, yaxis: 'y2' }] },
    'data[1].yaxis',
    /hides the traces/,
  ],
  ['fill that is true', trace({ fill: true }), 'data[0].fill', /not one of none, tozeroy/],
  ['a dash that is none', trace({ line: { dash: 'dashed' } }), 'data[0].line.dash', /did you mean "dash"/],
  ['rows for sizes', trace({ marker: { size: [[1, 2], [3]] } }), 'data[0].marker.size', /contains an array/],
  [
    'nothing above 0 on a logarithmic axis',
    { data: [{ y: [-1, 0] }], layout: { yaxis: { type: 'log' } } },
    'data[0].y',
    /no number above 0/,
  ],
  ['lat and lon swapped', { data: [{ ...map, lat: [120], lon: [10] }] }, 'data[0].lat[0]', /swapped/],
  [
    'country codes of two letters',
    { data: [{ type: 'choropleth', locations: ['FR'], z: [1] }] },
    'data[0].locations[0]',
    /not a location/,
  ],
  [
    'a table row by row',
    { data: [{ type: 'table', header: { values: ['a', 'b'] }, cells: { values: [[1, 2]] } }] },
    'data[0].cells.values',
    /a list for each column/,
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
    /a single value/,
  ],
  [
    'a selected point that is none',
    trace({ selectedpoints: [0, 1e9] }),
    'data[0].selectedpoints[1]',
    /not a point number/,
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
    'errors along names',
    { data: [{ type: 'bar', x: ['a', 'b'], y: [1, 2], error_x: { value: 3 } }] },
    'data[0].error_x',
    /a numeric axis/,
  ],
  [
    'clusters of texts',
    { data: [{ type: 'scattermap', mode: 'text', text: 'a', lat: [1], lon: [1], cluster: { size: 20 } }] },
    'data[0].cluster',
    /applies to markers/,
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
  ['rows beside nothing', { data: [{ y: [[1], null] }] }, 'data[0].y', /mixes values and rows/],
  [
    'a name among the places of a contour',
    { data: [{ type: 'contour', z: [[1], [2], [3]], y: [0, 'text', 2] }] },
    'data[0].y',
    /a position for each column/,
  ],
  ['a begin that is a list', trace({ x0: [1] }), 'data[0].x0', /must be one value/],
  [
    'places beyond the pole, packed',
    { data: [{ ...map, lat: { dtype: 'i1', bdata: Buffer.from([100]).toString('base64') } }] },
    'data[0].lat[0]',
    /swapped/,
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
    /a position for each column/,
  ],
  [
    'contours through points of which each lacks something',
    { data: [{ type: 'contour', x: [1, null], y: [null, 1], z: [1, 2] }] },
    'data[0].z',
    /no number that has a position/,
  ],
  [
    'streams without a place',
    { data: [{ type: 'streamtube', x: [null, null], y: [1, 2], z: [1, 2], u: y, v: y, w: y }] },
    'data[0].x',
    /nothing but null; send positions/,
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
])('a trace that is not drawn as it was meant is told: %s', isToldAt)
