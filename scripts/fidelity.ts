/**
 * `npm run fidelity -- DIR [--sample N] [--out DIR]`: our pictures against `Plotly.toImage` in a plain page of
 * the same browser with the same fonts. A figure is true when at most 0.1 % of its pixels differ.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'puppeteer-core'
import { defaultLook } from '../src/domain/graph.ts'
import { defaultCacheDir } from '../src/render/browser/cache-dir.ts'
import { findBrowser } from '../src/render/browser/find.ts'
import { launchBrowser } from '../src/render/browser/launch.ts'
import { createRenderer } from '../src/render/renderer.ts'

const require = createRequire(import.meta.url)
const sharp = require('sharp') as typeof import('sharp').default
const patience = 180_000
const tolerated = 0.001

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, out: { type: 'string' } },
})
const [directory] = positionals
if (!directory) {
  process.stderr.write('usage: npm run fidelity -- DIR [--sample N] [--out DIR for pictures that differ]\n')
  process.exit(2)
}

interface PlainPlotly {
  toImage(figure: object, options: object): Promise<string>
}

/** A page as a user would write it: the library, TeX and the maps by script tags, nothing else. */
async function openPlainPage(page: Page): Promise<void> {
  const text = (name: string) => readFileSync(require.resolve(name), 'utf8')
  await page.setContent('<!doctype html><meta charset="utf-8"><body></body>')
  await page.evaluate('window.MathJax = { startup: { typeset: false }, svg: { fontCache: "local" } }')
  await page.addScriptTag({ content: text('mathjax/es5/tex-svg.js') })
  await page.addScriptTag({ content: text('plotly.js/dist/plotly-geo-assets.js') })
  await page.evaluate('window.PlotlyGeoAssets = { topojson: window.Plotly.topojson }')
  await page.addScriptTag({ content: text('plotly.js/dist/plotly.min.js') })
}

/** The library's own picture, of a figure whose plain titles it would not read otherwise. */
const reference = (page: Page, data: unknown, layout: object, width: number, height: number) =>
  page.evaluate(
    (figure, options) => (window as unknown as { Plotly: PlainPlotly }).Plotly.toImage(figure, options),
    { data, layout } as object,
    { format: 'png', width, height },
  )

async function differing(one: Uint8Array, other: Uint8Array): Promise<number> {
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

const all = readdirSync(directory)
  .filter(name => name.endsWith('.json'))
  .sort()
const wanted = values.sample ? Number(values.sample) : all.length
const names = Array.from(
  { length: Math.min(wanted, all.length) },
  (_, i) => all[Math.floor((i * all.length) / wanted)]!,
)

const renderer = createRenderer({
  workers: 1,
  browserPath: process.env.BROWSER_PATH || null,
  sandbox: 'auto',
  limits: { drawMs: patience, waitMs: patience },
})
const cacheDir = defaultCacheDir()
const binary = await findBrowser({ browserPath: process.env.BROWSER_PATH || null, cacheDir })
const launched = await launchBrowser({ binary, cacheDir, sandbox: false })
const page = (await launched.browser.pages())[0]!
await openPlainPage(page)

let equal = 0
let same = 0
let compared = 0
let refused = 0
for (const name of names) {
  const { data, layout = {}, frames } = JSON.parse(readFileSync(join(directory, name), 'utf8'))
  const width = layout.width ?? 700
  const height = layout.height ?? 500
  try {
    const theirs = Buffer.from(
      (await reference(page, data, layout, width, height)).split(',')[1] ?? '',
      'base64',
    )
    const figure = {
      data: JSON.stringify(data),
      layout: JSON.stringify({ ...layout, width, height }),
      frames: frames ? JSON.stringify(frames) : null,
    }
    const { images } = await renderer.draw({
      figure: async () => figure,
      formats: ['png'],
      look: defaultLook,
      priority: 'waiting',
    }).result
    const ours = images.get('png')!
    const share = await differing(ours, theirs)
    compared += 1
    if (share === 0) equal += 1
    if (share <= tolerated) same += 1
    else {
      process.stdout.write(`DIFFERS ${name}: ${(share * 100).toFixed(2)} % of pixels\n`)
      if (values.out) {
        mkdirSync(values.out, { recursive: true })
        writeFileSync(join(values.out, name.replace('.json', '.ours.png')), ours)
        writeFileSync(join(values.out, name.replace('.json', '.theirs.png')), theirs)
      }
    }
  } catch (error) {
    refused += 1
    process.stdout.write(
      `REFUSED ${name}: ${String((error as Error).message)
        .split('\n')[0]
        ?.slice(0, 160)}\n`,
    )
    await page.reload().catch(() => {})
    await openPlainPage(page)
  }
}
launched.kill()
await launched.gone
await renderer.close()

process.stdout.write(`
compared             ${compared}
not drawn by either  ${refused}
no pixel differs     ${equal}
at most 0.1 % differ ${same} (${((100 * same) / compared).toFixed(1)} %)
`)
process.exit(same / compared >= 0.99 ? 0 : 1)
