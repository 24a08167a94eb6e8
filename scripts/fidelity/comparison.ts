/**
 * Our image of a figure beside `Plotly.toImage` in a plain page of the same browser with the same fonts. What a figure
 * names on other machines is taken out of it first, for both: neither has a network.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'puppeteer-core'
import type { FigureParts } from '../../src/browser/figure/parts.ts'
import { settleFirstFrame, settleSize } from '../../src/browser/figure/prepare.ts'
import { omitRemote } from '../../src/browser/figure/remote.ts'
import { settleTitles } from '../../src/browser/figure/titles.ts'
import { defaultLook } from '../../src/domain/image/look.ts'
import { defaultCacheDir } from '../../src/rendering/chromium/cache-dir.ts'
import { findBrowser } from '../../src/rendering/chromium/find.ts'
import { launchBrowser } from '../../src/rendering/chromium/launch.ts'
import { type Site, siteOrigin } from '../../src/rendering/page/site.ts'
import { serveSite } from '../../src/rendering/page/site-requests.ts'
import { createRenderer } from '../../src/rendering/renderer.ts'

const require = createRequire(import.meta.url)
const sharp = require('sharp') as typeof import('sharp').default
const patience = 180_000

/** A figure is true when at most this share of its pixels differs. */
export const tolerated = 0.001

export interface Comparison {
  /** Of the text of `{data, layout?, frames?}`. */
  ours(figure: string): Promise<Buffer>
  /** Rejects with the library's words where it refuses the figure. */
  theirs(figure: string): Promise<Buffer>
  close(): Promise<void>
}

/** One browser for each side. */
export async function openComparison(browserPath: string | null): Promise<Comparison> {
  const renderer = createRenderer({
    workers: 1,
    browserPath,
    sandbox: 'auto',
    limits: { drawMs: patience, waitMs: patience },
  })
  const cacheDir = defaultCacheDir()
  const binary = await findBrowser({ browserPath, cacheDir })
  const launched = await launchBrowser({ binary, cacheDir, sandbox: false })
  const page = (await launched.browser.pages())[0]!
  await serveSite(await page.createCDPSession(), plainSite)
  await openPlainPage(page)

  return {
    async ours(text) {
      const { data, layout = {}, frames } = JSON.parse(text)
      const figure = {
        data: JSON.stringify(data),
        layout: JSON.stringify(layout),
        frames: frames ? JSON.stringify(frames) : null,
      }
      const request = { figure: async () => figure, look: defaultLook, priority: 'waiting' } as const
      const { images } = await renderer.draw({ ...request, formats: ['png'] }).result
      return Buffer.from(images.get('png')!)
    },

    async theirs(text) {
      try {
        return await libraryImage(page, plainFigure(text))
      } catch (error) {
        // What it left behind must not be in the next image.
        await openPlainPage(page)
        throw error
      }
    },

    async close() {
      launched.kill()
      await launched.gone
      await renderer.close()
    },
  }
}

/** The share of pixels that differ; 1 where the sizes do. */
export async function differing(one: Uint8Array, other: Uint8Array): Promise<number> {
  const read = (png: Uint8Array) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const [a, b] = await Promise.all([read(one), read(other)])
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1
  let count = 0
  for (let at = 0; at < a.data.length; at += 4) {
    // Less than what an eye or another rounding of one edge makes is no difference.
    const far = [0, 1, 2, 3].some(part => Math.abs(a.data[at + part]! - b.data[at + part]!) > 2)
    if (far) count += 1
  }
  return count / (a.data.length / 4)
}

interface PlainPlotly {
  toImage(figure: object, options: object): Promise<string>
}

/** A page as a user would write it: the library, TeX and the maps by script tags, nothing else. */
async function openPlainPage(page: Page): Promise<void> {
  const text = (name: string) => readFileSync(require.resolve(name), 'utf8')
  await page.goto(`${siteOrigin}/`)
  await page.evaluate('window.MathJax = { startup: { typeset: false }, svg: { fontCache: "local" } }')
  await page.addScriptTag({ content: text('mathjax/es5/tex-svg.js') })
  await page.addScriptTag({ content: text('plotly.js/dist/plotly-geo-assets.js') })
  await page.evaluate('window.PlotlyGeoAssets = { topojson: window.Plotly.topojson }')
  await page.addScriptTag({ content: text('plotly.js/dist/plotly.min.js') })
  await page.evaluate(waitForMaps)
}

interface PlainMap {
  once(event: 'idle', then: () => void): void
  triggerRepaint(): void
}

interface PlainPlot extends Element {
  readonly _fullLayout?: Readonly<Record<string, { readonly _subplot?: { readonly map: PlainMap } } | null>>
}

/**
 * In that page: the half second that the library gives its maps begins once they are idle, or will not be. On a busy
 * machine they would not have all their texts by then.
 */
function waitForMaps(): void {
  const later = window.setTimeout
  const mapsOf = ({ _fullLayout: layout }: PlainPlot) =>
    Object.keys(layout ?? {})
      .filter(name => /^map\d*$/.test(name))
      .flatMap(name => layout?.[name]?._subplot?.map ?? [])
  const idle = (map: PlainMap) =>
    new Promise<void>(resolve => {
      later(resolve, 20_000)
      map.once('idle', resolve)
      map.triggerRepaint()
    })
  const patient = (work: () => void, ms?: number, ...given: unknown[]) => {
    if (ms !== 500) return later(work, ms, ...given)
    const maps = [...document.querySelectorAll<PlainPlot>('.js-plotly-plot')].flatMap(mapsOf)
    void Promise.all(maps.map(idle)).then(() => later(work, ms))
    return 0
  }
  Object.assign(window, { setTimeout: patient })
}

/** Maps need an origin of their own; nothing else is answered. */
const plainSite: Site = async path =>
  path === '/'
    ? { type: 'text/html', base64: btoa('<!doctype html><meta charset="utf-8"><body></body>') }
    : null

/**
 * The figure as the library's users would write it: what we change so that it can be drawn is not changed here. Read
 * anew for each drawing, because the library writes into what it is given.
 */
function plainFigure(text: string): FigureParts {
  const { data, layout = {}, frames = [] } = JSON.parse(text)
  const figure: FigureParts = { data, layout, frames }
  settleFirstFrame(figure)
  settleTitles(figure)
  omitRemote(figure, () => {})
  settleSize(figure.layout, { width: null, height: null, offline: true })
  return figure
}

async function libraryImage(page: Page, { data, layout }: FigureParts): Promise<Buffer> {
  const { width, height } = layout
  const address = await page.evaluate(
    // The library leaves itself on the window.
    (figure, options) => (window as unknown as { Plotly: PlainPlotly }).Plotly.toImage(figure, options),
    { data, layout } as object,
    { format: 'png', width, height },
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}
