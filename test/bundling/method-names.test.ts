/** Words that are names of object methods are drawn as any other word, in images and on pages. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { shareSceneCanvas } from '../../src/browser/renderer/isolation/scene-canvas.ts'
import { libraryScript } from '../../src/bundling/library-scripts.ts'
import { rendererLibrary } from '../../src/bundling/renderer-library.ts'
import { editPart } from '../../src/plotly/edits/part-edits.ts'
import { partNames } from '../../src/plotly/library-parts.ts'
import { seedRandom, startTestBrowser, type TestBrowser } from '../support/browser.ts'

/** Each with an innocent word of the same letters, which is as wide and sorted alike. */
const twins: Readonly<Record<string, string>> = {
  constructor: 'consturctor',
  __proto__: '__proot__',
  hasOwnProperty: 'hasOwnPropetry',
  toString: 'toStirng',
}
const words = Object.keys(twins)
const withTwins = (text: string) => words.reduce((all, word) => all.replaceAll(word, twins[word]!), text)

type Traces = object | readonly object[]
const [one, two, three] = words as [string, string, string]
const counts = words.map((_, at) => at + 1)
const area = { type: 'Polygon', coordinates: [JSON.parse('[[0,0],[0,9],[9,9],[9,0],[0,0]]')] }
const features = words.map(id => ({ type: 'Feature', id, properties: {}, geometry: area }))
const of = (trace: object) => words.map(word => JSON.parse(JSON.stringify(trace).replaceAll('WORD', word)))

const figures: Readonly<Record<string, readonly [Traces, object?]>> = {
  'slices of a pie': [{ type: 'pie', labels: words, values: counts }],
  'colours of slices': [
    [0, 0.6].map(x => ({ type: 'pie', labels: words, domain: { x: [x, x + 0.4] } })),
    { hiddenlabels: [two] },
  ],
  'groups of pies': [{ type: 'pie', labels: words, legendgroup: one, scalegroup: two }],
  'slices of a funnel': [{ type: 'funnelarea', labels: words, values: counts }],
  categories: [{ type: 'bar', x: words, y: counts }],
  'repeated categories': [{ type: 'bar', x: [one, one, two, two], y: counts }],
  'a single category': [{ type: 'histogram', x: [one, one] }],
  'sorted categories': [
    { type: 'bar', x: words, y: counts },
    { xaxis: { categoryorder: 'category descending' } },
  ],
  'categories by their totals': [
    { type: 'bar', x: words, y: counts },
    { xaxis: { categoryorder: 'total descending' } },
  ],
  'categories in a given order': [
    { type: 'bar', x: words, y: counts },
    { xaxis: { categoryarray: [three, one, two] } },
  ],
  'categories of two axes': [
    ['x', 'x2'].map(xaxis => ({ type: 'bar', x: words, y: counts, xaxis })),
    { xaxis2: { matches: 'x' } },
  ],
  'categories in two levels': [{ type: 'bar', x: [[one, one, two, two], words], y: counts }],
  'names of labels': [
    { type: 'bar', x: words, y: counts },
    { xaxis: { labelalias: { hasOwnProperty: 'a', constructor: 'b' } } },
  ],
  boxes: [{ type: 'box', x: [...words, ...words], y: [...counts, 5, 6, 7, 8] }],
  'a heatmap': [{ type: 'heatmap', x: words, y: [one, two], z: [counts, counts] }],
  'heatmaps of other categories': [
    [
      { type: 'heatmap', x: ['b', ...words], y: ['b', one], z: [counts, counts] },
      { type: 'heatmap', x: words, y: [one, two], z: [counts, counts] },
    ],
  ],
  'a histogram of two': [{ type: 'histogram2d', x: [...words, one], y: [one, two, two, one, three] }],
  'a tree': [{ type: 'treemap', labels: words, parents: ['', one, one, three], values: [9, 3, 4, 2] }],
  'a tree by id': [{ type: 'icicle', ids: words, labels: words, parents: ['', one, one, three] }],
  'a tree with an implied root': [{ type: 'sunburst', labels: [two, three], parents: [one, one] }],
  'colours of sectors': [of({ type: 'sunburst', labels: words, parents: ['', one, one, three] }).slice(0, 2)],
  'flows by label': [
    {
      type: 'sankey',
      node: { label: words },
      link: {
        source: [0, 0, 0],
        target: [1, 1, 2],
        value: [1, 2, 3],
        label: [one, two, one],
        colorscales: [{ label: one, cmin: 0, cmax: 1 }],
      },
    },
  ],
  'parallel categories': [
    {
      type: 'parcats',
      dimensions: [
        { label: one, values: words },
        { label: two, values: [one, one, two, two] },
      ],
    },
  ],
  'parallel coordinates': [
    { type: 'parcoords', dimensions: [...words, ...words].map(label => ({ label, values: [1, 2] })) },
  ],
  'a table': [{ type: 'table', header: { values: [...words, ...words] }, cells: { values: [words, words] } }],
  'groups of bars': [of({ type: 'bar', y: [1, 2], offsetgroup: 'WORD', alignmentgroup: one })],
  'aligned bars': [
    of({ type: 'bar', y: [1, 2], offsetgroup: one, alignmentgroup: 'WORD' }),
    { barmode: 'group' },
  ],
  stacks: [of({ y: [1, 2], stackgroup: 'WORD' }).concat(of({ y: [2, 1], stackgroup: 'WORD' }))],
  'groups of the legend': [of({ y: [1, 2], name: 'WORD', legendgroup: 'WORD' })],
  'groups of violins': [of({ type: 'violin', y: [1, 2, 2, 3], scalegroup: 'WORD' })],
  'groups of bins': [
    [of({ x: [1, 2, 2, 3] }), of({ x: [20, 50] })]
      .flat()
      .map((trace, at) => ({ ...trace, type: 'histogram', bingroup: words[at % 4] })),
    { barmode: 'overlay' },
  ],
  'names that are on no map': [
    {
      type: 'choropleth',
      locationmode: 'geojson-id',
      geojson: { type: 'FeatureCollection', features },
      locations: [one, 'a'],
      z: counts,
    },
  ],
  angles: [{ type: 'scatterpolar', r: counts, theta: words }],
  'a waterfall': [{ type: 'waterfall', y: counts, x: words }],
  candles: [
    {
      type: 'candlestick',
      x: words,
      open: counts,
      close: [2, 1, 4, 3],
      high: [5, 5, 5, 5],
      low: [0, 0, 0, 0],
    },
  ],
  points: [{ type: 'scattergl', mode: 'markers', x: words, y: words }],
  'a matrix': [{ type: 'splom', dimensions: words.map(label => ({ label, values: words })) }],
  'items of a template': [
    { y: [1, 2] },
    { template: { layout: { annotations: of({ name: 'WORD', text: 'WORD', x: 1, y: 1 }) } } },
  ],
  tags: [{ y: [1, 2] }, { title: { text: '<constructor>a</constructor> &constructor; <b>b</b>' } }],
}

interface Plotly {
  newPlot(element: HTMLElement, figure: object): Promise<unknown>
  animate(element: HTMLElement, names: readonly string[], options: object): Promise<unknown>
  Snapshot: { toSVG(element: HTMLElement, format: string, scale: number): string }
}

const style = {
  width: 500,
  height: 400,
  font: { family: 'monospace' },
  template: {},
  geo: { visible: false },
}

/**
 * The elements of the figure's svg; names in it come from a seeded Math.random. With frames, the
 * second is shown. Fails if a method of all objects has got a property.
 */
async function draw(page: Page, figure: string): Promise<string> {
  await seedRandom(page)
  return page.evaluate(async text => {
    const { Plotly } = window as unknown as { Plotly: Plotly }
    const element = document.body.appendChild(document.createElement('div'))
    const figure = JSON.parse(text)
    await Plotly.newPlot(element, figure)
    if (figure.frames) {
      const duration = { duration: 0 }
      await Plotly.animate(element, [figure.frames[1].name], { frame: duration, transition: duration })
    }
    const svg = Plotly.Snapshot.toSVG(element, 'svg', 1)
    element.remove()
    const methods = Object.getOwnPropertyDescriptors(Object.prototype)
    const changed = [
      Object,
      Object.prototype,
      ...Object.values(methods).map(({ value }) => value ?? {}),
    ].find(builtin => Object.keys(builtin).length > 0)
    if (changed) throw new Error(`has changed ${changed}: ${Object.keys(changed)}`)
    const elements = new DOMParser().parseFromString(svg, 'image/svg+xml').querySelectorAll('*')
    return Array.from(elements, ({ tagName, attributes, childElementCount, textContent }) => {
      const values = Array.from(attributes, ({ name, value }) => `${name}=${value}`).sort()
      return [tagName, ...values, childElementCount || textContent].join(' ')
    }).join('\n')
  }, figure)
}

let viewer: TestBrowser
beforeAll(async () => {
  viewer = await startTestBrowser()
})
afterAll(() => viewer.close())

describe.each<[where: string, scripts: () => Promise<string[]>]>([
  ['images', async () => [await rendererLibrary()]],
  ['pages', () => Promise.all(partNames.map(async name => editPart(await libraryScript(name))))],
])('in %s', (_, scripts) => {
  let page: Page
  beforeAll(async () => {
    ;({ page } = await viewer.open())
    await page.setContent('<!doctype html><meta charset="utf-8"><body></body>')
    // Instead of fetching the base map.
    await page.evaluate(
      world_110m => Object.assign(window, { PlotlyGeoAssets: { topojson: { world_110m } } }),
      { type: 'Topology', objects: {}, arcs: [] },
    )
    // Instead of the canvases that render pages keep, and without looking for points that others cover.
    await page.evaluate(() =>
      Object.assign(window, {
        plotgateShownPoints: () => null,
        plotgateCanvas: (_kind: string, width: number, height: number) =>
          Object.assign(document.createElement('canvas'), { width, height }),
      }),
    )
    await page.evaluate(shareSceneCanvas)
    for (const content of await scripts()) await page.addScriptTag({ content })
  })
  afterAll(() => page.close())

  async function expectTwins(figure: object): Promise<void> {
    const text = JSON.stringify(figure)
    const own = await draw(page, text)
    expect(withTwins(own)).toBe(await draw(page, withTwins(text)))
    expect(own.length).toBeGreaterThan(1000)
  }

  test.each(Object.entries(figures))('%s', async (_, [data, layout]) => {
    await expectTwins({ data: [data].flat(), layout: { ...style, ...layout }, config: { staticPlot: true } })
  })

  // Their words are pixels, so they are not those of the twins.
  test('points in space', async () => {
    const data = [{ type: 'scatter3d', mode: 'text', x: words, y: words, z: words, text: words }]
    const [own, others] = [
      await draw(page, JSON.stringify({ data, layout: style })),
      await draw(page, withTwins(JSON.stringify({ data, layout: style }))),
    ].map(svg => svg.replace(/data:image\S+/g, 'pixels'))
    expect(own).toContain('pixels')
    expect(own).toBe(others)
  })

  test('frames', async () => {
    const frames = words.map((name, at) => ({ name, data: [{ y: [at, 1] }] }))
    await expectTwins({ data: [{ y: [1, 2] }], layout: style, frames })
  })
})
