/** Whoever has no Open Sans sees what the picture was laid out with, in the picture and in the interactive figure. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import sharp from 'sharp'
import { facesOf, fontUsageOf } from '../../../src/plotly/font-usage.ts'
import { createLibrary } from '../../../src/web/graph/assets/library.ts'
import { composeStandalone } from '../../../src/web/graph/standalone.ts'
import { exampleGraph, exampleImages } from '../../../src/web/site/example/example.ts'
import { fontAsset, fontFolder } from '../../../src/web/styles/fonts.ts'
import { startTestBrowser, type TestBrowser } from '../../support/browser.ts'
import { composeExample } from '../../support/example-file.ts'
import { type HttpSide, startHttp } from '../../support/http.ts'

const patience = 240_000
const require = createRequire(import.meta.url)

let side: HttpSide
let folder: string
/** A viewer with other fonts than the renderer, whose letters are wider. */
let poor: TestBrowser
/** One with the renderer's own. */
let rich: TestBrowser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-fonts-'))
  const fonts = join(folder, 'fonts.conf')
  const cousine = dirname(require.resolve('@expo-google-fonts/cousine/package.json'))
  await writeFile(
    fonts,
    `<?xml version="1.0"?><fontconfig><dir>${cousine}</dir><cachedir>${folder}/index</cachedir></fontconfig>`,
  )
  ;[side, poor, rich] = await Promise.all([
    startHttp(),
    startTestBrowser([], { FONTCONFIG_FILE: fonts }),
    startTestBrowser(),
  ])
}, patience)

afterAll(async () => {
  await Promise.all([poor?.close(), rich?.close()])
  await side?.close()
  await rm(folder, { recursive: true, force: true })
})

/** The fonts that an element's text is really drawn with; a star marks those that came with the page. */
async function fontsOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.createCDPSession()
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  await session.detach()
  return fonts.map(font => (font.isCustomFont ? '*' : '') + font.familyName)
}

/** Each text of a figure, with its width in pixels. */
const widthsIn = (page: Page, within: string) =>
  page.$$eval(`${within} text`, texts =>
    texts.map(each => [each.textContent ?? '', each.getBoundingClientRect().width] as const).sort(),
  )

/** An svg as an image of a page: its dots, in grey. */
async function shoot({ open }: TestBrowser, svg: Uint8Array): Promise<Uint8Array> {
  const { page } = await open({ width: 620, height: 420, scripts: false })
  const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  await page.setContent(`<body style="margin:0"><img src="${address}">`, { waitUntil: 'load' })
  const png = await page.screenshot()
  await page.browserContext().close()
  return sharp(png).greyscale().raw().toBuffer()
}

/** The share of dots that differ by more than a third of the way from black to white. */
const distance = (one: Uint8Array, other: Uint8Array): number =>
  one.filter((dot, place) => Math.abs(dot - (other[place] ?? 0)) > 85).length / one.length

describe('a viewer without Open Sans', () => {
  test(
    'gets it with the page, and every text of the interactive figure as wide as in the picture',
    async () => {
      const { page, faults, requests } = await poor.open({ width: 620, height: 420 })
      await page.goto(`${side.url}/p/example?embed`)
      await page.waitForSelector('.is-live', { timeout: patience })
      expect(await fontsOf(page, '#live .xtick text')).toEqual(['*Open Sans'])
      expect(await fontsOf(page, '#live .gtitle')).toEqual([expect.stringMatching(/^\*Open Sans/)])
      const live = await widthsIn(page, '#live')

      await page.goto(`${side.url}/p/example.svg`)
      await page.evaluate(() => document.fonts.ready)
      expect(await fontsOf(page, '.xtick text')).toEqual(['*Open Sans'])
      const drawn = await widthsIn(page, 'svg')
      expect(live.map(([text]) => text)).toEqual(drawn.map(([text]) => text))
      expect(drawn.length).toBeGreaterThan(10)
      for (const [place, [, width]] of drawn.entries()) {
        expect(Math.abs(width - (live[place]?.[1] ?? 0))).toBeLessThan(1)
      }
      expect(faults).toEqual([])
      const asked = requests.filter(each => each.endsWith('.woff2'))
      expect(asked.sort()).toEqual(
        [400, 600].map(weight => `${side.url}/p/assets/${fontFolder}/latin-${weight}-normal.woff2`),
      )
      await page.browserContext().close()
    },
    patience,
  )

  test(
    'sees the letters of the picture in it before any script',
    async () => {
      const bytes = Buffer.from(await (await side.call('GET', '/p/example.svg')).arrayBuffer())
      const drawn = await shoot(rich, exampleImages.light)
      expect(distance(await shoot(poor, exampleImages.light), drawn)).toBeGreaterThan(0.01)
      expect(distance(await shoot(poor, bytes), drawn)).toBeLessThan(0.001)
    },
    patience,
  )

  test(
    'has the letters of the site too',
    async () => {
      for (const path of ['/', '/account/sign-in', '/docs', '/p/abcdefghijklmnopqrstu']) {
        const { page, faults } = await poor.open({ width: 390, height: 600 })
        await page.goto(side.url + path)
        await page.evaluate(() => document.fonts.ready)
        expect([path, await fontsOf(page, 'h1')]).toEqual([path, [expect.stringMatching(/^\*Open Sans/)]])
        expect(faults.filter(fault => !fault.includes('404'))).toEqual([])
        await page.browserContext().close()
      }
    },
    patience,
  )

  test(
    'has them in the standalone file with the network off',
    async () => {
      const html = await composeExample(createLibrary())
      const { page, faults } = await poor.open({ width: 620, height: 420 })
      await page.setOfflineMode(true)
      await page.setContent(html)
      await page.waitForSelector('.is-live', { timeout: patience })
      expect(await fontsOf(page, '#live .xtick text')).toEqual(['*Open Sans'])
      expect(faults).toEqual([])
      await page.browserContext().close()
    },
    patience,
  )
})

test(
  'the letters served are as wide as those that pictures are drawn with, in every script, weight and style',
  async () => {
    const words = [
      'Sales by month, 1 234 567.89',
      'Łódź, Győr, Šiauliai',
      'Продажи по месяцам',
      'Πωλήσεις ≥ 5',
    ]
    const looks = facesOf(['latin']).map(
      ({ weight, style }) => `${style} ${weight} 19px "Open Sans", monospace`,
    )
    const measure = (page: Page) =>
      page.evaluate(
        async (words, looks) => {
          const pen = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
          const widths: number[] = []
          for (const look of looks) {
            await document.fonts.load(look, words.join(''))
            pen.font = look
            widths.push(...words.map(word => pen.measureText(word).width))
          }
          return widths
        },
        words,
        looks,
      )
    const html = await composeStandalone(
      {
        ...exampleGraph,
        figure: { ...exampleGraph.figure, data: JSON.stringify([{ name: `<b>${words}</b><i>` }]) },
        image: null,
        permalink: null,
        file: 'graph',
      },
      createLibrary(),
    )
    const style = /<style id="fonts">[\s\S]*?<\/style>/.exec(String(html))?.[0] ?? ''
    const { page } = await poor.open()
    const without = await measure(page)
    await page.setContent(style)
    const served = await measure(page)
    const drawn = await measure((await rich.open()).page)
    expect(drawn).toHaveLength(words.length * looks.length)
    expect(Math.abs((drawn[0] ?? 0) - (without[0] ?? 0))).toBeGreaterThan(10)
    for (const [place, width] of drawn.entries()) {
      expect(Math.abs(width - (served[place] ?? 0))).toBeLessThan(1)
    }
  },
  patience,
)

test('a figure asks for the letters it has: scripts, weights and styles', () => {
  const names = (text: string) =>
    fontUsageOf(text).faces.map(({ subset, weight, style }) => `${subset} ${weight} ${style}`)
  expect(names('{"title":"Plain"}')).toEqual(['latin 400 normal'])
  expect(names('{"weight":600}')).toEqual(['latin 400 normal', 'latin 600 normal'])
  expect(names('font-weight: bold')).toEqual(['latin 400 normal', 'latin 700 normal'])
  expect(names('\\u003ci\\u003e\\u0416')).toEqual([
    ...['latin 400 normal', 'latin 400 italic'],
    ...['cyrillic 400 normal', 'cyrillic 400 italic'],
  ])
  expect(fontUsageOf('α').subsets).toContain('greek')
})

test('a font is kept for ever, may be used from an opaque origin, and is no other file of the disk', async () => {
  const get = (path: string) => side.call('GET', path, { headers: { Origin: 'null' } })
  for (const base of ['/assets', '/p/assets']) {
    const answer = await get(`${base}/${fontFolder}/greek-700-italic.woff2`)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'font/woff2',
      'public, max-age=31536000, immutable',
    ])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(
      Buffer.from(fontAsset('greek-700-italic.woff2')?.bytes ?? []),
    )
    expect((await get(`${base}/${fontFolder}/..%2Fpackage.json`)).status).toBe(404)
  }
  const allowed = (await get(`/p/assets/${fontFolder}/latin-400-normal.woff2`)).headers
  expect(allowed.get('access-control-allow-origin')).toBe('*')
  expect((await get('/')).headers.get('content-security-policy')).toContain("font-src 'self';")
})

test(
  'every script is written in a font that is made for it',
  async () => {
    const scripts = {
      'Noto Sans Arabic': 'المبيعات',
      'Noto Sans Devanagari': 'हिन्दी',
      'Noto Sans Thai': 'ยอดขาย',
      'Chocolate Classical Sans': '売上',
      'Gowun Dodum': '매출',
      'Open Sans': 'מכירות',
    }
    const { page } = await rich.open()
    for (const style of ['', 'font-weight:600', 'font-family:Arial', 'font-family:serif']) {
      for (const [font, text] of Object.entries(scripts)) {
        await page.setContent(`<p style="font-family:'Open Sans';${style}">${text}</p>`)
        const [family, ...others] = await fontsOf(page, 'p')
        const own = font === 'Open Sans' && style.startsWith('font-family') ? /Arimo|Tinos|Open Sans/ : font
        expect({ style, text, family, others }).toEqual({
          style,
          text,
          family: expect.stringMatching(own),
          others: [],
        })
      }
    }
    await page.browserContext().close()
  },
  patience,
)
