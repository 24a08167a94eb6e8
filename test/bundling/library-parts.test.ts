/** The charting library put together from its parts draws what it draws whole. */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { PluginBuild } from 'esbuild'
import type { Page } from 'puppeteer-core'
import { takeSharedModules } from '../../src/bundling/library/share-modules.ts'
import { stripDescriptions } from '../../src/bundling/library/strip-descriptions.ts'
import { libraryScript } from '../../src/bundling/library-scripts.ts'
import { rendererLibrary } from '../../src/bundling/renderer-library.ts'
import { readSubmission } from '../../src/domain/figure/submission.ts'
import { secureLibrary } from '../../src/plotly/edits/safety-edits.ts'
import { traitsOf } from '../../src/plotly/figure-traits.ts'
import { partNames } from '../../src/plotly/library-parts.ts'
import { seedRandom, startTestBrowser, type TestBrowser } from '../support/browser.ts'

interface Plotly {
  newPlot(element: HTMLElement, figure: object): Promise<void>
  Snapshot: { toSVG(element: HTMLElement, format: string, scale: number): string }
  PlotSchema: { get(): unknown }
}

let viewer: TestBrowser
const whole = readFileSync(
  createRequire(import.meta.url).resolve('plotly.js/dist/plotly-strict.min.js'),
  'utf8',
)

beforeAll(async () => {
  viewer = await startTestBrowser()
  await Promise.all(partNames.map(libraryScript))
})
afterAll(() => viewer.close())

async function withScripts<T>(scripts: readonly string[], act: (page: Page) => Promise<T>): Promise<T> {
  const { page } = await viewer.open()
  try {
    await page.setContent('<!doctype html><meta charset="utf-8"><body></body>')
    for (const content of scripts) await page.addScriptTag({ content })
    return await act(page)
  } finally {
    await page.close()
  }
}

/** The figure as svg; names in it come from a seeded Math.random. */
async function draw(page: Page, figure: object): Promise<string> {
  await seedRandom(page)
  return page.evaluate(async given => {
    const { Plotly } = window as unknown as { Plotly: Plotly }
    const element = document.body.appendChild(document.createElement('div'))
    await Plotly.newPlot(element, { ...given, config: { staticPlot: true } })
    return Plotly.Snapshot.toSVG(element, 'svg', 1)
  }, figure)
}

const figures = join(import.meta.dirname, '..', 'figures')

test('a render page keeps one byte for each character of the library', async () => {
  expect((await rendererLibrary()).search(/[^\0-\xff]/)).toBe(-1)
})

describe('a figure drawn with its parts alone', () => {
  test.each([
    'bar_and_histogram',
    'axes_breaks-ohlc_candlestick_box',
    'cheater_contour',
    'contour_legend',
    'parcats_numeric_sort',
    'polar_polygon-bars',
    'quiver',
    'sankey_circular_simple',
    'smith_gaps',
    'uniformtext_sunburst_treemap',
    'zorder_funnel_carpet_waterfall',
    'gl2d_texttemplate',
  ])('%s is what the whole library draws', async name => {
    const { figure, traceTypes } = readSubmission(readFileSync(join(figures, `${name}.json`)))
    const parts = await Promise.all(traitsOf(figure, traceTypes).parts.map(libraryScript))
    const given = { data: JSON.parse(String(figure.data)), layout: JSON.parse(String(figure.layout)) }
    const [own, expected] = await Promise.all([
      withScripts(parts, page => draw(page, given)),
      withScripts([whole], page => draw(page, given)),
    ])
    expect(own.length).toBeGreaterThan(1000)
    expect(own === expected).toBe(true)
  })
})

test('all parts together know every attribute that the whole library knows', async () => {
  const readSchema = (page: Page) =>
    page.evaluate(() => {
      const { Plotly } = window as unknown as { Plotly: Plotly }
      // Words for its documentation; and the order in which types were registered says nothing.
      const words = new Set(['description', 'meta', 'hrName'])
      return JSON.stringify(Plotly.PlotSchema.get(), (key, value) =>
        words.has(key)
          ? undefined
          : typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
            : value,
      )
    })
  const scripts = await Promise.all(partNames.map(libraryScript))
  const [own, expected] = await Promise.all([
    withScripts(scripts, readSchema),
    withScripts([whole], readSchema),
  ])
  expect(JSON.parse(own).traces).toEqual(JSON.parse(expected).traces)
  expect(JSON.parse(own).layout).toEqual(JSON.parse(expected).layout)
})

test('the core has a place for every edit that keeps texts from becoming markup', async () => {
  const core = await libraryScript('core')
  expect(() => new Script(secureLibrary(core))).not.toThrow()
})

test('a part that takes no modules from others has none of its imports looked at', async () => {
  const looked: string[] = []
  const setUp = (shared: readonly string[]) =>
    takeSharedModules('/', new Set(shared)).setup({
      onResolve: () => looked.push(shared.join()),
      onLoad: () => {},
    } as unknown as PluginBuild)
  await setUp([])
  await setUp(['/a.js'])
  expect(looked).toEqual(['/a.js'])
})

describe('descriptions', () => {
  test.each([
    ["a = { description: 'text, with } and \\' in it', dflt: 1 }", 'a = {  dflt: 1 }'],
    ["a = { dflt: 1, description: ['one', // }\n'two'].join(' ') }", 'a = { dflt: 1, }'],
    ["a = { description: f({ b: 1 }, 'x'), }", 'a = {  }'],
    ["a = 'description: b'; c.description = 1", "a = 'description: b'; c.description = 1"],
  ])('leave %s', (source, expected) => {
    expect(stripDescriptions(source)).toBe(expected)
  })
})
