/** Estimates of how long the parts of a figure take to draw: close to what was measured of the same figures. */

import { describe, expect, test } from '@jest/globals'
import { estimateWork } from '../../../../src/domain/figure/check/costs/workload.ts'
import { estimatedFigure } from '../../../../src/domain/figure/check/figure.ts'
import { Findings } from '../../../../src/domain/figure/check/findings.ts'
import { readTree } from '../../../../src/domain/figure/tree/build.ts'
import { numbersTo } from './mistake.ts'

/** The part that takes the longest, a figure, and the seconds that were measured. */
type Measured = readonly [part: string, figure: object, seconds: number]

function expectMeasured(...[part, figure, seconds]: Measured): void {
  const { tree } = readTree(Buffer.from(JSON.stringify(figure)))
  const { max } = estimateWork(estimatedFigure(new Findings(tree)))!
  expect(`${max.count} ${max.what}`).toBe(part)
  // Measurements of one figure differ by as much.
  expect(max.ms / 1000 / seconds).toBeGreaterThan(0.8)
  expect(max.ms / 1000 / seconds).toBeLessThan(1.25)
}

const range = <T>(count: number, each: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => each(at))
const numbered = (name: string, at: number) => (at === 0 ? name : `${name}${at + 1}`)
const one = (trace: object, layout: object = {}) => ({ data: [trace], layout })
const many = (count: number, trace: object) => ({ data: Array(count).fill(trace) })
const subplots = (count: number, trace: object, name: string, attribute = name, layout: object = {}) => ({
  data: range(count, at => ({ ...trace, [attribute]: numbered(name, at) })),
  layout,
})
const drawn = (layout: object) => one({ y: [1] }, layout)
const names = (count: number) => range(count, at => `n${at}`)
const letters = (count: number) => 'a'.repeat(count)
const formula = (terms: number) => ({ text: `$${'x + '.repeat(terms)}y$` })

/** Numbers from 0 to 1 that do not follow from each other, the same in each run. */
function noise(count: number, seed = 1): number[] {
  let state = seed
  return range(count, () => {
    state = (state * 16_807) % 2_147_483_647
    return Math.round((state / 2_147_483_647) * 1e6) / 1e6
  })
}
const noisy = (rows: number, columns: number) => range(rows, row => noise(columns, row * 7_919 + 17))
const inSpace = (count: number) => ({ x: noise(count, 3), y: noise(count, 5), z: noise(count, 7) })
const curve = (count: number) => ({
  x: numbersTo(count),
  y: numbersTo(count).map(at => at ** 2),
  z: numbersTo(count).map(at => at ** 3),
})
const line3d = (count: number) => ({ x: numbersTo(count), y: numbersTo(count), z: numbersTo(count) })
const globe = (count: number) => ({ lon: numbersTo(count), lat: numbersTo(count) })

describe('traces', () => {
  test.each<Measured>([
    ['20 surface traces', many(20, { type: 'surface' }), 6.9],
    ['40 densitymap traces', many(40, { type: 'densitymap' }), 2.7],
    ['300 scattermap traces', many(300, { type: 'scattermap' }), 13.6],
    ['400 mesh3d traces', many(400, { type: 'mesh3d' }), 6.7],
    ['400 scatter3d traces', many(400, { type: 'scatter3d' }), 5.3],
    ['400 streamtube traces', many(400, { type: 'streamtube', showscale: false }), 5.3],
    ['800 cone traces', many(800, { type: 'cone', showscale: false }), 8.9],
    ['1000 violin traces', many(1_000, { type: 'violin' }), 6.2],
    ['1000 indicator traces', many(1_000, { type: 'indicator' }), 5.9],
    ['1000 pie traces', many(1_000, { type: 'pie' }), 5.7],
    ['800 scattergl traces', many(800, { type: 'scattergl' }), 3.5],
    ['1500 scatter traces', many(1_500, {}), 3.6],
  ])('%s', expectMeasured)
})

describe('subplots', () => {
  const details = {
    resolution: 50,
    showcountries: true,
    showrivers: true,
    showlakes: true,
    showsubunits: true,
  }
  test.each<Measured>([
    [
      '300 pairs of axes',
      { data: range(300, at => ({ y: [1], xaxis: numbered('x', at), yaxis: numbered('y', at) })) },
      6.6,
    ],
    ['100 scenes', subplots(100, { type: 'scatter3d' }, 'scene'), 7.3],
    ['600 polar plots', subplots(600, { type: 'barpolar' }, 'polar', 'subplot'), 6.8],
    ['600 ternary plots', subplots(600, { type: 'scatterternary' }, 'ternary', 'subplot'), 10.3],
    ['1000 Smith charts', subplots(1_000, { type: 'scattersmith' }, 'smith', 'subplot'), 7.9],
    ['150 maps', subplots(150, { type: 'scattergeo' }, 'geo'), 8.9],
    ['30 maps', subplots(30, { type: 'scattermap' }, 'map', 'subplot'), 5.1],
    [
      '20 maps',
      subplots(20, { type: 'scattergeo' }, 'geo', 'geo', { template: { layout: { geo: details } } }),
      6.5,
    ],
  ])('%s', expectMeasured)
})

describe('parts that traces make of their data', () => {
  const square = [
    [1, 2],
    [3, 4],
  ]
  const rooted = (parents: readonly string[]) => ({ labels: names(parents.length), parents })
  const flat = rooted(range(4_000, () => ''))
  const links = (source: number[], target: number[]) => one({ type: 'sankey', link: { source, target } })
  const bins = (count: number) => ({ start: 0, end: count, size: 1 })
  const binned = (type: string, count: number) =>
    one({ type, x: [0, count], y: [0, count], xbins: bins(count), ybins: bins(count) })
  const levels = (count: number, side: number, more: object = {}) =>
    one({
      type: 'surface',
      z: range(side, row => range(side, at => row + at)),
      contours: { z: { show: true, ...bins(count), ...more } },
    })

  test.each<Measured>([
    ['2000 slices', one({ type: 'pie', labels: names(2_000) }), 8.6],
    ['4000 slices', one({ type: 'funnelarea', labels: names(4_000) }), 6.9],
    ['4000 sectors', one({ type: 'sunburst', ...flat }), 8.4],
    ['4000 sectors', one({ type: 'icicle', ...flat }), 6.4],
    ['4000 sectors', one({ type: 'treemap', ...flat }), 8.3],
    [
      '4000 sectors',
      one({
        type: 'treemap',
        ...rooted(range(4_000, at => (at === 0 ? '' : `n${Math.floor((at - 1) / 20)}`))),
      }),
      2.2,
    ],
    ['40 dimensions', one({ type: 'splom', dimensions: Array(40).fill({ values: [1, 2, 3] }) }), 5.7],
    ['160 dimensions', one({ type: 'parcoords', dimensions: Array(160).fill({ values: [1] }) }), 4.9],
    ['320 dimensions', one({ type: 'parcoords', dimensions: Array(320).fill({ values: [1] }) }), 12],
    ['1000 dimensions', one({ type: 'parcats', dimensions: Array(1_000).fill({ values: [1] }) }), 3.5],
    ['4000 categories', one({ type: 'parcats', dimensions: Array(2).fill({ values: names(2_000) }) }), 2.5],
    ['12000 categories', one({ type: 'parcats', dimensions: Array(2).fill({ values: names(6_000) }) }), 6.6],
    ['9000 bins', one({ type: 'histogram', x: [0, 9_000], xbins: bins(9_000) }), 0.31],
    ['4000000 bins', binned('histogram2d', 2_000), 2.2],
    ['1000000 bins', binned('histogram2dcontour', 1_000), 3.1],
    [
      '45000 lines of a grid',
      one({ type: 'carpet', a: numbersTo(90), b: [0, 1], aaxis: { minorgridcount: 500 } }),
      0.8,
    ],
    [
      '5000 lines of a grid',
      one({ type: 'carpet', a: numbersTo(50), b: numbersTo(10), baxis: { minorgridcount: 500 } }),
      0.8,
    ],
    ['3000 lines of a grid', one({ type: 'carpet', a: [0, 3_000], b: [0, 1], aaxis: { dtick: 1 } }), 3.6],
    ['1000 links', links(Array(1_000).fill(0), numbersTo(1_001).slice(1)), 1.7],
    ['2000 links', links(numbersTo(2_001).slice(1), Array(2_000).fill(0)), 5.7],
    [
      '20000 links',
      links(
        range(20_000, at => at % 200),
        range(20_000, at => 200 + Math.floor(at / 100)),
      ),
      6.2,
    ],
    ['800 levels', one({ type: 'contour', z: square, contours: bins(800) }), 3.3],
    ['200 levels', one({ type: 'contour', z: square, contours: { ...bins(200), showlabels: true } }), 4.6],
    ['10000 cells', one({ type: 'contour', ncontours: 100, z: noisy(100, 100) }), 2.4],
    [
      '400 cells with labels',
      one({ type: 'contour', contours: { showlabels: true }, z: noisy(20, 20) }),
      1.2,
    ],
    ['20000 corners without triangles', one({ type: 'mesh3d', ...inSpace(20_000) }), 5.5],
    ['3000 corners without triangles', one({ type: 'mesh3d', ...curve(3_000) }), 10],
    ['2900 corners without triangles', one({ type: 'mesh3d', alphahull: 5, ...inSpace(2_900) }), 10],
    ['300 corners without triangles', one({ type: 'mesh3d', alphahull: 5, ...curve(300) }), 7.8],
    ['500 corners without triangles', one({ type: 'mesh3d', alphahull: 5, ...curve(500) }), 23.5],
    ['20000 corners without triangles', one({ type: 'mesh3d', alphahull: 0, ...inSpace(20_000) }), 0.6],
    ['3 surfaces', one({ type: 'isosurface', value: numbersTo(64_000), surface: { count: 3 } }), 2.9],
    ['3 surfaces', one({ type: 'volume', value: numbersTo(216_000), surface: { count: 3 } }), 6.1],
    [
      '200 slices',
      one({
        type: 'isosurface',
        value: numbersTo(1_728),
        slices: { y: { show: true, locations: numbersTo(200) } },
      }),
      5.7,
    ],
    ['3000 levels', levels(3_000, 30), 2.3],
    ['1000 levels', levels(1_000, 60), 1.8],
    ['1000 levels', levels(1_000, 30, { project: { z: true } }), 1.6],
    ['150 tubes', one({ type: 'streamtube', starts: { x: numbersTo(150) } }), 3.6],
    ['60000000 steps of a density', one({ type: 'violin', y: numbersTo(2_000), bandwidth: 1e-4 }), 8.6],
    ['5000 texts of bars', one({ type: 'bar', y: numbersTo(5_000), text: names(5_000) }), 5.3],
    ['8000 texts of bars', one({ type: 'waterfall', y: numbersTo(8_000), texttemplate: '%{y}' }), 5.2],
    [
      '245000 positions of other lines in a stack',
      { data: range(50, at => ({ x: range(100, x => x * 50 + at), stackgroup: 'a' })) },
      3.5,
    ],
  ])('%s', expectMeasured)
})

describe('points', () => {
  const texts = (count: number) => ({ mode: 'text', text: names(count) })
  const coloured = (count: number) => ({ mode: 'markers', marker: { color: numbersTo(count) } })
  test.each<Measured>([
    ['400000 points', one({ mode: 'markers', y: numbersTo(400_000) }), 14.5],
    ['100000 points', one({ y: numbersTo(100_000), ...coloured(100_000) }), 8],
    ['20000 points', one({ y: numbersTo(20_000), ...texts(20_000) }), 4.6],
    [
      '100000 points',
      one({ mode: 'markers', y: numbersTo(100_000), error_y: { array: numbersTo(100_000) } }),
      9,
    ],
    ['50000 points', one({ x: range(50_000, at => (at * 7_919) % 1_000) }), 15.7],
    [
      '50000 points',
      one({
        type: 'scatterternary',
        a: range(50_000, at => at % 3),
        b: numbersTo(50_000),
        c: numbersTo(50_000),
      }),
      4,
    ],
    [
      '10000 points',
      one({
        type: 'scattergeo',
        mode: 'lines',
        lon: noise(10_000).map(share => Math.floor(share * 360) - 180),
        lat: numbersTo(10_000),
      }),
      2.7,
    ],
    ['500000 points', one({ type: 'scattergl', mode: 'markers', y: numbersTo(500_000) }), 7.1],
    ['300000 points', one({ type: 'scattergl', y: numbersTo(300_000), ...coloured(300_000) }), 8.2],
    ['5000 points', one({ type: 'scatterpolargl', r: numbersTo(5_000), ...texts(5_000) }), 1.9],
    ['300000 points', one({ type: 'scattergl', y: numbersTo(300_000) }), 1.7],
    ['300000 points', one({ type: 'scatter3d', mode: 'markers', ...line3d(300_000) }), 25.7],
    ['100000 points', one({ type: 'scatter3d', ...line3d(100_000), ...coloured(100_000) }), 14.4],
    ['2000 points', one({ type: 'scatter3d', ...line3d(2_000), ...texts(2_000) }), 22.5],
    ['300000 points', one({ type: 'scatter3d', mode: 'lines', ...line3d(300_000) }), 21.5],
    ['300000 points', one({ type: 'scattermap', ...globe(300_000) }), 26],
    ['50000 points', one({ type: 'scattermap', ...globe(50_000), ...texts(50_000) }), 7.8],
    ['300000 points', one({ type: 'scattermap', mode: 'lines', ...globe(300_000) }), 10.9],
    ['100000 points', one({ type: 'densitymap', ...globe(100_000) }), 16.3],
    ['3000 places', one({ type: 'choropleth', locations: Array(3_000).fill('FRA') }), 3.5],
    [
      '3000 places',
      one({ type: 'choropleth', locationmode: 'USA-states', locations: Array(3_000).fill('TX') }),
      0.8,
    ],
    ['20000 bars', one({ type: 'waterfall', y: numbersTo(20_000) }), 1.7],
    ['20000 bars', one({ type: 'barpolar', r: numbersTo(20_000) }), 1.7],
    ['100000 candles', one({ type: 'candlestick', close: numbersTo(100_000) }), 12.4],
    ['200000 points', one({ type: 'box', boxpoints: 'all', y: numbersTo(200_000) }), 5.3],
    ['1000000 points', one({ type: 'violin', y: numbersTo(1_000_000) }), 5.7],
    ['40000 cells', one({ type: 'heatmap', z: Array(200).fill(numbersTo(200)), texttemplate: '%{z}' }), 5.9],
    ['100000 cones', one({ type: 'cone', x: numbersTo(100_000) }), 11.2],
    ['100 long texts', one({ mode: 'text', y: numbersTo(100), text: Array(100).fill(letters(10_000)) }), 0.6],
    [
      '100 long texts',
      one({ type: 'scattergl', mode: 'text', y: numbersTo(100), text: letters(10_000) }),
      1.4,
    ],
    [
      '100 long texts',
      one({ type: 'scatter3d', mode: 'text', ...line3d(100), text: Array(100).fill(letters(500)) }),
      1.3,
    ],
    // Half of the processor time, which several processors share.
    [
      '15000 letters',
      one({ type: 'scattergl', mode: 'text', y: numbersTo(15_000), text: 'x', textfont: { size: 100 } }),
      16.1 / 2,
    ],
    [
      '800 large markers',
      one({ type: 'scattergl', mode: 'markers', y: numbersTo(800), marker: { size: 200 } }),
      3 / 2,
    ],
    ['800 large markers', one({ type: 'scatter3d', ...line3d(800), marker: { size: 200 } }), 6 / 2],
    ['5000 segments of wide lines', one({ type: 'scattergl', y: noise(5_000), line: { width: 50 } }), 11],
    [
      '2000 segments of wide lines',
      one({ type: 'scattergl', y: numbersTo(2_000), line: { width: 200 } }),
      1.8,
    ],
    [
      '10000 segments of wide lines',
      one({ type: 'scatter3d', mode: 'lines', ...inSpace(10_000), line: { width: 100 } }),
      12.3,
    ],
    [
      '3000 segments of wide lines',
      one({ type: 'scatter3d', mode: 'lines', ...inSpace(3_000), line: { width: 100 } }),
      4,
    ],
    ['2700000 dashes', { data: range(100, at => ({ y: [at, at], line: { dash: '0.01px' } })) }, 6.9],
  ])('%s', expectMeasured)
})

describe('parts of the layout', () => {
  const inScene = (axis: object, x: readonly number[] = [1]) =>
    one({ type: 'scatter3d', x, y: [1], z: [1] }, { scene: { xaxis: axis } })
  const ticks = (count: number, more: object) => drawn({ xaxis: { dtick: 1, range: [0, count], ...more } })
  test.each<Measured>([
    ['4000 annotations', drawn({ annotations: Array(4_000).fill({ text: 'a' }) }), 14.9],
    ['8000 shapes', drawn({ shapes: Array(8_000).fill({ type: 'rect' }) }), 3.4],
    ['200 shapes', drawn({ shapes: Array(200).fill({ path: letters(15_000) }) }), 4.6],
    ['4000 buttons', drawn({ updatemenus: [{ buttons: Array(4_000).fill({}) }] }), 3.6],
    ['5000 steps', drawn({ sliders: [{ steps: Array(5_000).fill({}) }] }), 10.5],
    ['500 layers of a map', drawn({ map: { layers: Array(500).fill({}) } }), 7.5],
    ['150 colour bars', many(150, { type: 'heatmap' }), 2.6],
    ['300 colour bars', many(300, { type: 'heatmap' }), 10],
    ['600 colour bars', many(600, { marker: { showscale: true } }), 38],
    ['800 legends', drawn(Object.fromEntries(range(800, at => [`legend${at + 2}`, {}]))), 5.8],
    ['1000 annotations in a scene', drawn({ scene: { annotations: Array(1_000).fill({}) } }), 4.9],
    ['3650 gaps in an axis', drawn({ xaxis: { rangebreaks: [{ values: numbersTo(3_650) }] } }), 1],
    ['7300 gaps in an axis', drawn({ xaxis: { rangebreaks: [{ values: numbersTo(7_300) }] } }), 4],
    ['450 formulas', drawn({ annotations: Array(450).fill(formula(1)) }), 6.5],
    ['200 formulas', drawn({ annotations: Array(200).fill(formula(125)) }), 10.3],
    ['50 formulas', drawn({ annotations: Array(50).fill(formula(500)) }), 7.6],
    ['300 ticks of a scene', inScene({ dtick: 1 }, [0, 300]), 6.7],
    ['500 ticks of a scene', inScene({ tickvals: numbersTo(500) }), 11.5],
    ['7 ticks of a scene', inScene({ tickprefix: letters(1_000) }), 4.7],
    [
      '9000 ticks',
      {
        data: range(9, at => ({ y: [1], xaxis: numbered('x', at) })),
        layout: Object.fromEntries(range(9, at => [numbered('xaxis', at), { tickvals: numbersTo(1_000) }])),
      },
      3.2,
    ],
    ['1000 ticks', ticks(1_000, { ticksuffix: letters(100) }), 8.6],
    ['1000 ticks', ticks(2_000, { tickprefix: letters(500), ticksuffix: letters(500) }), 10.7],
  ])('%s', expectMeasured)
})
