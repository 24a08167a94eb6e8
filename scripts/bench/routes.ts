/** Ways from a figure to a png inside one warm page, taken in turn: what each costs, and whether pixels agree. */

import puppeteer from 'puppeteer-core'
import sharp from 'sharp'
import { browserArguments } from '../../src/rendering/chromium/arguments.ts'
import { createSite, siteOrigin } from '../../src/rendering/page/site.ts'
import { serveSite } from '../../src/rendering/page/site-requests.ts'
import { processorTime } from '../service/usage.ts'
import { referenceFigure } from './figures.ts'
import { type Measurement, median, type Row } from './measure.ts'
import { pageRoutes, type RouteName } from './page-routes.ts'
import { browserScript, cacheDir } from './tools.ts'

const routes: Readonly<Record<RouteName, string>> = {
  toImage: 'newPlot, then Plotly.toImage',
  svg: 'newPlot and svg alone',
  image: 'newPlot, svg, Image, canvas, toBlob',
  plotgate: 'newPlot painted as it stands, own encoder',
}
const rounds = 8
const perRound = 10

export async function measureRoutes(): Promise<Measurement> {
  const browser = await puppeteer.launch({
    executablePath: await browserScript(),
    args: [
      ...browserArguments({ sandbox: process.getuid?.() !== 0, profileDir: `${cacheDir}/profile` }),
      'about:blank',
    ],
    ignoreDefaultArgs: true,
    pipe: true,
  })
  try {
    const page = (await browser.pages())[0]!
    await serveSite(await page.createCDPSession(), createSite())
    await page.goto(`${siteOrigin}/`, { timeout: 120_000 })
    await page.evaluate(`window.routes = (${pageRoutes})()`)
    let seed = 0
    const take = (route: string, number = seed++) =>
      page.evaluate(`routes.${route}(${JSON.stringify(referenceFigure(number))})`) as Promise<string>

    const names = Object.keys(routes) as RouteName[]
    const took = new Map(names.map(name => [name, [] as number[]]))
    const cost = new Map(names.map(name => [name, [] as number[]]))
    for (const name of names) for (let warm = 0; warm < 30; warm++) await take(name)
    for (let round = 0; round < rounds; round++) {
      for (const name of names) {
        const [before, begun] = [processorTime(), performance.now()]
        for (let step = 0; step < perRound; step++) await take(name)
        took.get(name)!.push((performance.now() - begun) / perRound)
        if (before !== null) cost.get(name)!.push((processorTime()! - before) / perRound)
      }
    }

    const rows: Row[] = names.flatMap(name => [
      { what: routes[name], value: median(took.get(name)!), unit: 'ms/chart' },
      { what: `${routes[name]}: processor time`, value: median(cost.get(name)!), unit: 'ms/chart' },
    ])
    const truth = await pixels(await take('toImage', 1))
    const own = await pixels(await take('plotgate', 1))
    const differ = own.filter((byte, at) => byte !== truth[at]).length
    rows.push({ what: `${routes.plotgate}: pixel bytes unlike toImage`, value: differ, unit: '' })
    for (const name of ['toImage', 'plotgate'] as const) {
      const size = Buffer.from(await take(name, 1), 'base64').length
      rows.push({ what: `${routes[name]}: file`, value: size / 1024, unit: 'KiB' })
    }
    return { name: 'routes', rows, missing: [] }
  } finally {
    await browser.close()
  }
}

const pixels = (png: string): Promise<Buffer> =>
  sharp(Buffer.from(png, 'base64')).ensureAlpha().raw().toBuffer()
