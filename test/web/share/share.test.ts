/** "Share chart…" of plotly.js on another site's page, received by `/new`, in a real browser. */

import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { createOperator } from '../../../src/accounts/operator.ts'
import { traceTypes } from '../../../src/plotly/schema/schema.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { bePatient, startTestBrowser, type TestBrowser, takeCookies } from '../../support/browser.ts'
import { drawableTrace } from '../../support/drawable-traces.ts'
import { Visitor } from '../../support/visitor.ts'

const plotly = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`plotly.js/dist/${name}`))
/** Outlines of countries, which the library would fetch from elsewhere. */
const outlines = 'window.PlotlyGeoAssets = { topojson: Plotly.topojson }'
const scripts: Readonly<Record<string, string | Buffer>> = {
  '/geo.js': `${plotly('plotly-geo-assets.js')};${outlines}`,
  '/plotly.js': plotly('plotly.min.js'),
}
const figure = {
  data: [
    { type: 'bar', x: ['a', 'b'], y: [1, 2.5], name: 'Ships' },
    { type: 'pie', labels: ['x', 'y'], values: [3, 4], domain: { x: [0.6, 1] } },
  ],
  layout: { title: { text: 'Harbour' }, xaxis: { domain: [0, 0.5] } },
}

/** As a site sets it; its bar of tools stays in sight. */
const config = () => ({ plotlyServerURL: `${service.baseUrl}/new`, displayModeBar: true })

let service: TestService
let browser: TestBrowser
/** A site on another origin whose page has a chart. */
let site: Server
let siteOrigin = ''
let visitor: Visitor

beforeAll(async () => {
  service = await startTestService({ SIGNUP: 'open', RENDER_WORKERS: '1' })
  browser = await startTestBrowser()
  site = createServer((request, response) => {
    const script = scripts[request.url ?? '']
    if (script) return response.setHeader('Content-Type', 'text/javascript').end(script)
    response.setHeader('Content-Type', 'text/html').end(
      `<!doctype html><script src="/geo.js"></script><script src="/plotly.js"></script><div id="chart"></div>
<script>Plotly.newPlot('chart', ${JSON.stringify(figure.data)}, ${JSON.stringify(figure.layout)}, ${JSON.stringify(config())})</script>`,
    )
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  siteOrigin = `http://localhost:${(site.address() as AddressInfo).port}`
  visitor = new Visitor(service.baseUrl)
  await visitor.get(`/account/link/${await createOperator(service.app.store).invite('ada@example.org')}`)
  await visitor.post('/account/link', { password: 'tidal lantern orbit moss' })
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
  site?.close()
})

/** The chart's page, and the tab that its share button opened. */
async function share(signedIn: boolean): Promise<{ chart: Page; receiver: Page }> {
  const chart = await openChart(signedIn)
  return { chart, receiver: await pressShare(chart) }
}

async function openChart(signedIn: boolean): Promise<Page> {
  const { page: chart } = await browser.open()
  if (signedIn) await takeCookies(chart, visitor)
  await chart.goto(siteOrigin)
  await chart.waitForFunction(() => document.querySelector('#chart .main-svg') !== null)
  return chart
}

/** One click on the chart's button and one confirmation. */
async function pressShare(chart: Page): Promise<Page> {
  const opened = popupOf(chart)
  await chart.click('.modebar-btn[data-title^="Share chart"]')
  await chart.click('.plotly-cloud-dialog-btn--confirm')
  const receiver = await opened
  await untilShown(receiver, '#publish')
  return receiver
}

const popupOf = (page: Page) =>
  new Promise<Page>(resolve => page.once('popup', popup => resolve(bePatient(popup as Page))))

/** Waits for a part of the receiver; fails with what the page says as soon as it says that the part will not come. */
async function untilShown(receiver: Page, part: '#publish' | '#published'): Promise<void> {
  const told = await receiver.waitForFunction(
    (selector, progress) => {
      if (document.querySelector(`${selector}:not([hidden])`)) return 'shown'
      const said = document.getElementById('said')?.textContent ?? ''
      return progress.includes(said) ? null : said
    },
    {},
    part,
    ['', 'Waiting for the chart…', 'Publishing…'],
  )
  expect(await told.jsonValue()).toBe('shown')
}

/** Presses Publish; returns what is stored then. */
async function publish(receiver: Page): Promise<{ data: unknown; layout: object }> {
  await receiver.click('#publish button')
  await untilShown(receiver, '#published')
  return (await fetch(`${await shared(receiver)}.json`)).json()
}

/** What the chart's page has, as the library writes it. */
const graphJson = (chart: Page): Promise<{ data: object[]; layout: object }> =>
  chart.evaluate(() => {
    const { Plotly } = window as unknown as { Plotly: { Plots: { graphJson(gd: unknown): string } } }
    return JSON.parse(Plotly.Plots.graphJson(document.getElementById('chart')))
  })

const shared = (page: Page) => page.$eval('#permalink', input => (input as HTMLInputElement).value)

describe('a chart of another site', () => {
  test('is shown, and stored as it was sent when Publish is pressed', async () => {
    const { chart, receiver } = await share(true)
    const preview = await (await receiver.waitForSelector('#preview'))?.contentFrame()
    await preview?.waitForSelector('.main-svg')
    expect(await receiver.$eval('#title', input => (input as HTMLInputElement).value)).toBe('Harbour')

    const text = () => receiver.$eval('#share', share => share.textContent)
    expect(await text()).toContain('Nothing is stored until you press Publish.')
    const stored = await publish(receiver)
    expect(await text()).not.toContain('Nothing is stored')
    const sent = await graphJson(chart)
    expect(stored.data).toEqual(sent.data)
    expect(stored.layout).toMatchObject(sent.layout)
    // The file that travels from here has a button that leads back.
    const file = await (await fetch(`${await shared(receiver)}.html`)).text()
    expect(file).toContain(`"share":"${service.baseUrl}/new"`)
    await chart.browserContext().close()
  })

  test('may come from a page that names the service by PLOTLYENV, and get another title first', async () => {
    const chart = await openChart(true)
    await chart.evaluate(address => {
      const { Plotly, document } = window as unknown as {
        Plotly: { react(gd: unknown, data: unknown, layout: unknown, config: object): void }
        document: Document
      }
      const plot = document.getElementById('chart') as unknown as { data: unknown; layout: unknown }
      Object.assign(window, { PLOTLYENV: { BASE_URL: address } })
      Plotly.react(plot, plot.data, plot.layout, { displayModeBar: true, plotlyServerURL: '' })
    }, `${service.baseUrl}/new`)
    const receiver = await pressShare(chart)
    await receiver.$eval('#title', input => {
      ;(input as HTMLInputElement).value = 'Harbour, corrected'
    })
    const stored = await publish(receiver)
    expect(stored.layout).toHaveProperty('title', { text: 'Harbour, corrected' })
    await chart.browserContext().close()
  })

  test('may come from a button of the page itself, as docs/clients.md has it', async () => {
    const manual = readFileSync(new URL('../../../docs/clients.md', import.meta.url), 'utf8')
    const code = manual.match(/^function shareChart.*?^}/ms)?.[0] ?? ''
    const chart = await openChart(true)
    const opened = popupOf(chart)
    await chart.evaluate(
      (text, address) =>
        new Function('chart', 'address', `${text}; shareChart(chart, address)`)(
          document.getElementById('chart'),
          address,
        ),
      code,
      service.baseUrl,
    )
    const receiver = await opened
    await untilShown(receiver, '#publish')
    expect((await publish(receiver)).data).toEqual((await graphJson(chart)).data)
    await chart.browserContext().close()
  })

  // Several in a chart: each figure is a tab and a graph.
  const atOnce = 8
  const groups = Array.from({ length: Math.ceil(traceTypes.length / atOnce) }, (_, place) =>
    traceTypes.slice(place * atOnce, (place + 1) * atOnce),
  )
  test.each(groups.map(types => ({ types, name: types.join(', ') })))(
    'is stored as the library writes it: $name',
    async ({ types }) => {
      const chart = await openChart(true)
      await chart.evaluate(
        (data, layout, given) => {
          const { Plotly } = window as unknown as {
            Plotly: { newPlot(id: string, data: unknown, layout: object, config: object): Promise<unknown> }
          }
          return Plotly.newPlot('chart', data, layout, given).then(() => {})
        },
        types.map(drawableTrace),
        { map: { style: { version: 8, sources: {}, layers: [] } } },
        config(),
      )
      const sent = await graphJson(chart)
      expect(sent.data.map(trace => (trace as { type: string }).type)).toEqual(types)
      const stored = await publish(await pressShare(chart))
      expect(stored.data).toEqual(sent.data)
      expect(stored.layout).toMatchObject(sent.layout)
      await chart.browserContext().close()
    },
  )

  test('stores nothing for who is not signed in, and says what to do', async () => {
    const before = await countGraphs()
    const { chart, receiver } = await share(false)
    await receiver.click('#publish button')
    await receiver.waitForFunction(() => document.getElementById('said')?.textContent?.startsWith('Sign in'))
    const gap = await receiver.evaluate(() => {
      const edges = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
      return edges('#said').top - edges('#publish button').bottom
    })
    // Where whoever pressed the button looks.
    expect(gap).toBeGreaterThanOrEqual(0)
    expect(gap).toBeLessThan(40)
    expect(await countGraphs()).toBe(before)
    await chart.browserContext().close()
  })

  test('can be published later if the service cannot be reached', async () => {
    const { chart, receiver } = await share(true)
    await receiver.setOfflineMode(true)
    await receiver.click('#publish button')
    await receiver.waitForFunction(() =>
      document.getElementById('said')?.textContent?.startsWith('The service cannot be reached.'),
    )
    await receiver.setOfflineMode(false)
    expect((await publish(receiver)).layout).toHaveProperty('title', { text: 'Harbour' })
    await chart.browserContext().close()
  })

  test('is told with each of its faults where it cannot be stored', async () => {
    const { chart, receiver, send } = await openReceiver(true)
    await send({ data: [{ type: 'bars' }, { type: 'pies' }], layout: {} })
    await untilShown(receiver, '#publish')
    await receiver.click('#publish button')
    await receiver.waitForFunction(() =>
      document.getElementById('said')?.textContent?.includes('data[1].type'),
    )
    const said = await receiver.$eval('#said', each => each.textContent ?? '')
    expect(said.split('\n')).toHaveLength(3)
    expect(said).toContain('data[0].type: ')
    expect(said).not.toContain('see details')
    await chart.browserContext().close()
  })

  test('is taken once, and from the page that opened the tab alone', async () => {
    const { chart, receiver } = await share(true)
    await receiver.evaluate(() => {
      window.postMessage({ type: 'chart', chart: { data: [], layout: { title: { text: 'Forged' } } } }, '*')
    })
    await receiver.evaluate(() => new Promise(resolve => setTimeout(resolve, 50)))
    expect(await receiver.$eval('#title', input => (input as HTMLInputElement).value)).toBe('Harbour')
    await chart.browserContext().close()
  })
})

/** A tab for charts that the opening page sends by itself. */
async function openReceiver(signedIn = false): Promise<{
  chart: Page
  receiver: Page
  send: (chart: object) => Promise<void>
}> {
  const { page: chart } = await browser.open()
  if (signedIn) await takeCookies(chart, visitor)
  await chart.goto(siteOrigin)
  const opened = popupOf(chart)
  await chart.evaluate(async url => {
    const ready = new Promise(resolve => addEventListener('message', resolve, { once: true }))
    Object.assign(window, { receiver: window.open(`${url}?origin=${encodeURIComponent(location.origin)}`) })
    await ready
  }, `${service.baseUrl}/new`)
  const send = (sent: object) =>
    chart.evaluate(message => {
      const { receiver } = window as unknown as { receiver: Window }
      receiver.postMessage({ type: 'chart', chart: message }, '*')
    }, sent)
  return { chart, receiver: await opened, send }
}

const titleIn = (page: Page) => page.$eval('#title', input => (input as HTMLInputElement).value)

describe('of what the opening page sends', () => {
  test('the first chart counts, and is drawn with the parts of the library that it needs', async () => {
    const { chart, receiver, send } = await openReceiver()
    await send(figure)
    await untilShown(receiver, '#publish')
    await send({ data: [], layout: { title: { text: 'Second' } } })
    const frame = await (await receiver.waitForSelector('#preview'))?.contentFrame()
    await frame?.waitForSelector('.main-svg')
    expect(await titleIn(receiver)).toBe('Harbour')
    const scripts = await frame?.$$eval('script[src]', all => all.map(script => script.getAttribute('src')))
    const names = scripts?.map(address => /assets\/(?:plotly-)?([a-z]+)/.exec(address ?? '')?.[1])
    expect(names).toEqual(['core', 'bar', 'pie', 'preview'])
    // Tools would cover the title.
    expect(await frame?.$('.modebar')).toBeNull()
    await chart.browserContext().close()
  })

  test('a chart that cannot be stored is told, and a later one changes nothing', async () => {
    const { chart, receiver, send } = await openReceiver()
    await send({ data: [{ x: ['x'.repeat(11 * 2 ** 20)] }] })
    const said = () => document.getElementById('said')?.textContent?.includes('stores up to')
    await receiver.waitForFunction(said)
    await send(figure)
    await receiver.evaluate(() => new Promise(resolve => setTimeout(resolve, 50)))
    expect(await receiver.$eval('#publish', form => (form as HTMLFormElement).hidden)).toBe(true)
    await chart.browserContext().close()
  })
})

/** In the gallery of the account that the suite signs in with. */
const countGraphs = async (): Promise<number> =>
  (await visitor.get('/account/graphs')).text.split('<img ').length

describe('the page', () => {
  test('keeps its opener, is framed by nobody, and is not stored', async () => {
    const { headers } = await fetch(`${service.baseUrl}/new?origin=${encodeURIComponent(siteOrigin)}`)
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test.each(['javascript:alert(1)', 'https://example.org/path', 'example.org', '*'])(
    'refuses the origin %s',
    async origin => {
      const { status } = await fetch(`${service.baseUrl}/new?origin=${encodeURIComponent(origin)}`)
      expect(status).toBe(400)
    },
  )

  test('says what it is for where it was opened by hand', async () => {
    const text = await (await fetch(`${service.baseUrl}/new`)).text()
    expect(text).toContain('plotlyServerURL')
    expect(text).toContain(`'${service.baseUrl}/new'`)
  })

  test('takes no chart from another origin, nor without a session', async () => {
    const post = (headers: Record<string, string>) =>
      fetch(`${service.baseUrl}/new`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(figure),
      })
    expect((await post({ Origin: siteOrigin })).status).toBe(403)
    expect((await post({ Origin: new URL(service.baseUrl).origin })).status).toBe(401)
  })
})
