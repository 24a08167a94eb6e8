/** What would be drawn at another place, in another size or not at all, though each value is one that the library takes. */

import { describe, expect, test } from '@jest/globals'
import { readSubmission } from '../../../../src/domain/figure/submission.ts'

const x = [1, 2, 3]
const y = [4, 1, 7]
const days = ['2024-01-01', '2024-01-02', '2024-01-03']
const names = ['a', 'b', 'c']
const one = (trace: object, layout: object = {}) => ({ data: [trace], layout })
const noted = (data: object, annotation: object, layout: object = {}) =>
  one(data, { ...layout, annotations: [{ text: 'peak', ...annotation }] })
const pie = { type: 'pie', values: [1, 2] }
const bar = (members: object) => one({ type: 'bar', y, ...members })
const polar = (theta: readonly number[], members: object = {}) =>
  one({ type: 'scatterpolar', r: theta, theta, ...members })
const around = (steps: number, step: number) => Array.from({ length: steps }, (_, i) => i * step)
const scene = { type: 'scatter3d', x, y, z: y }
const titled = { xaxis: { title: { text: 'Time' } } }
const log = { yaxis: { type: 'log' } }
const square = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
  [0, 0],
]
const shapes = (coordinates: unknown, type = 'Polygon') => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', id: 'a', properties: {}, geometry: { type, coordinates } }],
})
const mapOf = (geojson: object, members: object = {}) =>
  one({ type: 'choropleth', locations: ['a'], z: [1], geojson, ...members })

const toldOf = (body: object) => readSubmission(Buffer.from(JSON.stringify(body))).warnings

describe('is told of', () => {
  test.each<[string, object, string, RegExp]>([
    [
      'an index among dates',
      noted({ x: days, y }, { x: 1, y: 4 }),
      'layout.annotations[0].x',
      /in 1970.*"2024/,
    ],
    ['an index of two digits', noted({ x: days, y }, { x: 10, y: 4 }), 'layout.annotations[0].x', /a year/],
    [
      'seconds among dates',
      noted({ x: days, y }, { x: 1704067200, y: 4 }),
      'layout.annotations[0].x',
      /1970/,
    ],
    [
      'a shape by index among dates',
      one({ x: days, y }, { shapes: [{ type: 'line', x0: 1, x1: 1, y0: 0, y1: 1, yref: 'paper' }] }),
      'layout.shapes[0].x0',
      /in 1970/,
    ],
    [
      'an image by index among dates',
      one(
        { x: days, y },
        { images: [{ source: 'data:,', x: 1, y: 4, sizex: 1, sizey: 1, xref: 'x', yref: 'y' }] },
      ),
      'layout.images[0].x',
      /in 1970/,
    ],
    [
      'a name that the axis lacks',
      noted({ x: names, y }, { x: 'z', y: 4 }),
      'layout.annotations[0].x',
      /the middle of the axis/,
    ],
    [
      'a date among names',
      noted({ x: names, y }, { x: days[0], y: 4 }),
      'layout.annotations[0].x',
      /the middle of the axis/,
    ],
    [
      'a date among numbers',
      noted({ x, y }, { x: days[0], y: 4 }),
      'layout.annotations[0].x',
      /send a number/,
    ],
    [
      'a value on a logarithmic axis',
      noted({ x, y: [1, 10, 1000] }, { x: 2, y: 500 }, log),
      'layout.annotations[0].y',
      /for 500 send 2\.699$/,
    ],
    [
      'pixels of a plot',
      noted({ x, y }, { xref: 'paper', yref: 'y domain', x: 150, y: 0.5 }),
      'layout.annotations[0].x',
      /"xref": "x"$/,
    ],
    ['two pies in one place', { data: [pie, pie] }, 'data[1]', /^covers data\[0\].*a domain/],
    [
      'pies in cells without a grid',
      { data: [pie, { ...pie, domain: { row: 0, column: 1 } }] },
      'data[1]',
      /covers/,
    ],
    [
      'pies without cells in a grid',
      { data: [pie, pie], layout: { grid: { columns: 2 } } },
      'data[1]',
      /covers/,
    ],
    [
      'two numbers in one place',
      { data: [1, 2].map(value => ({ type: 'indicator', value })) },
      'data[1]',
      /covers/,
    ],
    [
      'markers as large as their data',
      one({ x, y, mode: 'markers', marker: { size: [1e5, 2e5, 4e5] } }),
      'data[0].marker.size',
      /400000 pixels.*"sizeref": 10000$/,
    ],
    [
      'areas as large as their data',
      one({ x, y, mode: 'markers', marker: { size: [1e7, 8e6], sizemode: 'area' } }),
      'data[0].marker.size',
      /"sizeref": 13000$/,
    ],
    ['one size for all', one({ y, marker: { size: 5000 } }), 'data[0].marker.size', /a smaller size/],
    ['pixels of bars along dates', bar({ x: days, width: 20 }), 'data[0].width', /a day is 86400000$/],
    ['pixels of bars a numeric axis', bar({ x, width: 20 }), 'data[0].width', /not in pixels$/],
    ['pixels of bars of names', bar({ x: names, width: 20 }), 'data[0].width', /20 categories/],
    [
      'pixels of lying bars',
      bar({ x: y, y: x, orientation: 'h', width: 20 }),
      'data[0].width',
      /not in pixels$/,
    ],
    ['lengths with a unit', bar({ x: names, y: ['10 kg', '25 kg', '4 kg'] }), 'data[0].y[0]', /ticksuffix$/],
    ['angles in radians', polar(around(4, Math.PI / 2)), 'data[0].theta', /"thetaunit": "radians"$/],
    ['a closed line in radians', polar(around(9, Math.PI / 4)), 'data[0].theta', /"radians"$/],
    ['titles of axes beside a scene', one(scene, titled), 'layout.xaxis', /"scene": \{"xaxis": …\}$/],
    ['titles of axes beside a pie', one(pie, titled), 'layout.xaxis', /no trace has such an axis$/],
    [
      'a range of axes beside a polar plot',
      one({ type: 'scatterpolar', r: y, theta: x }, { yaxis: { range: [0, 10] } }),
      'layout.yaxis',
      /"radialaxis"/,
    ],
    [
      'a grid whose cells are empty',
      { data: [{ y }, { y: x }], layout: { grid: { rows: 1, columns: 2 } } },
      'layout.grid',
      /2 cells.*"x2"/,
    ],
    [
      'subplots with nothing but a gap',
      { data: [{ y }, { y, xaxis: 'x2' }], layout: { grid: { xaxes: ['x', 'x2'], yaxes: ['y'], xgap: 1 } } },
      'layout.grid.xgap',
      /leaves no room for the subplots/,
    ],
    [
      'a template without its layout',
      one({ y }, { template: { paper_bgcolor: 'black' } }),
      'layout.template.paper_bgcolor',
      /\{"layout": \{"paper_bgcolor": …\}\}$/,
    ],
    [
      'a trace of a template without brackets',
      one({ y }, { template: { data: { scatter: { mode: 'lines' } } } }),
      'layout.template.data.scatter',
      /brackets/,
    ],
    [
      'a shape that runs counterclockwise',
      mapOf(shapes([square])),
      'data[0].geojson.features[0].geometry.coordinates',
      /reverse/,
    ],
    [
      'shapes that run counterclockwise',
      mapOf(shapes([[square]], 'MultiPolygon')),
      'data[0].geojson.features[0].geometry.coordinates',
      /the whole globe except this shape/,
    ],
    [
      'days of a spreadsheet among dates',
      one({ x: [45292, 45293, 45294], y }, { xaxis: { type: 'date' } }),
      'data[0].x',
      /25569/,
    ],
    [
      'texts of a mode without texts',
      one({ y, mode: 'lines', texttemplate: '%{y}' }),
      'data[0].texttemplate',
      /"lines\+text"/,
    ],
    [
      'angles with their sign',
      one({ type: 'scatterpolar', r: [1, 2], theta: ['0°', '90°'] }),
      'data[0].theta[0]',
      /a name; send a number/,
    ],
    [
      'a side of other axes',
      one({ y }, { yaxis: { side: 'top' } }),
      'layout.yaxis.side',
      /"left" or "right"$/,
    ],
    [
      'an anchor of the same direction',
      { data: [{ y }, { y, yaxis: 'y2' }], layout: { yaxis2: { overlaying: 'y', anchor: 'y' } } },
      'layout.yaxis2.anchor',
      /such as "x"$/,
    ],
    [
      'percents in a format of shares',
      one({ y: [10, 90, 40] }, { yaxis: { tickformat: '.0%' } }),
      'layout.yaxis.tickformat',
      /^writes 90 as 9000%.*"ticksuffix": "%"/,
    ],
    [
      'percents of bars in a format of shares',
      one({ type: 'bar', x: names, y: [10, 90, 40] }, { yaxis: { tickformat: '.0%' } }),
      'layout.yaxis.tickformat',
      /^writes 90 as 9000%/,
    ],
    [
      'a camera far away',
      one({ type: 'surface', z: [y, x] }, { scene: { camera: { eye: { x: 45, y: 30, z: 10 } } } }),
      'layout.scene.camera.eye',
      /times the size of the scene/,
    ],
    [
      'two signs of percents',
      one({ y: [0.1, 0.9] }, { yaxis: { tickformat: '.0%', ticksuffix: '%' } }),
      'layout.yaxis.ticksuffix',
      /as %%; leave one of them out$/,
    ],
    ['slices of nothing', one({ ...pie, values: [0, 0] }), 'data[0].values', /^shows nothing/],
    [
      'boxes of fewer groups than values',
      one({ type: 'box', x: ['a', 'b'], y }),
      'data[0].y',
      /only 2 are drawn/,
    ],
    ['short dates', one({ x: ['1/31/24', '2/28/24', '3/31/24'], y }), 'data[0].x[0]', /drawn as a category/],
    [
      'months of a year',
      one({ x: ['2024/01', '2024/02', '2024/03'], y }),
      'data[0].x[0]',
      /drawn as a category/,
    ],
    [
      'moments of a calendar',
      one({ x: ['20240131T1200Z', '20240229T1200Z'], y: [1, 2] }),
      'data[0].x[0]',
      /drawn as a category/,
    ],
    [
      'a frame without brackets',
      { data: [{ y }], frames: [{ name: 'a', data: { y } }] },
      'frames[0].data',
      /brackets/,
    ],
    [
      'a colour axis that no trace names',
      one({ type: 'heatmap', z: [[1, 2]] }, { coloraxis: { colorscale: 'Reds' } }),
      'layout.coloraxis',
      /"coloraxis": "coloraxis" beside/,
    ],
  ])('%s', (_what, body, path, message) => {
    expect(toldOf(body)).toContainEqual({ path, message: expect.stringMatching(message) })
  })
})

describe('is no mistake:', () => {
  test.each<[string, object]>([
    [
      'a year, a date and milliseconds among dates',
      {
        data: [{ x: days, y }],
        layout: { annotations: [2024, days[1], 1704067200000].map(at => ({ x: at, y: 1, text: 'a' })) },
      },
    ],
    ['an index among dates of 1970', noted({ x: ['1970-01-01', '1970-01-02'], y: [1, 2] }, { x: 1, y: 4 })],
    [
      'pixels from an anchor',
      one(
        { x: days, y },
        {
          shapes: [{ type: 'rect', xsizemode: 'pixel', xanchor: days[0], x0: 0, x1: 9, y0: 0, y1: 1 }],
        },
      ),
    ],
    [
      'a name of the axis, and a place between names',
      {
        data: [{ x: names, y }],
        layout: { annotations: ['b', 0.5, '1'].map(at => ({ x: at, y: 1, text: 'a' })) },
      },
    ],
    [
      'a name of an axis that is followed',
      {
        data: [
          { x: names, y },
          { x: ['d'], y: [1], xaxis: 'x2' },
        ],
        layout: {
          grid: { columns: 2 },
          xaxis2: { matches: 'x' },
          annotations: [{ x: 'd', y: 1, text: 'a' }],
        },
      },
    ],
    ['a logarithm on a logarithmic axis', noted({ x, y: [1, 10, 1000] }, { x: 2, y: 2.7 }, log)],
    [
      'a shape on a logarithmic axis',
      one(
        { x, y: [1, 10, 1000] },
        {
          ...log,
          shapes: [{ type: 'line', x0: 0, x1: 1, xref: 'paper', y0: 500, y1: 500 }],
        },
      ),
    ],
    ['a note beside the plot', noted({ x, y }, { xref: 'paper', yref: 'paper', x: 1.2, y: -0.3 })],
    ['pies side by side', { data: [0, 1].map(at => ({ ...pie, domain: { x: [at / 2, at / 2 + 0.45] } })) }],
    ['a gap of a grid with a single cell', one({ y }, { grid: { rows: 1, columns: 1, xgap: 1 } })],
    [
      'pies in the cells of a grid',
      {
        data: [0, 1].map(column => ({ ...pie, domain: { row: 0, column } })),
        layout: { grid: { rows: 1, columns: 2 } },
      },
    ],
    ['a ring around a pie', { data: [pie, { ...pie, hole: 0.7 }] }],
    [
      'pies of which one is shown',
      {
        data: [pie, { ...pie, visible: false }],
      },
    ],
    [
      'a number in a ring, and a number in a gauge',
      {
        data: [
          { ...pie, hole: 0.7 },
          { type: 'indicator', value: 1 },
          { type: 'indicator', mode: 'gauge', value: 1 },
        ],
      },
    ],
    [
      'large markers, and those with a reference',
      {
        data: [
          { y, marker: { size: 300 } },
          { y, marker: { size: [1e6, 1e6, 1e6], sizeref: 1e5 } },
        ],
      },
    ],
    [
      'bars of a day, of a tenth and of half a name',
      {
        data: [
          { type: 'bar', x: days, y, width: 86_400_000, xaxis: 'x' },
          { type: 'bar', x: [0.1, 0.2, 0.3], y, width: 0.05, xaxis: 'x2' },
          { type: 'bar', x: names, y, width: 0.5, xaxis: 'x3' },
        ],
        layout: { xaxis2: { domain: [0, 0.4] }, xaxis3: { domain: [0.6, 1] }, xaxis: { domain: [0.4, 0.6] } },
      },
    ],
    ['names of bars that begin with numbers', bar({ x: y, y: ['10 kg', '25 kg', '4 kg'], orientation: 'h' })],
    ['angles in degrees', polar(around(8, 45))],
    ['small angles that go nowhere around', polar([0, 1, 2, 3, 4, 5])],
    ['angles that say their unit', polar(around(4, Math.PI / 2), { thetaunit: 'radians' })],
    [
      'hidden axes beside a pie',
      one(pie, { xaxis: { visible: false }, yaxis: { showgrid: false, title: { text: '' } } }),
    ],
    ['axes beside both', { data: [scene, { y, xaxis: 'x', yaxis: 'y' }], layout: titled }],
    [
      'axes for shapes beside a pie',
      one(pie, {
        xaxis: { range: [0, 1] },
        shapes: [{ type: 'line', x0: 0, x1: 1, y0: 0, y1: 1 }],
      }),
    ],
    [
      'a template with both parts, and none',
      one({ y }, { template: { layout: {}, data: { scatter: [{}] } } }),
    ],
    ['a shape that runs clockwise', mapOf(shapes([[...square].reverse()]))],
    [
      'either way on a map of tiles',
      one(
        { type: 'choroplethmap', locations: ['a'], z: [1], geojson: shapes([square]) },
        { map: { style: 'white-bg' } },
      ),
    ],
    ['moments of a minute', one({ x: [45292, 45812, 46111], y }, { xaxis: { type: 'date' } })],
    [
      'shares above one, and percents with their sign',
      {
        data: [{ y: [0.5, 3, 12] }, { y: [10, 90], yaxis: 'y2' }],
        layout: {
          yaxis: { tickformat: '.0%' },
          yaxis2: { overlaying: 'y', ticksuffix: '%', tickformat: '.0f' },
        },
      },
    ],
    [
      'bars as shares of their sum',
      one({ type: 'bar', x: names, y: [10, 90, 40] }, { barnorm: 'fraction', yaxis: { tickformat: '.0%' } }),
    ],
    [
      'a camera near by, and one without perspective',
      {
        data: [
          { type: 'surface', z: [y, x] },
          { type: 'surface', z: [y, x], scene: 'scene2' },
        ],
        layout: {
          scene: { domain: { x: [0, 0.5] }, camera: { eye: { x: 3, y: 3, z: 3 } } },
          scene2: {
            domain: { x: [0.5, 1] },
            camera: { projection: { type: 'orthographic' }, eye: { x: 30, y: 3, z: 3 } },
          },
        },
      },
    ],
    [
      'axes at their sides',
      {
        data: [{ y }, { y, yaxis: 'y2' }],
        layout: {
          xaxis: { side: 'top', anchor: 'y' },
          yaxis2: { overlaying: 'y', side: 'right', anchor: 'x' },
        },
      },
    ],
    [
      'a colour axis that a trace names',
      one({ type: 'heatmap', z: [[1, 2]], coloraxis: 'coloraxis' }, { coloraxis: {} }),
    ],
    ['boxes in groups', one({ type: 'box', x: ['a', 'b', 'b'], y })],
    ['ratios as names', one({ x: ['1/2', '3/4', '1/4'], y })],
  ])('%s', (_what, body) => {
    expect(toldOf(body)).toEqual([])
  })
})

test('half a megabyte at each tick is refused', () => {
  const prefixed = (length: number) => one({ y }, { xaxis: { tickprefix: 'a'.repeat(length) } })
  expect(() => toldOf(prefixed(600_000))).toThrow(
    expect.objectContaining({
      details: [
        { path: 'layout.xaxis.tickprefix', message: expect.stringMatching(/^is 600 KB at each tick/) },
      ],
    }),
  )
  expect(toldOf(prefixed(100_000))).toHaveLength(1)
})
