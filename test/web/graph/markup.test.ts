/** No text of a figure becomes markup in a viewer's browser, on any page that shows graphs: two barriers, each alone. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { drawsByWebgl } from '../../../src/plotly/figure-traits.ts'
import { traceTypes } from '../../../src/plotly/schema/schema.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { startTestBrowser, type TestBrowser, type WatchedPage } from '../../support/browser.ts'
import { harmOn, keepHtmlSinks } from '../../support/harm.ts'
import {
  type HostileFigure,
  hostileFigures,
  hostileFormulas,
  splitRefused,
  withTexts,
} from '../../support/hostile-figures.ts'
import { hostileMaps } from '../../support/hostile-maps.ts'

const patience = 240_000
/** What the policy holds back never ends drawing: after this it would have shown. */
const heldMs = 2_000

/** Harmless, and its page loads all that any figure needs: a button could make any kind of trace of it. */
const anything = {
  data: [{ y: [1, 3, 2], name: '$x$' }],
  layout: {
    geo: {},
    images: [{ source: '' }],
    xaxis: { rangeslider: { visible: false }, calendar: 'julian' },
    updatemenus: [{ visible: false, buttons: [{ method: 'skip', args: traceTypes }] }],
  },
}

let service: TestService
let browser: TestBrowser
let folder: string
let permalink: string
/** What the library draws of the figures for every kind of trace; those of WebGL apart, since they take longer. */
let light: readonly HostileFigure[]
let heavy: readonly HostileFigure[]

beforeAll(async () => {
  service = await startTestService({ RENDER_WORKERS: '1' })
  browser = await startTestBrowser()
  folder = await mkdtemp(join(tmpdir(), 'plotgate-markup-'))
  permalink = await create(anything)
  // The library is the same as the renderer's: what it refuses there is known here.
  const splits = await Promise.all(hostileFigures.map(each => splitRefused(each, async () => true)))
  const taken = splits.map(each => each.taken)
  light = taken.filter(({ name }) => !drawsByWebgl(name))
  heavy = taken.filter(({ name }) => drawsByWebgl(name))
}, patience)

afterAll(async () => {
  await browser.close()
  await service.close()
  await rm(folder, { recursive: true, force: true })
})

async function create(figure: object): Promise<string> {
  const response = await fetch(`${service.baseUrl}/v1/plot`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(figure),
  })
  expect(response.status).toBe(201)
  return ((await response.json()) as { graph: { permalink: string } }).graph.permalink
}

type Prepare = (page: Page) => Promise<unknown>

/** The page once it can draw. */
async function open(address: string, prepare: Prepare): Promise<WatchedPage> {
  const watched = await browser.open({ width: 500, height: 400 })
  await prepare(watched.page)
  await watched.page.goto(address, { timeout: patience })
  // Where the policy alone holds, the page's own figure may be held back as well.
  if (prepare === policyAlone) await watched.page.waitForFunction('window.Plotly', { timeout: patience })
  else await watched.page.waitForSelector('.is-live', { timeout: patience })
  return watched
}

/** What the library leaves on the page's window. */
type Library = Record<'newPlot' | 'purge', (element: Element, figure?: object) => Promise<void>>

/** Has the page's library draw another figure where its own stands; whether it could. */
const redraw = (page: Page, { data, layout }: HostileFigure, withinMs: number): Promise<boolean> =>
  page.evaluate(
    async (figure, ms) => {
      const { Plotly } = window as unknown as { Plotly: Library }
      const live = document.getElementById('live') as HTMLElement & { _context?: { topojsonURL: string } }
      // The page knows where its base maps are.
      Object.assign(figure.config, { topojsonURL: live._context?.topojsonURL })
      void Plotly.purge(live)
      const late = new Promise<boolean>(resolve => setTimeout(() => resolve(false), ms))
      const drawn = Plotly.newPlot(live, figure).then(
        () => true,
        () => false,
      )
      return Promise.race([drawn, late])
    },
    { data, layout, config: { displaylogo: false } },
    withinMs,
  )

/** Shows the label of the first point, as a reader's pointer would. */
const hover = (page: Page) =>
  page.evaluate(() => {
    const { Plotly } = window as unknown as { Plotly: { Fx: { hover(of: Element, points: object[]): void } } }
    try {
      Plotly.Fx.hover(document.getElementById('live')!, [{ curveNumber: 0, pointNumber: 0 }])
    } catch {
      // Some kinds have no such label.
    }
  })

/** Draws them all on one page; what became of them, by name. */
async function walk(watched: WatchedPage, figures: readonly HostileFigure[], withinMs = 60_000) {
  const { page, requests, dialogs } = watched
  const address = page.url()
  const drawn: string[] = []
  const harm: string[] = []
  for (const figure of figures) {
    requests.length = 0
    if (await redraw(page, withTexts(figure), withinMs)) drawn.push(figure.name)
    await hover(page)
    const asked = requests.filter(each => each.startsWith('https://a.invalid/'))
    const found = [...asked, ...dialogs.splice(0), ...(await harmOn(page))]
    if (found.length > 0) harm.push(`${figure.name}: ${found.join(', ')}`)
  }
  expect(page.url()).toBe(address)
  expect(page.frames()).toHaveLength(1)
  await page.browserContext().close()
  return { drawn, harm }
}

async function standaloneFile(): Promise<string> {
  const file = join(folder, 'graph.html')
  await writeFile(file, Buffer.from(await (await fetch(`${permalink}.html`)).arrayBuffer()))
  return pathToFileURL(file).href
}

const surfaces: readonly (readonly [string, () => Promise<string>])[] = [
  ['the page of a graph', async () => permalink],
  ['its embed', async () => `${permalink}?embed`],
  ['its standalone file', standaloneFile],
]
const both: Prepare = async () => {}
const sinksAlone: Prepare = page => page.setBypassCSP(true)
const policyAlone: Prepare = page => page.evaluateOnNewDocument(keepHtmlSinks)
const neither: Prepare = page => Promise.all([sinksAlone(page), policyAlone(page)])

describe.each(surfaces)('the texts of figures on %s', (surface, addressOf) => {
  const others = [...hostileMaps, ...hostileFormulas]
  const become = async (figures: readonly HostileFigure[], prepare: Prepare) => {
    const { drawn, harm } = await walk(await open(await addressOf(), prepare), figures)
    expect(harm).toEqual([])
    expect(drawn).toEqual(figures.map(({ name }) => name))
  }

  test(
    'become no markup with closed sinks alone, whatever attribute of whatever trace they stand in',
    // The same script draws on all three: every kind of trace on one, maps and formulas on each.
    () => become([...(surface === 'the page of a graph' ? light : []), ...others], sinksAlone),
    patience,
  )

  test('become no markup with both barriers', () => become(others, both), patience)

  test(
    'become no markup with the policy alone',
    async () => {
      const { harm } = await walk(await open(await addressOf(), policyAlone), hostileMaps, heldMs)
      expect(harm).toEqual([])
    },
    patience,
  )
})

test.each([
  ['closed sinks', sinksAlone],
  ['the policy', policyAlone],
])(
  'the texts of figures that WebGL draws become no markup with %s alone',
  async (_, prepare) => {
    const { drawn, harm } = await walk(
      await open(permalink, prepare),
      heavy,
      prepare === policyAlone ? heldMs : undefined,
    )
    expect(harm).toEqual([])
    if (prepare === sinksAlone) expect(drawn).toEqual(heavy.map(({ name }) => name))
  },
  3 * patience,
)

test(
  'the texts of figures would become markup with neither barrier: the walk sees it',
  async () => {
    const seen = open(permalink, neither).then(watched => walk(watched, hostileMaps.slice(0, 1)))
    // The page may be gone before the walk comes to look.
    await expect(seen.then(({ harm }) => expect(harm).toEqual([]))).rejects.toThrow()
  },
  patience,
)
