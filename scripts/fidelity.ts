/**
 * `npm run fidelity -- DIR [--sample N] [--only PATTERN] [--out DIR]`: our images against `Plotly.toImage` in a
 * plain page of the same browser with the same fonts. A figure is true when at most 0.1 % of its pixels differ.
 * What a figure names on other machines is taken out of it first, for both: neither has a network.
 */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'puppeteer-core'
import type { FigureParts } from '../src/browser/figure/parts.ts'
import { prepareFigure } from '../src/browser/figure/prepare.ts'
import type { JsonObject } from '../src/browser/json.ts'
import { defaultLook } from '../src/domain/graph/graph.ts'
import { defaultCacheDir } from '../src/rendering/chromium/cache-dir.ts'
import { findBrowser } from '../src/rendering/chromium/find.ts'
import { launchBrowser } from '../src/rendering/chromium/launch.ts'
import { type Site, siteOrigin } from '../src/rendering/page/site.ts'
import { serveSite } from '../src/rendering/page/site-requests.ts'
import { createRenderer } from '../src/rendering/renderer.ts'

const require = createRequire(import.meta.url)
const sharp = require('sharp') as typeof import('sharp').default
const patience = 180_000
const tolerated = 0.001

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, only: { type: 'string' }, out: { type: 'string' } },
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
  await page.goto(`${siteOrigin}/`)
  await page.evaluate('window.MathJax = { startup: { typeset: false }, svg: { fontCache: "local" } }')
  await page.addScriptTag({ content: text('mathjax/es5/tex-svg.js') })
  await page.addScriptTag({ content: text('plotly.js/dist/plotly-geo-assets.js') })
  await page.evaluate('window.PlotlyGeoAssets = { topojson: window.Plotly.topojson }')
  await page.addScriptTag({ content: text('plotly.js/dist/plotly.min.js') })
}

/** Maps need an origin of their own; nothing else is answered. */
const plainSite: Site = async path =>
  path === '/'
    ? { type: 'text/html', base64: btoa('<!doctype html><meta charset="utf-8"><body></body>') }
    : null

/** The library's own image. */
async function reference(page: Page, { data, layout }: FigureParts): Promise<Buffer> {
  const { width, height } = layout
  const address = await page.evaluate(
    (figure, options) => (window as unknown as { Plotly: PlainPlotly }).Plotly.toImage(figure, options),
    { data, layout } as object,
    { format: 'png', width, height },
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

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

const only = new RegExp(values.only ?? '')
const all = readdirSync(directory)
  .filter(name => name.endsWith('.json') && only.test(name))
  .sort()
const wanted = values.sample ? Math.min(Number(values.sample), all.length) : all.length
const names = Array.from({ length: wanted }, (_, i) => all[Math.floor((i * all.length) / wanted)]!)

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
await serveSite(await page.createCDPSession(), plainSite)
await openPlainPage(page)

/** Read anew for each drawing: the steps and the library write into what they are given. */
function read(name: string): FigureParts & { omitted: readonly string[] } {
  const { data, layout = {}, frames = [] } = JSON.parse(readFileSync(join(directory!, name), 'utf8'))
  const asIs = { width: null, height: null, theme: null, background: null, offline: true }
  return prepareFigure({ data, layout: layout as JsonObject, frames }, asIs, { measure: null })
}

async function ours(name: string): Promise<Buffer> {
  const { data, layout, frames } = JSON.parse(readFileSync(join(directory!, name), 'utf8'))
  const figure = {
    data: JSON.stringify(data),
    layout: JSON.stringify(layout ?? {}),
    frames: frames ? JSON.stringify(frames) : null,
  }
  const request = { figure: async () => figure, look: defaultLook, priority: 'waiting' } as const
  const { images } = await renderer.draw({ ...request, formats: ['png'] }).result
  return Buffer.from(images.get('png')!)
}

function keep(name: string, which: string, png: Buffer): void {
  if (!values.out) return
  mkdirSync(values.out, { recursive: true })
  writeFileSync(join(values.out, name.replace('.json', `.${which}.png`)), png)
}

const firstLine = (error: unknown) =>
  String((error as Error).message)
    .split('\n')[0]!
    .slice(0, 160)
const told = (share: number) => `${(share * 100).toFixed(2)} % of pixels`
const counts = { equal: 0, within: 0, unsteady: 0, beyond: 0, refused: 0, faulty: 0 }
const began = performance.now()

/** One figure: which of the counts it belongs to. */
async function compare(name: string): Promise<keyof typeof counts> {
  const [mine, theirs] = await Promise.allSettled([ours(name), reference(page, read(name))])
  if (theirs.status === 'rejected') {
    await openPlainPage(page)
    const both = mine.status === 'rejected'
    const how = both ? 'by neither' : 'by us alone'
    process.stdout.write(`REFUSED  ${name}: drawn ${how}; the library says: ${firstLine(theirs.reason)}\n`)
    return 'refused'
  }
  if (mine.status === 'rejected') {
    process.stdout.write(`FAULT    ${name}: the library draws it, we do not: ${firstLine(mine.reason)}\n`)
    return 'faulty'
  }
  const share = await differing(mine.value, theirs.value)
  if (share <= tolerated) return share === 0 ? 'equal' : 'within'
  keep(name, 'ours', mine.value)
  keep(name, 'theirs', theirs.value)
  // What the library itself draws otherwise each time cannot be compared.
  const again = await differing(theirs.value, await reference(page, read(name)))
  if (again > tolerated) {
    process.stdout.write(
      `UNSTEADY ${name}: ${told(share)}; the library's own two pictures differ by ${told(again)}\n`,
    )
    return 'unsteady'
  }
  process.stdout.write(`DIFFERS  ${name}: ${told(share)}\n`)
  return 'beyond'
}

try {
  for (const [at, name] of names.entries()) {
    counts[await compare(name)] += 1
    if (process.stderr.isTTY) process.stderr.write(`\r${at + 1}/${names.length} `)
  }
} finally {
  launched.kill()
  await launched.gone
  await renderer.close()
}

const { equal, within, unsteady, beyond, refused, faulty } = counts
const compared = equal + within + beyond + unsteady + faulty
const share = (equal + within) / Math.max(1, compared)
process.stdout.write(`
figures                      ${names.length}
refused by the library       ${refused}
compared                     ${compared}
  no pixel differs           ${equal}
  at most 0.1 % differ       ${within}
  more differ                ${beyond}
  the library itself differs ${unsteady}
  not drawn by us            ${faulty}
true                         ${equal + within} of ${compared} (${(share * 100).toFixed(1)} %, at least 99 % wanted)
seconds                      ${((performance.now() - began) / 1000).toFixed(0)}
`)
process.exit(share >= 0.99 ? 0 : 1)
