/** Small figures that take longer to draw than an image may: told when they are sent. */

import { expect, test } from '@jest/globals'
import { readSubmission } from '../../../../src/domain/figure/submission.ts'

type Figure = { readonly data: readonly object[]; readonly layout?: object }

const range = <T>(count: number, each: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => each(at))
const numbers = (count: number) => range(count, at => at)
const numbered = (name: string, at: number) => (at === 0 ? name : `${name}${at + 1}`)
const one = (trace: object, layout: object = {}): Figure => ({ data: [trace], layout })
const subplots = (count: number, trace: object, name: string, attribute: string = name): Figure => ({
  data: range(count, at => ({ ...trace, [attribute]: numbered(name, at) })),
})
const cells = (side: number) => {
  const [x, y, z] = [0, 1, 2].map(power => range(side ** 3, at => Math.floor(at / side ** power) % side))
  return { x, y, z, value: x, u: x, v: y, w: z }
}
const typed = (values: readonly number[], shape?: string) => ({
  dtype: 'f8',
  bdata: Buffer.from(Float64Array.from(values).buffer).toString('base64'),
  ...(shape && { shape }),
})
const curve = (count: number, power: number) => numbers(count).map(at => at ** power)
/** Numbers that hardly follow from each other. */
const scattered = (count: number, seed: number) => range(count, at => (Math.sin(at * seed) * 1e4) % 1)
/** A number for each cell that does not follow from that of its neighbours. */
const rough = (rows: number, columns: number) =>
  range(rows, row => range(columns, at => ((row * 7919 + at * 104729) ^ (row * at)) % 1009))
const formulas = (count: number) => range(count, at => `$x_{${at}}$`)
const names = (count: number) => range(count, at => `n${at}`)

/** Each for a number of its parts: with the first it is drawn in time, with the second it may not be. */
const cases: readonly [
  what: string,
  of: (count: number) => Figure,
  few: number,
  many: number,
  path: string,
][] = [
  [
    'pairs of axes',
    n => ({ data: range(n, at => ({ y: [1], xaxis: numbered('x', at), yaxis: numbered('y', at) })) }),
    200,
    400,
    'data[0]',
  ],
  [
    'gaps in an axis',
    n =>
      one(
        { x: ['2000-01-01', new Date(946684800000 + n * 86_400_000).toISOString().slice(0, 10)], y: [1, 2] },
        { xaxis: { rangebreaks: [{ bounds: [17, 9], pattern: 'hour' }] } },
      ),
    5_000,
    12_000,
    'layout.xaxis.rangebreaks',
  ],
  [
    'cells',
    n =>
      one({
        type: 'contour',
        ncontours: 200,
        z: rough(n, n),
      }),
    80,
    200,
    'data[0].z',
  ],
  [
    'cells',
    n => one({ type: 'contour', ncontours: 200, z: [range(n, () => 1), ...rough(n, n)] }),
    80,
    200,
    'data[0].z',
  ],
  [
    'cells',
    n => one({ type: 'contour', ncontours: 200, z: typed(rough(n, n).flat(), `${n},${n}`) }),
    80,
    200,
    'data[0].z',
  ],
  [
    'cells with labels',
    n =>
      one({
        type: 'contour',
        contours: { showlabels: true },
        z: range(n, row => range(n, at => ((row * 7919 + at * 104729) ^ (row * at)) % 1009)),
      }),
    30,
    80,
    'data[0].contours.showlabels',
  ],
  [
    'lines of a grid',
    n => one({ type: 'carpet', a: numbers(90), b: [0, 1], y: [], aaxis: { minorgridcount: n } }),
    3_000,
    9_000,
    'data[0].aaxis.minorgridcount',
  ],
  [
    'large markers',
    n => one({ type: 'scattergl', mode: 'markers', y: numbers(n), marker: { size: 2_000 } }),
    500,
    2_000,
    'data[0].marker.size',
  ],
  [
    'letters',
    n => one({ type: 'scattergl', mode: 'text', y: numbers(n), text: 'x', textfont: { size: 300 } }),
    1_000,
    4_000,
    'data[0].textfont.size',
  ],
  [
    'letters',
    n =>
      one({
        type: 'scatterpolargl',
        mode: 'markers+text',
        r: range(n / 100, at => at),
        text: range(n / 100, () => 'x'.repeat(100)),
      }),
    500_000,
    2_000_000,
    'data[0].text',
  ],
  [
    'large markers',
    n => one({ type: 'scatter3d', x: numbers(n), y: numbers(n), z: numbers(n), marker: { size: [900] } }),
    300,
    1_000,
    'data[0].marker.size',
  ],
  [
    'large markers',
    n => one({ type: 'densitymap', lat: numbers(n), lon: numbers(n), radius: 500 }),
    5_000,
    20_000,
    'data[0].radius',
  ],
  ['scenes', n => subplots(n, { type: 'scatter3d', x: [1], y: [1], z: [1] }, 'scene'), 60, 160, 'data[0]'],
  ['polar plots', n => subplots(n, { type: 'barpolar', r: [1] }, 'polar', 'subplot'), 300, 900, 'data[0]'],
  ['maps', n => subplots(n, { type: 'scattergeo', lat: [1], lon: [1] }, 'geo'), 60, 200, 'data[0]'],
  [
    'surface traces',
    n => ({
      data: range(n, () => ({
        type: 'surface',
        z: [
          [1, 2],
          [3, 4],
        ],
      })),
    }),
    10,
    30,
    'data[0]',
  ],
  ['colour bars', n => ({ data: range(n, () => ({ type: 'heatmap', z: [[1]] })) }), 100, 300, 'data[0]'],
  [
    'colour bars',
    n => ({ data: range(n, () => ({ y: [1], marker: { color: [1], showscale: true } })) }),
    100,
    300,
    'data[0].marker',
  ],
  [
    'mesh3d traces',
    n => ({ data: range(n, () => ({ type: 'mesh3d', x: [1], y: [1], z: [1] })) }),
    400,
    600,
    'data[0]',
  ],
  [
    'bins',
    n =>
      one({
        type: 'histogram2d',
        x: [0, n],
        y: [0, n],
        xbins: { size: 1 },
        ybins: { start: 0, end: n, size: 1 },
      }),
    2_000,
    6_000,
    'data[0].ybins',
  ],
  [
    'levels',
    n =>
      one({
        type: 'contour',
        z: [
          [1, 2],
          [3, 4],
        ],
        contours: { start: 0, end: n, size: 1, showlabels: true },
      }),
    100,
    500,
    'data[0].contours',
  ],
  [
    'surfaces',
    n => one({ type: 'isosurface', ...cells(10), surface: { count: n } }),
    20,
    100,
    'data[0].surface.count',
  ],
  ['tubes', n => one({ type: 'streamtube', ...cells(n) }), 15, 30, 'data[0]'],
  [
    'sectors',
    n => one({ type: 'sunburst', labels: names(n), parents: range(n, () => '') }),
    2_000,
    5_000,
    'data[0].labels',
  ],
  [
    'sectors',
    n => one({ type: 'treemap', labels: names(n), parents: range(n, () => '') }),
    2_000,
    5_000,
    'data[0].labels',
  ],
  [
    'sectors',
    n => one({ type: 'icicle', maxdepth: 2, labels: names(n), parents: range(n, at => (at ? 'n0' : '')) }),
    2_000,
    6_000,
    'data[0].labels',
  ],
  [
    'sectors in each other',
    n => one({ type: 'sunburst', labels: names(n), parents: range(n, at => (at ? `n${at - 1}` : '')) }),
    1_000,
    2_000,
    'data[0].labels',
  ],
  ['slices', n => one({ type: 'pie', labels: names(n) }), 1_000, 3_000, 'data[0].labels'],
  ['slices', n => one({ type: 'pie', labels: typed(numbers(n)) }), 1_000, 3_000, 'data[0].labels'],
  ['slices', n => one({ type: 'pie', values: typed(numbers(n)) }), 1_000, 3_000, 'data[0].values'],
  [
    'links',
    n =>
      one({
        type: 'sankey',
        link: { source: range(n, () => 0), target: range(n, at => at + 1), value: numbers(n) },
      }),
    1_000,
    3_000,
    'data[0].link',
  ],
  [
    'positions of other lines in a stack',
    n => ({ data: range(n, at => ({ x: range(100, x => x * n + at), y: numbers(100), stackgroup: 'one' })) }),
    50,
    100,
    'data[0]',
  ],
  [
    'dimensions',
    n => one({ type: 'splom', dimensions: range(n, () => ({ values: [1] })) }),
    40,
    80,
    'data[0].dimensions',
  ],
  [
    'dimensions',
    n => one({ type: 'splom', dimensions: range(n, () => ({ values: numbers(3_000) })) }),
    10,
    20,
    'data[0].dimensions',
  ],
  [
    'dimensions',
    n => one({ type: 'parcoords', dimensions: range(n, () => ({ values: [1, 2] })) }),
    60,
    300,
    'data[0].dimensions',
  ],
  ['texts of bars', n => one({ type: 'bar', y: numbers(n), text: names(n) }), 3_000, 9_000, 'data[0].text'],
  ['points', n => one({ mode: 'markers', x: numbers(n), y: numbers(n) }), 150_000, 300_000, 'data[0].x'],
  [
    'points',
    n => one({ mode: 'markers', y: numbers(n), marker: { size: numbers(n) } }),
    80_000,
    150_000,
    'data[0].y',
  ],
  ['points', n => one({ x: range(n, at => (at * 7919) % 1000), y: numbers(n) }), 20_000, 50_000, 'data[0].x'],
  [
    'points',
    n => one({ y: range(n, at => at % 3), line: { simplify: false } }),
    80_000,
    200_000,
    'data[0].y',
  ],
  [
    'points',
    n => one({ y: range(n, at => at % 3), line: { shape: 'spline' } }),
    100_000,
    300_000,
    'data[0].y',
  ],
  [
    'points',
    n =>
      one({
        type: 'scatterternary',
        mode: 'lines',
        a: range(n, at => at % 3),
        b: numbers(n),
        c: numbers(n),
      }),
    40_000,
    100_000,
    'data[0].a',
  ],
  [
    'points',
    n => one({ x: { dtype: 'i1', bdata: Buffer.from(range(n, at => (at * 37) % 100)).toString('base64') } }),
    20_000,
    50_000,
    'data[0].x',
  ],
  [
    'points',
    n =>
      one({ type: 'scatter3d', mode: 'text', x: numbers(n), y: numbers(n), z: numbers(n), text: names(n) }),
    500,
    1_000,
    'data[0].x',
  ],
  [
    'points',
    n => one({ type: 'scattermap', lon: numbers(n), lat: numbers(n) }),
    80_000,
    150_000,
    'data[0].lon',
  ],
  ['bars', n => one({ type: 'bar', y: numbers(n) }), 100_000, 150_000, 'data[0].y'],
  ['candles', n => one({ type: 'ohlc', close: numbers(n) }), 50_000, 80_000, 'data[0].close'],
  [
    'cells',
    n => one({ type: 'heatmap', z: range(n, () => numbers(n)), texttemplate: '%{z}' }),
    200,
    300,
    'data[0].z',
  ],
  [
    'steps of a density',
    n => one({ type: 'violin', y: numbers(n), bandwidth: 0.001 }),
    500,
    5_000,
    'data[0].bandwidth',
  ],
  [
    'formulas',
    n => one({ y: [1] }, { xaxis: { tickvals: numbers(n), ticktext: formulas(n) } }),
    300,
    700,
    'layout.xaxis.ticktext',
  ],
  [
    'formulas',
    n => one({ y: [1] }, { annotations: range(n, () => ({ text: `$${'x + '.repeat(250)}y$` })) }),
    50,
    200,
    'layout.annotations',
  ],
  [
    'ticks of a scene',
    n => one({ type: 'scatter3d', x: [0, n], y: [1], z: [1] }, { scene: { xaxis: { dtick: 1 } } }),
    200,
    500,
    'layout.scene.xaxis.dtick',
  ],
  [
    'ticks of a scene',
    n =>
      one(
        { type: 'mesh3d', x: [1], y: [1], z: [1] },
        { scene: { zaxis: { dtick: 0.5, range: [0, n / 2] } } },
      ),
    200,
    500,
    'layout.scene.zaxis.dtick',
  ],
  [
    'ticks of a scene',
    n =>
      one(
        { type: 'scatter3d', x: [1], y: [1], z: [1] },
        { scene: { xaxis: { type: 'log', dtick: 'D1', range: [0, n / 9] } } },
      ),
    200,
    500,
    'layout.scene.xaxis.dtick',
  ],
  [
    'ticks of a scene',
    n =>
      one(
        { type: 'scatter3d', x: [1, n], y: [1], z: [1] },
        { scene: { xaxis: { type: 'log', dtick: 'L1' } } },
      ),
    200,
    500,
    'layout.scene.xaxis.dtick',
  ],
  [
    'corners without triangles',
    n => one({ type: 'mesh3d', alphahull: 5, x: numbers(n), y: curve(n, 2), z: curve(n, 3) }),
    100,
    500,
    'data[0].x',
  ],
  [
    'corners without triangles',
    n => one({ type: 'mesh3d', alphahull: 5, x: scattered(n, 7), y: scattered(n, 11), z: scattered(n, 13) }),
    1_000,
    4_000,
    'data[0].x',
  ],
  [
    'corners without triangles',
    n => one({ type: 'mesh3d', x: numbers(n), y: curve(n, 2), z: curve(n, 3) }),
    1_000,
    4_000,
    'data[0].x',
  ],
  [
    'categories',
    n => one({ type: 'parcats', dimensions: range(2, () => ({ values: names(n) })) }),
    2_000,
    10_000,
    'data[0].dimensions',
  ],
  [
    'bins',
    n => ({
      data: range(n, () => ({ type: 'histogram', x: [0, 9_000], xbins: { start: 0, end: 9_000, size: 1 } })),
    }),
    10,
    50,
    'data[0].xbins',
  ],
  [
    'texts of bars',
    n => one({ type: 'bar', y: numbers(n), texttemplate: '%{y}' }),
    5_000,
    20_000,
    'data[0].texttemplate',
  ],
  [
    'labels of shapes',
    n => one({ y: [1] }, { shapes: range(n, () => ({ x0: 0, x1: 1, y0: 0, y1: 1, label: { text: 'a' } })) }),
    3_000,
    9_000,
    'layout.shapes',
  ],
  [
    'shapes in a legend',
    n => one({ y: [1] }, { shapes: range(n, () => ({ x0: 0, x1: 1, y0: 0, y1: 1, showlegend: true })) }),
    3_000,
    6_000,
    'layout.shapes',
  ],
  ['tubes', n => one({ type: 'streamtube', ...cells(12), maxdisplayed: n }), 1_000, 10_000, 'data[0]'],
  [
    'long texts',
    n =>
      one({
        type: 'scattermap',
        mode: 'text',
        lat: numbers(50),
        lon: numbers(50),
        text: range(50, () => 'a'.repeat(n)),
      }),
    1_000,
    10_000,
    'data[0].text',
  ],
  [
    'ticks of a scene',
    n => one({ type: 'scatter3d', x: [0, 1], y: [1], z: [1] }, { scene: { xaxis: { nticks: n } } }),
    200,
    1_000,
    'layout.scene.xaxis.nticks',
  ],
  [
    'ticks of a scene',
    n =>
      one(
        { type: 'scatter3d', x: names(n), y: numbers(n), z: numbers(n) },
        { scene: { xaxis: { dtick: 1 } } },
      ),
    200,
    500,
    'layout.scene.xaxis.dtick',
  ],
  [
    'ticks of a scene',
    n =>
      one({ type: 'scatter3d', x: [1], y: [1], z: [1] }, { scene: { zaxis: { tickprefix: 'a'.repeat(n) } } }),
    500,
    5_000,
    'layout.scene.zaxis',
  ],
  [
    'annotations in a scene',
    n =>
      one(
        { type: 'scatter3d', x: [1], y: [1], z: [1] },
        { scene: { annotations: range(n, () => ({ x: 1, y: 1, z: 1, text: 'a' })) } },
      ),
    1_000,
    2_000,
    'layout.scene.annotations',
  ],
  [
    'ticks',
    n => ({
      data: range(n, at => ({ y: [1], xaxis: numbered('x', at), yaxis: numbered('y', at) })),
      layout: { template: { layout: { xaxis: { nticks: 1_000 } } } },
    }),
    20,
    60,
    'layout.template.layout.xaxis.nticks',
  ],
  [
    'ticks',
    n => one({ y: numbers(n) }, { xaxis: { dtick: 1, ticksuffix: 'a'.repeat(1_000) } }),
    300,
    1_000,
    'layout.xaxis.dtick',
  ],
  [
    'ticks of colour bars',
    n => one({ type: 'heatmap', z: [[0, n]], colorbar: { dtick: 1, ticksuffix: 'a'.repeat(1_000) } }),
    300,
    1_000,
    'data[0].colorbar.dtick',
  ],
  [
    'layers of a map',
    n =>
      one(
        { type: 'scattermap', lat: [1], lon: [1] },
        {
          map: {
            style: 'white-bg',
            layers: range(n, () => ({
              sourcetype: 'geojson',
              source: { type: 'Point', coordinates: [1, 1] },
            })),
          },
        },
      ),
    300,
    600,
    'layout.map.layers',
  ],
  [
    'segments of lines',
    n => one({ type: 'scattergl', y: range(n, at => (at * 397) % 1009) }),
    20_000,
    60_000,
    'data[0].y',
  ],
  [
    'segments of wide lines',
    n =>
      one({ type: 'scattergl', mode: 'lines', y: range(n, at => (at * 397) % 1009), line: { width: 200 } }),
    300,
    2_000,
    'data[0].line.width',
  ],
  [
    'slices',
    n => one({ type: 'isosurface', ...cells(12), slices: { x: { show: true, locations: numbers(n) } } }),
    50,
    500,
    'data[0].slices.x.locations',
  ],
  [
    'levels',
    n =>
      one({
        type: 'surface',
        z: range(30, row => numbers(30).map(at => row + at)),
        contours: { z: { show: true, start: 0, end: 60, size: 60 / n } },
      }),
    2_000,
    9_900,
    'data[0].contours.z',
  ],
  [
    'long texts',
    n => one({ type: 'pie', values: numbers(300), texttemplate: 'a<br>'.repeat(n) }),
    200,
    1_000,
    'data[0].texttemplate',
  ],
  [
    'lines of a grid',
    n =>
      one({
        type: 'carpet',
        a: [0, 0, n, n],
        b: [0, 1, 0, 1],
        y: [0, 1, 2, 3],
        aaxis: { tickmode: 'linear', dtick: 1 },
      }),
    1_000,
    9_000,
    'data[0].aaxis.dtick',
  ],
  [
    'maps',
    n => ({
      ...subplots(n, { type: 'scattergeo', lon: [1], lat: [1] }, 'geo'),
      layout: { template: { layout: { geo: { resolution: 50, showcountries: true, showrivers: true } } } },
    }),
    25,
    60,
    'data[0]',
  ],
  [
    'annotations',
    n =>
      one(
        { y: [1] },
        {
          annotations: range(n, at => ({ x: at, y: at })),
          template: { layout: { annotationdefaults: { text: 'word '.repeat(3_000) } } },
        },
      ),
    100,
    300,
    'layout.annotations',
  ],
  [
    'annotations',
    n => one({ y: [1] }, { annotations: range(n, () => ({ text: 'word '.repeat(3_000) })) }),
    100,
    300,
    'layout.annotations',
  ],
  [
    'annotations',
    n => one({ y: [1] }, { annotations: range(n, () => ({ text: 'a' })) }),
    1_000,
    4_000,
    'layout.annotations',
  ],
  [
    'annotations',
    n =>
      one(
        { y: [1] },
        { template: { layout: { annotations: range(n, at => ({ name: `n${at}`, text: 'a' })) } } },
      ),
    1_000,
    4_000,
    'layout.template.layout.annotations',
  ],
  [
    'ticks of a scene',
    n =>
      one(
        { type: 'scatter3d', x: [0, n], y: [1], z: [1] },
        { template: { layout: { scene: { xaxis: { dtick: 1 } } } } },
      ),
    200,
    500,
    'layout.template.layout.scene.xaxis.dtick',
  ],
  [
    'ticks of a scene',
    n =>
      one(
        { type: 'scatter3d', x: [0, n], y: [1], z: [1] },
        { scene: { xaxis: { visible: true } }, template: { layout: { scene: { xaxis: { dtick: 1 } } } } },
      ),
    200,
    500,
    'layout.template.layout.scene.xaxis.dtick',
  ],
  [
    'surfaces',
    n =>
      one(
        { type: 'isosurface', ...cells(10) },
        { template: { data: { isosurface: [{ surface: { count: n } }] } } },
      ),
    20,
    100,
    'layout.template.data.isosurface[0].surface.count',
  ],
  [
    'points',
    n =>
      one({
        type: 'scattergeo',
        mode: 'lines',
        lon: scattered(n, 3).map(share => share * 180),
        lat: scattered(n, 11).map(share => share * 80),
      }),
    6_000,
    12_000,
    'data[0].lon',
  ],
  [
    'segments of wide lines',
    n =>
      one({
        type: 'scatter3d',
        mode: 'lines',
        ...{ x: scattered(n, 7), y: scattered(n, 11), z: scattered(n, 13) },
        line: { width: 100 },
      }),
    4_000,
    12_000,
    'data[0].line.width',
  ],
  ['points', n => one({ mode: 'text', y: numbers(n), texttemplate: '%{y}' }), 30_000, 60_000, 'data[0].y'],
  [
    'points',
    n =>
      one({ y: numbers(n) }, { template: { data: { scatter: [{ mode: 'text', texttemplate: '%{y}' }] } } }),
    30_000,
    60_000,
    'data[0].y',
  ],
  [
    'cells',
    n =>
      one(
        { type: 'heatmap', z: range(n, () => numbers(n)) },
        { template: { data: { heatmap: [{ texttemplate: '%{z}' }] } } },
      ),
    200,
    300,
    'data[0].z',
  ],
  [
    'long texts',
    n => one({ mode: 'text', y: numbers(n), texttemplate: '%{y:9999d}' }),
    800,
    2_000,
    'data[0].texttemplate',
  ],
  [
    'long texts',
    n => one({ type: 'bar', y: numbers(n), text: 'long '.repeat(1_000) }),
    2_000,
    4_000,
    'data[0].text',
  ],
  [
    'long texts',
    n =>
      one(
        { mode: 'text', y: numbers(n) },
        { template: { data: { scatter: [{ texttemplate: '%{y:9999d}' }] } } },
      ),
    800,
    2_000,
    'layout.template.data.scatter[0].texttemplate',
  ],
  [
    'dashes',
    n => ({ data: range(n, at => ({ y: [at, at], line: { dash: '0.01px' } })) }),
    50,
    200,
    'data[0].line.dash',
  ],
  [
    'dashes',
    n =>
      one(
        { y: [1, 2] },
        { shapes: range(n, () => ({ type: 'line', x0: 0, x1: 1, y0: 1, y1: 2, line: { dash: '0.005px' } })) },
      ),
    30,
    100,
    'layout.shapes[0].line.dash',
  ],
  [
    'places',
    n => one({ type: 'choropleth', z: numbers(n), locations: range(n, () => 'FRA') }),
    5_000,
    10_000,
    'data[0].locations',
  ],
  [
    'large markers',
    n =>
      one({
        type: 'splom',
        marker: { size: 60 },
        dimensions: range(8, () => ({ values: numbers(n) })),
      }),
    500,
    2_000,
    'data[0].marker.size',
  ],
  [
    'steps',
    n => one({ y: [1] }, { sliders: [{ steps: range(n, () => ({ method: 'skip' })) }] }),
    2_000,
    5_000,
    'layout.sliders[0].steps',
  ],
]

const warningsOf = (figure: Figure) => readSubmission(Buffer.from(JSON.stringify(figure))).warnings
const late = /take about .* to draw.*may not be made in time; send/

test.each(cases)('many %s are told of, with how many to send', (what, of, few, many, path) => {
  const told = (count: number) => warningsOf(of(count)).filter(({ message }) => late.test(message))
  expect(told(few)).toEqual([])
  expect(told(many)).toEqual([{ path, message: expect.stringContaining(` ${what} take about `) }])
})

test('what is never drawn in time is refused', () => {
  const sunburst = one({ type: 'sunburst', labels: names(50_000), parents: range(50_000, () => '') })
  expect(() => warningsOf(sunburst)).toThrow(
    expect.objectContaining({
      details: [
        { path: 'data[0].labels', message: expect.stringMatching(/50000 sectors.*send at most 3000$/) },
      ],
    }),
  )
})

test('parts that are quick alone are told of where together they are not', () => {
  const { data } = subplots(60, { type: 'scatter3d', x: [1], y: [1], z: [1] }, 'scene')
  const annotations = range(1_500, () => ({ text: 'a' }))
  expect(warningsOf({ data, layout: { annotations } })).toContainEqual({
    path: 'layout.annotations',
    message: expect.stringMatching(/1500 annotations take about 5\.. s to draw, the whole figure 11 s/),
  })
})

test('points that another type draws sooner are told its name', () => {
  const [told] = warningsOf(one({ mode: 'markers', y: numbers(400_000) }))
  expect(told?.message).toMatch(
    /^400000 points take about 15 s .* send at most 200000, or draw them as scattergl$/,
  )
})

test('many points of a line in order, and of traces that are hidden, are no matter', () => {
  const line = one({ x: numbers(400_000), y: numbers(400_000) })
  const hidden = one({ mode: 'markers', y: numbers(400_000), visible: 'legendonly' })
  expect([line, hidden].map(warningsOf)).toEqual([[], []])
})

test('many states, short texts, usual dashes and texts that are shown on hover are no matter', () => {
  const states = { type: 'choropleth', locationmode: 'USA-states', z: numbers(10_000) }
  const figures = [
    one({ ...states, locations: range(10_000, () => 'TX') }),
    one({ type: 'bar', y: numbers(4_000), texttemplate: '%{y:10.2f}' }),
    one({ type: 'bar', y: numbers(4_000), hovertemplate: '%{y:9999d}' }),
    one({ mode: 'markers', y: numbers(4_000), text: 'long '.repeat(1_000) }),
    { data: range(1_000, at => ({ y: [at, at], line: { dash: at % 2 ? 'dot' : '3px,2px' } })) },
    { data: range(1_000, at => ({ y: [at, at], line: { dash: '0' } })) },
    { data: range(200, at => ({ y: [at, at], line: { dash: '0.01px' }, visible: 'legendonly' })) },
  ]
  for (const figure of figures)
    expect(warningsOf(figure).filter(({ message }) => message.includes('take about'))).toEqual([])
})

test('lines that are stacked at the same positions, small sectors that are not shown, and links of many nodes are no matter', () => {
  const parents = range(20_000, at => (at < 100 ? '' : `n${at % 100}`))
  const ends = range(5_000, at => at % 50)
  const figures = [
    { data: range(100, () => ({ x: numbers(500), y: numbers(500), stackgroup: 'one' })) },
    { data: range(100, at => ({ x: range(100, x => x * 100 + at), y: numbers(100), stackgroup: `${at}` })) },
    one({ type: 'treemap', maxdepth: 1, labels: names(20_000), parents }),
    one({ type: 'sunburst', maxdepth: 2, level: 'n7', labels: names(20_000), parents }),
    one({ type: 'bar', y: numbers(5_000), text: typed(numbers(5_000)) }),
    one({ type: 'mesh3d', x: scattered(2_000, 7), y: scattered(2_000, 11), z: scattered(2_000, 13) }),
    one({ type: 'mesh3d', alphahull: 0, x: numbers(9_000), y: curve(9_000, 2), z: curve(9_000, 3) }),
    one({ type: 'pie', labels: range(200_000, at => `n${at % 5}`) }),
    one({
      type: 'sankey',
      link: { source: ends, target: ends.map((end, at) => 50 + ((end + at) % 50)), value: ends },
    }),
  ]
  for (const figure of figures)
    expect(warningsOf(figure).filter(({ message }) => message.includes('take about'))).toEqual([])
})

test('a line of WebGL that is rough beside its first values, but not beside all, is fast', () => {
  const drift = range(400_000, at => at / 1_000 + ((at * 397) % 1009) / 1009)
  for (const y of [drift, typed(drift)]) expect(warningsOf(one({ type: 'scattergl', y }))).toEqual([])
})

test('lines that end at the edge of a map, or do not reach it, are fast', () => {
  const lon = scattered(30_000, 3).map(share => share * 180)
  const lat = scattered(30_000, 11).map(share => share * 80)
  const lines = { type: 'scattergeo', mode: 'lines', lat }
  const pairs = one({ ...lines, lon: lon.map((each, at) => (at % 3 === 2 ? null : each)) })
  const near = one({ ...lines, lon: lon.map(each => each / 2.1) })
  expect([pairs, near].map(warningsOf)).toEqual([[], []])
})

test('texts in a typed array are as long as each of them', () => {
  expect(warningsOf(one({ type: 'bar', y: numbers(3_000), text: typed(numbers(3_000)) }))).toEqual([])
})

test('figures that may be drawn in time after all are not refused', () => {
  const line = one({ type: 'mesh3d', alphahull: 5, x: numbers(9_000), y: numbers(9_000), z: numbers(9_000) })
  const tubes = one({ type: 'streamtube', ...cells(12), maxdisplayed: 200_000 })
  for (const figure of [line, tubes])
    expect(warningsOf(figure).map(({ message }) => message)).toContainEqual(expect.stringMatching(late))
})

test('prices are no formulas', () => {
  const prices = range(4_000, at => `$${at}`)
  expect(warningsOf(one({ type: 'scatter', mode: 'text', y: numbers(4_000), text: prices }))).toEqual([])
})

test('words that repeat in a pie are one slice, and formulas that nobody sees are none', () => {
  const pie = one({ type: 'pie', labels: range(5_000, at => `n${at % 5}`) })
  const hovered = one({ type: 'scatter', mode: 'markers', y: numbers(2_000), text: formulas(2_000) })
  expect([pie, hovered].map(warningsOf)).toEqual([[], []])
})

test('gaps are not counted in an axis that is not of dates, or of which nothing is known', () => {
  const rangebreaks = [{ bounds: ['sat', 'mon'] }, { bounds: [17, 9], pattern: 'hour' }]
  for (const trace of [{ y: [1, 2] }, { x: [0, 1e300], y: [1, 2] }, { x: ['a', 'b'], y: [1, 2] }]) {
    const { warnings } = readSubmission(Buffer.from(JSON.stringify(one(trace, { xaxis: { rangebreaks } }))))
    expect(warnings.filter(({ message }) => message.includes('take about'))).toEqual([])
  }
})
