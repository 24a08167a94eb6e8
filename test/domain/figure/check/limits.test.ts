/** Where each limit lies: the last value of which nothing is told, and the next one. */

import { describe, expect, test } from '@jest/globals'
import { layout, numbersTo, square, toldOf, trace, y } from './mistake.ts'

/** A figure by a number, the last number that is taken, the first one that is not, and what is told of it. */
type Limit = readonly [
  what: string,
  of: (number: number) => object,
  last: number,
  first: number,
  path: string,
  message: RegExp,
]

function expectLimit(...[, of, last, first, path, message]: Limit): void {
  const toldAt = (number: number) =>
    toldOf(of(number)).filter(([, where, what]) => where === path && message.test(what)).length
  expect([toldAt(last), toldAt(first)]).toEqual([0, 1])
}

const days = ['2024-01-01', '2024-01-02', '2024-01-03']
const names = ['a', 'b', 'c']
const letters = (count: number) => 'x'.repeat(count)
const one = (members: object, layout: object = {}) => ({ data: [members], layout })
const dates = (axis: object, x: readonly unknown[] = days) => one({ x, y }, { xaxis: axis })
const bars = (members: object) => one({ type: 'bar', y, ...members })
/** As many places as values, none above or beside another. */
const scattered = (count: number) => {
  const x = numbersTo(count)
  return { x, y: x.map(at => (at * 37) % count), z: x }
}
const around = (count: number) => {
  const theta = numbersTo(count).map(at => (at * 2 * Math.PI) / count)
  return one({ type: 'scatterpolar', r: theta, theta })
}
const tileMap = (map: object) =>
  one({ type: 'scattermap', lat: [0], lon: [0] }, { map: { style: 'white-bg', ...map } })
const styled = (layers: readonly object[]) =>
  tileMap({
    style: {
      version: 8,
      sources: { s: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } },
      layers,
    },
  })
const labelled = (layout: object) => styled([{ id: 'l', type: 'symbol', source: 's', layout }])

describe('sizes of a figure', () => {
  test.each<Limit>([
    ['traces', n => ({ data: Array(n).fill({}) }), 2_000, 2_001, 'data', /traces are more/],
    [
      'points',
      n => trace({ y: { dtype: 'i1', bdata: Buffer.alloc(n).toString('base64') } }),
      2_000_000,
      2_000_001,
      'data',
      /points are more/,
    ],
    [
      'attributes',
      n => ({ data: [Object.fromEntries(numbersTo(n).map(at => [`_${at}`, 1]))] }),
      2_000,
      2_001,
      'data[0]',
      /attributes, more than/,
    ],
    [
      'annotations',
      n => layout({ annotations: Array(n).fill({}) }),
      10_000,
      10_001,
      'layout.annotations',
      /are more/,
    ],
    [
      'frames',
      n => ({ data: [{ y }], frames: Array(n).fill({}) }),
      10_000,
      10_001,
      'frames',
      /frames are more/,
    ],
    [
      'traces that a frame may change',
      n => ({ data: [{ y }], frames: [{ traces: [n], data: [{ y }] }] }),
      0,
      1,
      'frames[0].data[0]',
      /there is no data\[1\]/,
    ],
    [
      'letters',
      n => layout({ title: { text: letters(n) } }),
      19_998,
      19_999,
      'layout.title.text',
      /than an image shows/,
    ],
    [
      'letters at each tick',
      n => layout({ xaxis: { tickprefix: letters(n) } }),
      499_998,
      499_999,
      'layout.xaxis.tickprefix',
      /at each tick/,
    ],
    [
      'letters of numbers',
      n => layout({ yaxis: { tickformat: `${n}d` } }),
      9_999,
      10_000,
      'layout.yaxis.tickformat',
      /wider/,
    ],
    [
      'ticks',
      n => layout({ xaxis: { nticks: n } }),
      10_000,
      10_001,
      'layout.xaxis.nticks',
      /more than can be drawn/,
    ],
    [
      'ticks at places',
      n => layout({ xaxis: { tickvals: numbersTo(n) } }),
      10_000,
      10_001,
      'layout.xaxis.tickvals',
      /more than can be drawn/,
    ],
    [
      'steps that are drawn',
      n => layout({ xaxis: { dtick: 1, range: [0, n] } }),
      1_000,
      1_001,
      'layout.xaxis.dtick',
      /of which 1000 are drawn/,
    ],
    [
      'steps',
      n => layout({ xaxis: { dtick: 1, range: [0, n] } }),
      10_000,
      10_001,
      'layout.xaxis.dtick',
      /steps, more than 10000/,
    ],
    [
      'ticks of parallel axes',
      n => trace({ type: 'parcoords', dimensions: [{ values: [1, 2], tickvals: numbersTo(n) }] }),
      4_000,
      4_001,
      'data[0].dimensions',
      /ticks are drawn one by one/,
    ],
    [
      'rows of a grid',
      n => layout({ grid: { rows: n, columns: 100 } }),
      100,
      101,
      'layout.grid',
      /subplots are more/,
    ],
    ['pixels', n => layout({ width: n, height: 40 }), 1_000_000, 1_000_001, 'layout.width', /million pixels/],
    [
      'margins',
      n => layout({ width: 1_000, margin: { l: n, r: 0 } }),
      950,
      951,
      'layout.margin',
      /leaves no room/,
    ],
    [
      'a margin',
      n => layout({ margin: { l: n } }),
      40_000_000,
      40_000_001,
      'layout.margin.l',
      /longer than any image/,
    ],
    [
      'a font',
      n => layout({ font: { size: n } }),
      40_000_000,
      40_000_001,
      'layout.font.size',
      /longer than any image/,
    ],
    [
      'a line',
      n => trace({ line: { width: n } }),
      40_000_000,
      40_000_001,
      'data[0].line.width',
      /longer than any image/,
    ],
  ])('%s', expectLimit)
})

describe('what is drawn', () => {
  test.each<Limit>([
    [
      'markers',
      n => trace({ mode: 'markers', marker: { size: n } }),
      900,
      901,
      'data[0].marker.size',
      /cover the plot/,
    ],
    [
      'areas of markers',
      n => trace({ mode: 'markers', marker: { size: [n, n, n], sizemode: 'area' } }),
      405_000,
      406_000,
      'data[0].marker.size',
      /cover the plot/,
    ],
    ['bars of dates', n => bars({ x: days, width: n }), 8_640, 8_639, 'data[0].width', /too narrow/],
    [
      'bars of numbers',
      n => bars({ x: [1, 2, 3], width: n }),
      2,
      3,
      'data[0].width',
      /wider than the distance/,
    ],
    ['bars of names', n => bars({ x: names, width: n }), 2, 3, 'data[0].width', /as wide as 3 categories/],
    [
      'arrows',
      n => layout({ annotations: [{ x: 0, y: 1, ax: n, ay: 0, text: 'a' }] }),
      5,
      4,
      'layout.annotations[0].ax',
      /pixels long/,
    ],
    [
      'nodes',
      n => one({ type: 'sankey', link: { source: [0], target: [n], value: [1] } }),
      9_999,
      10_000,
      'data[0].link.target[0]',
      /is not a node/,
    ],
    [
      'surfaces through cells',
      n => one({ type: 'isosurface', value: numbersTo(10_000), surface: { count: n } }),
      5_000,
      5_001,
      'data[0].surface.count',
      /surfaces through 10000 cells/,
    ],
    [
      'pieces of streams',
      n => one({ type: 'streamtube', x: [0], y: [0], z: [0], u: [1], v: [0], w: [0], maxdisplayed: n }),
      200_000,
      200_001,
      'data[0].maxdisplayed',
      /send at most/,
    ],
    [
      'sizes of cones',
      n => one({ type: 'cone', x: [0], y: [0], z: [0], u: [1], v: [0], w: [0], sizeref: n }),
      1e60,
      2e60,
      'data[0].sizeref',
      /send at most/,
    ],
    [
      'lengths of cones',
      n => one({ type: 'cone', x: [0], y: [0], z: [0], u: [1], v: [-n], w: [0] }),
      1e60,
      2e60,
      'data[0].v',
      /length that cannot be drawn/,
    ],
    [
      'cells between contours',
      n => one({ type: 'contour', ...scattered(n) }),
      632,
      633,
      'data[0].z',
      /may take too long/,
    ],
    [
      'more of them',
      n => one({ type: 'contour', ...scattered(n) }),
      2_000,
      2_001,
      'data[0].z',
      /cannot be computed/,
    ],
    ['cells', n => one({ type: 'heatmap', ...scattered(n) }), 5_000, 5_001, 'data[0].z', /cannot be drawn/],
    [
      'a camera',
      n => one({ type: 'surface', z: square }, { scene: { camera: { eye: { x: n, y: 0, z: 0 } } } }),
      20,
      21,
      'layout.scene.camera.eye',
      /hardly visible/,
    ],
    [
      'a map',
      n => one({ type: 'scattergeo', lat: [0], lon: [0] }, { geo: { projection: { scale: n } } }),
      1_000_000,
      1_000_001,
      'layout.geo.projection.scale',
      /can be enlarged/,
    ],
    [
      'the centre of a map',
      n => tileMap({ center: { lat: n, lon: 0 } }),
      90,
      91,
      'layout.map.center.lat',
      /beyond the poles/,
    ],
    [
      'the edge of a map',
      n => tileMap({ bounds: { west: 0, east: 1, south: n, north: 0 } }),
      -90,
      -91,
      'layout.map.bounds.south',
      /beyond the poles/,
    ],
    [
      'layers of a map',
      n => styled(Array(n).fill({})),
      1_000,
      1_001,
      'layout.map.style.layers',
      /layers are more/,
    ],
    [
      'labels along a line',
      n => labelled({ 'symbol-spacing': n }),
      10,
      9,
      'layout.map.style.layers[0].layout["symbol-spacing"]',
      /may not be placed in time/,
    ],
    [
      'letters of a label',
      n => labelled({ 'text-field': letters(n) }),
      20_000,
      20_001,
      'layout.map.style.layers[0].layout["text-field"]',
      /than an image shows/,
    ],
    [
      'an area that may be the rest of the globe',
      n =>
        one({
          type: 'choropleth',
          locations: ['a'],
          z: [1],
          geojson: {
            type: 'FeatureCollection',
            features: [
              {
                type: 'Feature',
                id: 'a',
                properties: {},
                geometry: {
                  type: 'Polygon',
                  coordinates: [
                    [
                      [0, 0],
                      [n, 0],
                      [n, 10],
                      [0, 10],
                      [0, 0],
                    ],
                  ],
                },
              },
            ],
          },
        }),
      121,
      120,
      'data[0].geojson.features[0].geometry.coordinates',
      /reverse/,
    ],
  ])('%s', expectLimit)
})

describe('what positions mean', () => {
  const log = { yaxis: { type: 'log' } }
  const noted = (annotation: object, trace: object, more: object = {}) =>
    one(trace, { ...more, annotations: [{ text: 'a', ...annotation }] })
  const shares = (to: number) => one({ y: [0, to] }, { yaxis: { tickformat: '.0%' } })

  test.each<Limit>([
    [
      'above the data',
      n => layout({ yaxis: { range: [n, 20] } }),
      7,
      8,
      'layout.yaxis.range',
      /none of the data/,
    ],
    [
      'below the data',
      n => layout({ yaxis: { range: [-9, n] } }),
      1,
      0,
      'layout.yaxis.range',
      /none of the data/,
    ],
    [
      'after the names',
      n => dates({ range: [n, 9] }, names),
      3,
      4,
      'layout.xaxis.range',
      /none of the categories/,
    ],
    [
      'before the names',
      n => dates({ range: [-9, n] }, names),
      -1,
      -2,
      'layout.xaxis.range',
      /none of the categories/,
    ],
    [
      'beside the plot',
      n => noted({ x: n, xref: 'paper', y: 1 }, { y }),
      -4,
      -4.5,
      'layout.annotations[0].x',
      /outside the image/,
    ],
    [
      'powers of ten',
      n => noted({ x: 0, y: n }, { y: [1, 10, 1000] }, log),
      6,
      7,
      'layout.annotations[0].y',
      /power of ten/,
    ],
    [
      'values that may be powers of ten',
      n => noted({ x: 0, y: n }, { y: [1, 10, 1000] }, log),
      2_001,
      2_000,
      'layout.annotations[0].y',
      /power of ten/,
    ],
    ['shares', shares, 19, 20, 'layout.yaxis.tickformat', /percentages already/],
    ['percents', shares, 101, 100, 'layout.yaxis.tickformat', /percentages already/],
    [
      'hours',
      n => dates({ rangebreaks: [{ bounds: [0, n] }] }),
      25,
      24,
      'layout.xaxis.rangebreaks[0].bounds',
      /"pattern": "hour"/,
    ],
    [
      'the first day of a spreadsheet',
      n => dates({ type: 'date' }, [n, n + 1, n + 2]),
      30_000,
      30_001,
      'data[0].x',
      /25569/,
    ],
    ['the last one', n => dates({ type: 'date' }, [n, n + 1, n + 2]), 59_998, 59_997, 'data[0].x', /25569/],
    ['a short period', n => trace({ x: days, xperiod: n }), 1, 0.5, 'data[0].xperiod', /is not a length/],
    [
      'a long period',
      n => trace({ x: days, xperiod: n }),
      315_576_000_000_000,
      315_576_000_000_001,
      'data[0].xperiod',
      /is not a length/,
    ],
    ['few angles in radians', around, 3, 4, 'data[0].theta', /"radians"/],
    ['many angles in radians', around, 10_001, 10_000, 'data[0].theta', /"radians"/],
    [
      'rows of a grid',
      n => one({ type: 'pie', values: [1], domain: { row: n } }, { grid: { rows: 2, columns: 1 } }),
      1,
      2,
      'data[0].domain.row',
      /is not a row of the grid/,
    ],
    [
      'axes of a grid',
      n => ({ data: [{ y }, { y, xaxis: `x${n}` }], layout: { grid: { rows: 1, columns: 2 } } }),
      2,
      3,
      'data[1].xaxis',
      /is not in the grid/,
    ],
  ])('%s', expectLimit)
})

test('no more than a hundred warnings are told', () => {
  const unknown = Object.fromEntries(numbersTo(150).map(at => [`unknown${at}`, 1]))
  expect(toldOf(trace(unknown))).toHaveLength(100)
})
