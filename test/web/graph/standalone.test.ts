/** The standalone file, opened from disk with the network off (spec 1; contract, "Files under {plot_url}"). */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readSubmission } from '../../../src/domain/figure/submission.ts'
import { createLibrary } from '../../../src/web/graph/assets/library.ts'
import { composeStandalone } from '../../../src/web/graph/standalone.ts'
import { startTestBrowser, type TestBrowser } from '../../support/browser.ts'
import { composeExample } from '../../support/example-file.ts'

const patience = 240_000
const library = createLibrary()
let browser: TestBrowser
let folder: string

beforeAll(async () => {
  browser = await startTestBrowser()
  folder = await mkdtemp(join(tmpdir(), 'plotgate-standalone-'))
}, patience)

afterAll(async () => {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
})

const compose = async (figure: object) =>
  String(
    await composeStandalone(
      { ...readSubmission(Buffer.from(JSON.stringify(figure))), image: null, permalink: null, file: 'graph' },
      library,
    ),
  )

async function openFile(html: string, scripts = true, dark = false) {
  const path = join(folder, 'graph.html')
  await writeFile(path, html)
  // The figure fills the window, and its dots are drawn by the processor.
  const watched = await browser.open({ scripts, dark, width: 480, height: 360 })
  await watched.page.setOfflineMode(true)
  await watched.page.goto(pathToFileURL(path).href, { timeout: patience })
  return watched
}

describe('the standalone file', () => {
  const figures: readonly [string, object, string][] = [
    [
      'a bar chart',
      { data: [{ type: 'bar', x: ['a'], y: [1] }], layout: { title: 'Plain' } },
      '.barlayer path',
    ],
    [
      'base maps',
      {
        data: [{ type: 'choropleth', locationmode: 'USA-states', locations: ['CA', 'NY'], z: [1, 2] }],
        layout: { geo: { scope: 'usa' } },
      },
      '.choroplethlayer path',
    ],
    [
      'TeX',
      { data: [{ x: [1], y: [1] }], layout: { title: { text: '$\\frac{a}{\\cancel{b}}$' } } },
      '[class*=gtitle-math] svg',
    ],
    [
      'a tile map without tiles',
      {
        data: [{ type: 'scattermap', lon: [0], lat: [0] }],
        layout: { map: { style: { version: 8, sources: {}, layers: [] } } },
      },
      '.maplibregl-canvas',
    ],
    [
      'an animation',
      {
        data: [{ x: [1], y: [1] }],
        frames: ['a', 'b'].map(name => ({ name, data: [{ y: [2] }] })),
        layout: {
          sliders: [{ steps: ['a', 'b'].map(label => ({ label, method: 'animate', args: [[label]] })) }],
        },
      },
      '.slider-container',
    ],
  ]

  test.each(figures)(
    'draws %s from disk, asking nobody for anything',
    async (_name, figure, drawn) => {
      const { page, faults, requests } = await openFile(await compose(figure))
      await page.waitForSelector('.is-live', { timeout: patience })
      expect(await page.$(`#live ${drawn}`)).not.toBeNull()
      expect(faults).toEqual([])
      expect(requests.filter(each => !/^(?:file|data|blob):/.test(each))).toEqual([])
      await page.browserContext().close()
    },
    patience,
  )

  test(
    'shows its picture without script',
    async () => {
      const { page } = await openFile(await composeExample(library), false)
      const width = await page.$eval('picture img', image => (image as HTMLImageElement).naturalWidth)
      expect(width).toBe(620)
      await page.browserContext().close()
    },
    patience,
  )

  test(
    'has its data in a table, however many there are',
    async () => {
      const y = Array.from({ length: 40_000 }, (_, i) => 100_000 + i)
      const { page, faults } = await openFile(await compose({ data: [{ y }] }))
      await page.waitForSelector('.is-live', { timeout: patience })
      await page.keyboard.press('t')
      await page.waitForSelector('.table-view tbody td')
      const rows = await page.$eval('.table-view table', table => table.getAttribute('aria-rowcount'))
      expect(rows).toBe('40001')
      expect(faults).toEqual([])
      await page.browserContext().close()
    },
    patience,
  )

  test.each([
    ['is light, as its image is, for a reader who prefers dark', null, 'rgb(255, 255, 255)'],
    ['keeps the theme that was asked for', 'dark', 'rgb(21, 29, 32)'],
  ] as const)(
    'without a script %s',
    async (_, theme, ground) => {
      const figure = readSubmission(Buffer.from('{"data": [{"y": [1, 3]}]}'))
      const parts = { ...figure, image: null, permalink: null, file: 'graph', theme }
      const { page } = await openFile(String(await composeStandalone(parts, library)), false, true)
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground)
      await page.browserContext().close()
    },
    patience,
  )

  test('carries of the library, maps and TeX only what the figure needs', async () => {
    const plain = await compose({ data: [{ y: [1] }] })
    const geo = await compose({ data: [{ type: 'scattergeo', lon: [0], lat: [0] }] })
    const tex = await compose({ data: [{ y: [1] }], layout: { title: { text: '$x$' } } })
    const bar = await compose({ data: [{ type: 'bar', y: [1] }] })
    const gauge = await compose({ data: [{ type: 'indicator', mode: 'gauge', value: 1 }] })
    expect(bar.length).toBeLessThan(1_300_000)
    expect(gauge.length).toBeLessThan(2_000_000)
    expect(plain).not.toContain('id="maps"')
    expect(geo).toContain('{"world_110m":{"type":"Topology"')
    expect(tex.length - plain.length).toBeGreaterThan(2_000_000)
  })

  test('gives hostile texts no way out of their element', async () => {
    const evil = '</script><script>alert(1)</script><!-- \u2028'
    const html = await compose({ data: [{ name: evil, y: [1] }], layout: { title: { text: evil } } })
    expect(html).not.toContain('<script>alert(1)')
    const json = /<script type="application\/json" id="figure">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(JSON.parse(json).data).toEqual([{ name: evil, y: [1] }])
  })
})
