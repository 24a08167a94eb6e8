/** Figures of every family have the pixels of the library's own image: no edit of it may change one. */

import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Comparison, differing, openComparison, tolerated } from '../../scripts/fidelity/comparison.ts'
import { randomFrom } from '../../scripts/mutations/mutate.ts'

const folder = new URL('../figures/', import.meta.url)
/** Drawn otherwise each time by the library itself. */
const unsteady = new Set<string>([])
const names = readdirSync(folder).filter(name => name.endsWith('.json') && !unsteady.has(name))

let comparison: Comparison
beforeAll(async () => {
  comparison = await openComparison(process.env.BROWSER_PATH || null)
})
afterAll(() => comparison.close())

test.each(names)('%s', async name => {
  const text = readFileSync(new URL(name, folder), 'utf8')
  const [ours, theirs] = await Promise.all([comparison.ours(text), comparison.theirs(text)])
  expect(await differing(ours, theirs)).toBeLessThanOrEqual(tolerated)
})

const own = { template: {}, width: 300, height: 200 }
const formula = '$\\frac{a}{b}$'
test.each<[what: string, trace: object, layout?: object]>([
  ['a size with fractions', { y: [1, 2] }, { width: 300.5, height: 200.25 }],
  ['a size with fractions, by WebGL', { type: 'scattergl', y: [1, 2] }, { width: 300.5, height: 200.25 }],
  [
    'lines of capitalized words',
    { y: [1, 2] },
    { title: { text: 'one word<br>another', font: { textcase: 'word caps' } } },
  ],
  ['formulas', { y: [1, 2], name: formula, showlegend: true }, { title: { text: formula } }],
  [
    'sizes of texts that are no numbers, by WebGL',
    {
      type: 'scattergl',
      mode: 'text',
      y: [1, 2, 1],
      text: ['a', 'b', 'c'],
      textfont: { size: [9, 'x', null] },
    },
  ],
  [
    'points of WebGL that let see what is below and above them, on a ground that does',
    {
      type: 'scattergl',
      mode: 'markers',
      y: [1, 3, 2],
      marker: { size: 60, opacity: 0.3, color: '#e67e22' },
    },
    {
      paper_bgcolor: 'rgba(40,120,200,0.5)',
      plot_bgcolor: 'transparent',
      shapes: ['below', 'above'].map(layer => ({
        layer,
        type: 'circle',
        fillcolor: 'rgba(0,90,40,0.4)',
        ...{ x0: 0.5, x1: 1.5, y0: 1.2, y1: 2.8 },
      })),
      annotations: [{ text: 'above', x: 1, y: 3, bgcolor: 'rgba(255,255,255,0.5)' }],
    },
  ],
  [
    'thousands of colours, by WebGL',
    {
      type: 'scattergl',
      mode: 'markers',
      y: Array.from({ length: 2000 }, (_, at) => (at * 7919) % 1000),
      marker: { size: 9, opacity: 0.7, color: Array.from({ length: 2000 }, (_, at) => (at * 613) % 997) },
    },
    { paper_bgcolor: 'white' },
  ],
  ['sizes of texts that are no numbers', { type: 'pie', values: [1, 2], textfont: { size: ['x', null] } }],
])('%s', async (_, trace, layout = {}) => {
  const text = JSON.stringify({ data: [trace], layout: { ...own, ...layout } })
  const [ours, theirs] = await Promise.all([comparison.ours(text), comparison.theirs(text)])
  expect(await differing(ours, theirs)).toBe(0)
})

/** Of a normal distribution, the same in every run. */
function normal(count: number, seed: number): number[] {
  const random = randomFrom(seed)
  return Array.from(
    { length: count },
    () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
  )
}

test.each<[what: string, trace: object, layout?: object]>([
  ['of one colour', { marker: { size: 8 } }],
  ['that are small', { marker: { size: 2 } }],
  ['with borders', { marker: { size: 9, line: { width: 1, color: 'white' } } }],
  [
    'of which some are translucent',
    {
      marker: {
        color: Array.from({ length: 9000 }, (_, at) => ['red', 'rgba(0,0,255,0.5)', 'teal'][at % 3]),
      },
    },
  ],
  [
    'that reach beyond the plot',
    {},
    { xaxis: { range: [1, -1] }, yaxis: { range: [-0.4, 1.2] }, width: 311.3, margin: { l: 33.3 } },
  ],
  ['on polar axes', { type: 'scatterpolargl', x: undefined, r: normal(9000, 3), theta: normal(9000, 4) }],
])('points of WebGL %s, of which most lie below others', async (_, trace, layout = {}) => {
  const cloud = { type: 'scattergl', mode: 'markers', x: normal(9000, 1), y: normal(9000, 2) }
  const style = { ...own, paper_bgcolor: 'white', ...layout }
  const text = JSON.stringify({ data: [{ ...cloud, ...trace }], layout: style })
  const [ours, theirs] = await Promise.all([comparison.ours(text), comparison.theirs(text)])
  expect(await differing(ours, theirs)).toBe(0)
})

// The library's own image has them beside their axes.
test.each([4200, 9000])('points of WebGL lie where others do in an image of a width of %i', async width => {
  const images = ['scattergl', 'scatter'].map(type => {
    const points = { type, mode: 'markers', y: [1, 3, 2], marker: { size: 40 } }
    return comparison.ours(JSON.stringify({ data: [points], layout: { ...own, width } }))
  })
  const [webgl, svg] = await Promise.all(images)
  expect(await differing(webgl!, svg!)).toBeLessThanOrEqual(tolerated)
})

test.each<[what: string, trace: object]>([
  ['of many points', {}],
  ['with dashes', { line: { dash: 'dash', width: 3 } }],
  ['that are wide and translucent', { line: { width: 6, color: 'rgba(200,30,30,0.5)' } }],
  [
    'with gaps and areas',
    { fill: 'tozeroy', connectgaps: false, y: normal(4000, 5).map((y, at) => (at % 50 ? y : null)) },
  ],
  [
    'with errors',
    { mode: 'markers', error_x: { value: 2 }, error_y: { array: normal(4000, 6).map(Math.abs) } },
  ],
])('lines of WebGL %s', async (_, trace) => {
  const y = normal(4000, 1)
  const data = [{ type: 'scattergl', mode: 'lines', x: y.map((_, at) => at), y, ...trace }]
  const text = JSON.stringify({ data, layout: { ...own, paper_bgcolor: 'white' } })
  const [ours, theirs] = await Promise.all([comparison.ours(text), comparison.theirs(text)])
  expect(await differing(ours, theirs)).toBe(0)
})

test('texts of WebGL in subplots of two kinds', async () => {
  const texts = { mode: 'markers+text', text: ['a', 'b', 'c'], textfont: { size: 30 } }
  const text = JSON.stringify({
    data: [
      { type: 'scattergl', y: [1, 3, 2], ...texts },
      { type: 'scatterpolargl', r: [1, 3, 2], theta: [0, 120, 240], ...texts },
    ],
    layout: { ...own, width: 600, xaxis: { domain: [0, 0.45] }, polar: { domain: { x: [0.55, 1] } } },
  })
  const [ours, theirs] = await Promise.all([comparison.ours(text), comparison.theirs(text)])
  expect(await differing(ours, theirs)).toBe(0)
})

test('parallel coordinates have every line, of which the library draws 5,000 a frame', async () => {
  const withLastLine = (lines: number) => {
    const values = [...Array(lines).fill(0), 1]
    return JSON.stringify({
      data: [{ type: 'parcoords', dimensions: [{ values }, { values: values.map(value => 1 - value) }] }],
    })
  }
  const inOneFrame = await comparison.ours(withLastLine(4_000))
  const inThree = await comparison.ours(withLastLine(10_000))
  expect(await differing(inThree, inOneFrame)).toBeLessThanOrEqual(tolerated)
})
