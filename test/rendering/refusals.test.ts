/** What a figure fails on is told by its place, not only in the charting library's own words. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { findCulprit, OutOfTime } from '../../src/browser/renderer/bisect.ts'
import { slowPartOf } from '../../src/domain/figure/check/slow-part.ts'
import { defaultTemplatePrefix } from '../../src/domain/figure/layout.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import type { Renderer } from '../../src/domain/image/ports.ts'
import { renderFailed } from '../../src/errors/errors.ts'
import { defaultTemplate } from '../../src/plotly/default-template.ts'
import { limitsWith } from '../../src/rendering/limits.ts'
import { createRefusals } from '../../src/rendering/refusals.ts'
import { createTask, type RendererTask } from '../../src/rendering/render-task.ts'
import { explainRenderTimeout } from '../../src/rendering/render-timeout.ts'
import { createRenderer } from '../../src/rendering/renderer.ts'

const patience = 240_000

test.each([
  [
    'its longest trace',
    '[{"type":"bar","y":[1]},{"type":"pie","values":[1,2,3,4]}]',
    '{"title":"T"}',
    /^data\[1\] \(trace 1, pie\): the figure was not drawn within 20 s/,
  ],
  [
    'what of it takes long to draw, however short it is',
    `[{"type":"contour","z":[[1,2],[3,4]],"contours":{"start":0,"end":1,"size":0.001}},{"text":"${'long'.repeat(50)}"}]`,
    '{}',
    /^data\[0\]\.contours: the figure was not drawn within 20 s: 1000 levels take about 4 s to draw alone; send at most 400/,
  ],
  ['its layout', '[]', '{"images":[]}', /^layout: /],
  [
    'its longest trace, where that is long',
    `[{"type":"bar","y":[1]},{"y":[${'1,'.repeat(40_000)}1]}]`,
    '{}',
    /^data\[1\] \(trace 1, scatter\): /,
  ],
  [
    'its many points',
    `[{"mode":"markers","y":[${'1,'.repeat(400_000)}1]}]`,
    '{}',
    /^data\[0\]\.y: .* 400001 points take about .* send at most \d+, or draw them as scattergl/,
  ],
  [
    'its data where that is too long to be read',
    `[{"text":"${'x'.repeat(17 * 1024 ** 2)}"}]`,
    '{}',
    /^data: /,
  ],
  ['its data, not the default template', '[]', `${defaultTemplatePrefix}}`, /^data: /],
])('a figure that takes too long is told by %s', async (_what, data, layout, message) => {
  const figure = { data, layout, frames: null }
  expect((await explainRenderTimeout(figure, 20_000, slowPartOf)).message).toMatch(message)
})

test.each([
  ['soon', 20_000, true],
  ['late', 30_000, false],
])(
  'a figure that was refused %s after its request (%s ms) is searched for the reason: %s',
  async (_when, waitedMs, isSearched) => {
    const figure = { data: '[]', layout: '{}', frames: null }
    const request = {
      figure: async () => figure,
      formats: ['png'],
      look: defaultLook,
      priority: 'waiting',
    } as const
    const limits = limitsWith()
    const refused = { ...createTask(request, limits, false), figure, waitedMs }
    const searches: RendererTask[] = []
    const explain = createRefusals(search => {
      searches.push(search)
      search.reject(new Error('no page came free'))
    }, limits.waitMs)
    expect((await explain(refused, renderFailed('no'))).message).toMatch(/^cannot be drawn; leave out/)
    expect(searches.length).toBe(isSearched ? 1 : 0)
  },
)

test('a figure that was not read, or in which no part is found, is told without one', async () => {
  const figure = { data: '[]', layout: '{}', frames: null }
  const lost = () => Promise.reject(new Error('the thread ended'))
  for (const given of [null, figure])
    expect((await explainRenderTimeout(given, 20_000, lost)).message).toBe(
      'the figure was not drawn within 20 s',
    )
})

describe('leaving out', () => {
  type Parts = Parameters<typeof findCulprit>[0]
  /** Fails on figures in whose text all of these stand. */
  const failingOn =
    (...words: readonly string[]) =>
    async (parts: object) =>
      !words.every(word => JSON.stringify(parts).includes(word))
  const trace = (members: object) => ({ type: 'bar', y: [1], ...members })

  test.each<[string, Parts, readonly string[], object]>([
    [
      'an attribute of one trace of many',
      {
        data: Array.from({ length: 500 }, (_, n) =>
          trace(n === 321 ? { marker: { line: { a: 'bad' } } } : {}),
        ),
        layout: {},
      },
      ['bad'],
      { path: ['data', 321, 'marker', 'line', 'a'], trace: 321 },
    ],
    [
      'a part of the layout alone',
      { data: [trace({})], layout: { title: 'T', annotations: [{ x: 1 }, { x: 'bad' }] } },
      ['bad'],
      { path: ['layout', 'annotations', 1, 'x'], trace: null },
    ],
    [
      'a part of the layout with a trace',
      { data: [trace({}), trace({ xaxis: 'x2' })], layout: { xaxis: {}, xaxis2: { breaks: 'bad' } } },
      ['bad', '"x2"'],
      { path: ['layout', 'xaxis2', 'breaks'], trace: 1 },
    ],
    [
      'the first of two faults',
      { data: [trace({}), trace({ a: 'bad' }), trace({ b: 'bad' })], layout: {} },
      ['bad'],
      { path: ['data', 1, 'a'], trace: 1 },
    ],
    [
      'what fails only with its data',
      { data: [{ marker: { a: 'bad' }, type: 'bar', y: ['data'] }], layout: {} },
      ['bad', '"data"'],
      { path: ['data', 0, 'marker', 'a'], trace: 0 },
    ],
  ])('finds %s', async (_what, parts, words, culprit) => {
    expect(await findCulprit(parts, failingOn(...words))).toEqual(culprit)
  })

  test('tells what it knows when its time is over', async () => {
    let tries = 0
    const draws = async (parts: object) => {
      if (++tries > 4) throw new OutOfTime()
      return !JSON.stringify(parts).includes('bad')
    }
    const data = [trace({}), trace({ marker: { a: { b: 'bad' } } })]
    expect(await findCulprit({ data, layout: {} }, draws)).toEqual({ path: ['data', 1], trace: 1 })
  })
})

describe('a figure that the library fails on', () => {
  let renderer: Renderer
  beforeAll(() => {
    renderer = createRenderer({
      ...{ workers: 1, browserPath: process.env.BROWSER_PATH || null, sandbox: 'auto' },
      limits: { drawMs: patience, waitMs: patience },
    })
  })
  afterAll(() => renderer.close(), patience)

  const draw = (data: object[], layout: object) =>
    renderer.draw({
      figure: async () => ({ data: JSON.stringify(data), layout: JSON.stringify(layout), frames: null }),
      ...{ formats: ['png'], look: defaultLook, priority: 'waiting' },
    }).result

  test(
    'is refused with its trace and what in it is at fault, and others are drawn meanwhile',
    async () => {
      const bars = { type: 'bar', y: [1, 2] }
      // Checks before drawing would tell so too: here they are passed by.
      const image = { type: 'image', name: 'Photo', z: [[1, 2]], opacity: 0.5 }
      const refused = draw([bars, image], { width: 300, height: 200 })
      const others = Promise.all([draw([bars], {}), draw([bars], {})])
      await expect(refused).rejects.toMatchObject({
        code: 'render_failed',
        status: 422,
        message: expect.stringMatching(
          /^data\[1\].* \(trace 1, image "Photo"\): cannot be drawn; .*the charting library says: ./,
        ),
      })
      expect((await others).every(({ images }) => images.has('png'))).toBe(true)
    },
    patience,
  )

  test(
    'is refused with the part of its layout beside an SVG image that takes minutes',
    async () => {
      const rules = Array.from({ length: 20_000 }, (_, at) => `g g * ~ rect:not(.a${at}){fill:red}`)
      const shapes = '<rect width="1" height="1"/>'.repeat(20_000)
      const svg = `<svg xmlns="http://www.w3.org/2000/svg"><style>${rules.join('')}</style><g><g>${shapes}</g></g></svg>`
      const images = [{ source: `data:image/svg+xml,${encodeURIComponent(svg)}`, sizex: 1, sizey: 1 }]
      await expect(draw([{ y: [1] }], { images, xaxis: 'Months' })).rejects.toMatchObject({
        code: 'render_failed',
        message: expect.stringMatching(/^layout\.xaxis.*: cannot be drawn;/),
      })
    },
    patience,
  )

  test(
    'is drawn where its labels ask for another range again and again',
    async () => {
      const cells = {
        type: 'heatmap',
        z: [
          [1, 2],
          [3, 4],
          [5, 6],
        ],
      }
      const inside = { ticklabelposition: 'inside' }
      const { images } = await draw(
        [
          cells,
          {
            ...cells,
            z: [
              [1, 2, 3],
              [6, 5, 4],
            ],
            xaxis: 'x2',
            yaxis: 'y2',
          },
        ],
        {
          ...{ width: 700, height: 600, xaxis: { ...inside, domain: [0, 0.4], constrain: 'domain' } },
          yaxis: { ...inside, domain: [0, 0.3], constrain: 'domain', scaleanchor: 'x' },
          xaxis2: { ...inside, domain: [0.6, 1], anchor: 'y2' },
          yaxis2: { ...inside, domain: [0.2, 0.5], anchor: 'x2', matches: 'y' },
        },
      )
      expect(images.has('png')).toBe(true)
    },
    patience,
  )

  test(
    'is drawn where the labels of a colour bar are TeX',
    async () => {
      const bar = { tickvals: [1, 2], ticktext: ['$10^1$', '$10^2$'], title: { text: '$x^2$' } }
      const cells = { type: 'heatmap', z: [[1, 2]] }
      const { images } = await draw(
        [
          { ...cells, colorbar: bar },
          { ...cells, colorbar: { ...bar, x: 1.3 } },
        ],
        {},
      )
      expect(images.has('png')).toBe(true)
    },
    patience,
  )

  test(
    'is refused with the part of its layout',
    async () => {
      await expect(draw([{ y: [1] }], { width: 300, xaxis: 'Months' })).rejects.toMatchObject({
        message: expect.stringMatching(/^layout\.xaxis: cannot be drawn/),
      })
    },
    patience,
  )

  test(
    'is refused with that, though what is left of its plot cannot be taken apart',
    async () => {
      const bars = { type: 'bar', name: 'Bars', y: [[null], null, null] }
      await expect(draw([{ type: 'bar', y: [1] }, bars], {})).rejects.toMatchObject({
        message: expect.stringMatching(/^data\[1\]\.y \(trace 1, bar "Bars"\): cannot be drawn/),
      })
    },
    patience,
  )

  test(
    'in the default style has room for a plot, whatever its size and words are',
    async () => {
      const long = (what: string) => (_: unknown, n: number) => `${what} with quite a long name, number ${n}`
      const x = Array.from({ length: 12 }, long('A category'))
      const bars = Array.from({ length: 14 }, long('A series')).map(name => ({ name, type: 'bar', x, y: x }))
      const sizes = [
        [700, 450],
        [400, 450],
        [600, 220],
        [300, 100],
        [100, 100],
      ] as const
      for (const [width, height] of sizes) {
        const layout = { title: 'T', width, height, template: defaultTemplate.light }
        const two = [{ y: [1, 3] }, { y: [2, 1] }]
        for (const data of [bars, bars.slice(0, 3), two])
          expect((await draw(data, layout)).images.has('png')).toBe(true)
      }
    },
    patience,
  )

  test(
    'for parts that would draw nothing is drawn without them',
    async () => {
      const z = [
        [1, 2, 3],
        [2, 3, 5],
        [4, 1, 1],
      ]
      const bar = { type: 'bar', x: ['2024-01-01', '2024-01-09'], y: [1, 2] }
      const points = { type: 'scattergl', y: [1, 2, 1], fill: 'tonext' }
      const figures: readonly (readonly [traces: object | object[], layout?: object])[] = [
        [{ type: 'sankey' }],
        [{ type: 'sankey', link: { source: [0], target: [1], value: [0] } }],
        [{ type: 'sankey', link: { source: [0], target: [], value: [1] } }],
        [{ type: 'scattercarpet', a: [1], b: [1] }],
        [{ type: 'contour', z, contours: { start: 'a', end: 5, size: 1 } }],
        [{ type: 'scattergl', y: [1, 2], marker: { symbol: [] } }],
        [{ type: 'scattergl', mode: 'markers', y: [1, 2], marker: { symbol: 'cross', angle: 'auto' } }],
        [[{ ...points, mode: 'markers' }, points]],
        [{ type: 'scattermap', mode: 'text', lat: [0], lon: [0], text: [5] }],
        [{ type: 'indicator', mode: 'gauge', value: 3, gauge: { steps: [null, { color: 'red' }] } }],
        [{ ...bar, x: ['a', 'b'], xperiod: 'M1' }],
        [bar, { xaxis: { type: 'date', rangebreaks: [{ values: ['weekend', null] }] } }],
        [bar, { xaxis: { tickformatstops: [null, { value: '%Y' }] }, selections: [{ line: {} }] }],
        [{ type: 'contour', z, x0: ['x'] }],
        [{ type: 'contour', z, contours: { type: 'constraint', operation: '[]', value: ['x', {}] } }],
        [{ type: 'contour', z, contours: { type: 'constraint', operation: '[]', value: 'x' } }],
        [{ type: 'carpet', a: [1, 2], b: [1, 2], x: z }],
        [{ type: 'surface', z: [[null], ['a']] }],
        [{ type: 'surface', z: [1, 2], contours: { z: { show: true } } }],
        [{ y: [1, 2] }, { selections: [{ path: 'text', x0: 0, x1: 1, y0: 0, y1: 1 }] }],
        [{ type: 'funnelarea', values: [1, 2], textposition: ['inside', 'none'] }],
        [{ type: 'scattergeo', fill: 'toself', mode: 'lines', lat: [1, 2, 3], lon: [null, 1, null] }],
        [{ y: [1, 2], line: { color: [1, 2] } }],
        [{ type: 'scattergl', mode: 'markers+text', y: [1, 2], text: 'a', selectedpoints: [0, 1e9] }],
        [{}, { xaxis: { type: 'category', categoryorder: 'total descending' } }],
        [
          { type: 'box', name: 'a', y: [1, 2] },
          { xaxis: { type: 'category', categoryorder: 'median descending' } },
        ],
        [{ type: 'scattermap', lat: [100, 0], lon: [10, 0] }],
        [{ type: 'scattergl', mode: 'text', y: [1], text: ['a'], textfont: { style: ['#12'], size: [-2] } }],
        [{ type: 'scattergl', mode: 'text', y: [1, 2], texttemplate: ['%{y}', [1]] }],
        [{ type: 'scattergl', mode: 'markers+text', y: [1, 2, 3], text: ['a', null, 'c'] }],
        [{ type: 'scatterpolargl', mode: 'text', r: [1, 2], theta: [1, 2], texttemplate: ['%{r}', null] }],
        [
          { type: 'candlestick', x: [1], open: [1], high: [2], low: [1], close: [2] },
          { xaxis: { visible: false } },
        ],
        [bar, { xaxis: { rangeslider: {}, anchor: 'free', position: 0.4 } }],
        [bar, { xaxis2: { rangeslider: {} } }],
        [
          { type: 'carpet', a: [1, 2], b: [1, 2], y: [1, 2, 3, 4] },
          { xaxis: { rangeslider: { visible: true } } },
        ],
        [bar, { xaxis: { visible: false, ticklabelindex: 2 } }],
        [{ ...bar, type: 'scattergl', error_x: { value: 9 } }],
        [
          { type: 'scatterpolargl', mode: 'text', texttemplate: '%{theta:.2f}', r: [1], theta: [0] },
          { polar: { angularaxis: { showexponent: 'none' } } },
        ],
        [{ type: 'image', z: [[[1, 2, 3]]] }, { yaxis: { position: 1 } }],
        [
          bar,
          {
            xaxis: {
              type: 'category',
              tickson: 'boundaries',
              tickmode: 'array',
              tickvals: [0, 1],
              minor: { ticks: 'outside' },
            },
          },
        ],
        [
          {
            type: 'bar',
            x: [
              ['a', 'a'],
              ['b', 'c'],
            ],
            y: [1, 2],
          },
          { xaxis: { tickmode: 'array', tickvals: [0, 1], minor: { ticks: 'outside' }, showdividers: true } },
        ],
        [
          {
            type: 'scattermap',
            mode: 'text',
            text: 'a',
            lat: [1, 2],
            lon: [1, 2],
            cluster: { color: 'red' },
          },
        ],
        [bar, { xaxis: { rangeslider: {} }, template: { layout: { xaxis: { visible: false } } } }],
        [
          { type: 'scatter3d', x: [1], y: [], z: [1] },
          { scene: { annotations: [{ x: '2024-03-20', y: 'C', z: 5, text: 'a', arrowhead: 7 }] } },
        ],
        [
          { type: 'isosurface', x: [0, 1], y: [0, 1], z: [0, 1], value: [1, 2] },
          { scene: { yaxis: { autorangeoptions: { clipmax: 'text' } } } },
        ],
        [bar, { updatemenus: [{ buttons: [{ label: 'a' }] }], template: defaultTemplate.light }],
        [bar, { updatemenus: [{ buttons: [{ label: 'a', args: [], visible: false }] }] }],
        [bar, { updatemenus: [{ active: 1, buttons: [{ args: [] }, { args: [], templateitemname: 'b' }] }] }],
        [
          bar,
          { updatemenus: [{ buttons: [{ args: -1 }, { args: [{}] }] }], template: defaultTemplate.light },
        ],
      ]
      const drawn = await Promise.all(
        figures.map(([traces, layout = {}]) =>
          draw([traces].flat(), layout).then(
            () => 'drawn',
            error => error.message,
          ),
        ),
      )
      expect(drawn).toEqual(figures.map(() => 'drawn'))
    },
    patience,
  )
})
