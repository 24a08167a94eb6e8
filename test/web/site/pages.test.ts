/** The landing page and the error page in a real browser: look, policy, accessibility. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { startTestService, type TestService } from '../../support/app.ts'
import { violationsOf } from '../../support/axe.ts'
import { startTestBrowser, type TestBrowser } from '../../support/browser.ts'

const patience = 240_000
let service: TestService
let browser: TestBrowser

beforeAll(async () => {
  service = await startTestService({ RENDER_WORKERS: '1' })
  browser = await startTestBrowser()
}, patience)

afterAll(async () => {
  await browser.close()
  await service.close()
})

/** Notes each label that the copying button has from now on: it says what it did for two seconds only. */
const noteLabels = (page: Page) =>
  page.$eval('[data-copy]', button => {
    const labels: (string | null)[] = []
    new MutationObserver(() => labels.push(button.textContent)).observe(button, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    Object.assign(globalThis, { labels })
  })

const labelsNoted = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { labels: (string | null)[] }).labels)

const looks = [
  ['a wide screen in the light', {}],
  ['a phone in the dark', { phone: true, dark: true }],
] as const

describe('what every site is asked for', () => {
  test('a favicon: an icon file that holds a png', async () => {
    const answer = await fetch(`${service.baseUrl}/favicon.ico`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
    expect(bytes.readUInt32LE(14)).toBe(bytes.length - 22)
    expect(bytes.toString('latin1', 23, 26)).toBe('PNG')
  })

  test('robots.txt: account pages are not for crawlers', async () => {
    const text = await (await fetch(`${service.baseUrl}/robots.txt`)).text()
    expect(text).toMatch(/^User-agent: \*\n(Disallow: \/.+\n)+$/)
    expect(text).toContain('Disallow: /account')
  })

  test('graphs stay out of indexes', async () => {
    const answer = await fetch(`${service.plotUrl}/example`)
    expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  })
})

describe('the landing page', () => {
  test('the addresses of a graph are those at which it is', async () => {
    const text = await (await fetch(service.baseUrl)).text()
    const shown = [...text.matchAll(/<code>([^<]*\/):graph_id/g)].map(([, place]) => place)
    expect(shown).toEqual(['/p/', '/p/', '/p/', '/v1/graph/'])
    expect(new URL(`${service.plotUrl}/`).pathname).toBe(shown[0])
  })

  test.each(looks)(
    'on %s shows a live graph, fits, and passes axe',
    async (_name, options) => {
      const { page, faults, requests } = await browser.open(options)
      await page.goto(`${service.baseUrl}/`, { timeout: patience })
      const frame = await page.waitForFrame(each => each.url().includes('/example'), { timeout: patience })
      await frame.waitForSelector('.is-live', { timeout: patience })
      const groundOf = (element: Element) => getComputedStyle(element).backgroundColor
      expect(await frame.$eval('.box', groundOf)).toBe(await page.$eval('.hero-graph iframe', groundOf))
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await violationsOf(page, { iframes: false })).toEqual([])
      expect(faults).toEqual([])
      expect(
        requests.filter(each => !each.startsWith(service.baseUrl) && !/^(?:data|blob):/.test(each)),
      ).toEqual([])
      await page.browserContext().close()
    },
    patience,
  )

  test('shows a curl line that works when its key is put in', async () => {
    const text = await (await fetch(`${service.baseUrl}/`)).text()
    const curl = /<code id="request">([\s\S]*?)<\/code>/.exec(text)?.[1] ?? ''
    const body =
      curl
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
        .match(/-d '([\s\S]*)'$/)?.[1] ?? ''
    expect(curl).toContain(`curl ${service.baseUrl}/v1/graph `)
    const response = await fetch(`${service.baseUrl}/v1/graph`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.key}`, 'Content-Type': 'application/json' },
      body,
    })
    expect(response.status).toBe(201)
  })

  test.each([
    ['by the clipboard', true],
    ['by selecting it, where the clipboard is closed', false],
  ])(
    'copies that line with the keyboard, %s, and says so',
    async (_how, clipboard) => {
      const { page, faults } = await browser.open()
      await page.browserContext().overridePermissions(service.baseUrl, ['clipboard-read', 'clipboard-write'])
      await page.goto(`${service.baseUrl}/`, { timeout: patience })
      if (!clipboard) {
        await page.evaluate(() => {
          navigator.clipboard.writeText = () => Promise.reject(new Error('closed'))
        })
      }
      await page.waitForSelector('[data-copy]:not([hidden])')
      await noteLabels(page)
      await page.focus('[data-copy]')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.getElementById('said')?.textContent === 'Copied')
      expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-copy'))).toBe(true)
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toMatch(/^curl \S+\/v1\/graph \\\n[\s\S]+\}'$/)
      expect(copied).toBe(await page.$eval('#request', code => code.textContent))
      await page.waitForFunction(() => (globalThis as unknown as { labels: unknown[] }).labels.length > 1)
      expect(await labelsNoted(page)).toEqual(['Copied', 'Copy the request'])
      expect(faults).toEqual([])
      await page.browserContext().close()
    },
    patience,
  )

  test(
    'where it cannot copy it leaves the line selected, and says which keys do',
    async () => {
      const { page } = await browser.open()
      await page.goto(`${service.baseUrl}/`, { timeout: patience })
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('closed'))
        document.execCommand = () => false
      })
      await page.waitForSelector('[data-copy]:not([hidden])')
      await noteLabels(page)
      await page.click('[data-copy]')
      await page.waitForFunction(() => document.getElementById('said')?.textContent !== '')
      expect(await page.$eval('#said', each => each.textContent)).toBe('Press Ctrl+C')
      expect((await labelsNoted(page))[0]).toBe('Press Ctrl+C')
      const selected = await page.evaluate(() => String(getSelection()))
      expect(selected).toBe(await page.$eval('#request', code => code.textContent))
      await page.browserContext().close()
    },
    patience,
  )

  test('shows how to publish from Python, with the address of this service', async () => {
    const text = await (await fetch(`${service.baseUrl}/`)).text()
    expect(text).toContain(`plotgate login ${service.baseUrl}`)
    expect(text).toContain('print(plotgate.publish(figure).url)')
    expect(text).toContain('pio.renderers.default = &quot;plotgate&quot;')
  })

  test('offers no button that would do nothing: without scripts there is none', async () => {
    const { page } = await browser.open({ scripts: false })
    await page.goto(`${service.baseUrl}/`, { timeout: patience })
    expect(await page.$$eval('main button', all => all.filter(each => each.checkVisibility()))).toEqual([])
    await page.browserContext().close()
  })

  test('lets no inline script run and nobody frame it', async () => {
    const policy = (await fetch(`${service.baseUrl}/`)).headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
  })
})

describe('the error page', () => {
  test.each(looks)(
    'on %s fits, and passes axe',
    async (_name, options) => {
      const { page } = await browser.open(options)
      await page.goto(`${service.plotUrl}/abcdefghijklmnopqrstu`, { timeout: patience })
      expect(await page.$eval('h1', heading => heading.textContent)).toBe('There is no graph here')
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await violationsOf(page, { iframes: false })).toEqual([])
      await page.browserContext().close()
    },
    patience,
  )
})

describe('an address that leads nowhere', () => {
  const ask = (path: string, accept: string) =>
    fetch(`${service.baseUrl}${path}`, { headers: { Accept: accept } })
  const kind = async (answer: Promise<Response>) => {
    const { status, headers } = await answer
    return [status, headers.get('content-type')]
  }
  const page = [404, 'text/html; charset=utf-8']
  const envelope = [404, 'application/json; charset=utf-8']

  test('is a page for browsers, the envelope for programs and for the API', async () => {
    expect(await kind(ask('/nowhere', 'text/html,*/*;q=0.8'))).toEqual(page)
    expect(await kind(ask('/nowhere', '*/*'))).toEqual(envelope)
    expect(await kind(ask('/v1/nowhere', 'text/html,*/*;q=0.8'))).toEqual(envelope)
  })

  test('is either as well where it asks a page for what cannot be', async () => {
    const address = '/new?origin=nowhere'
    expect(await kind(ask(address, 'text/html,*/*;q=0.8'))).toEqual([400, 'text/html; charset=utf-8'])
    expect(await kind(ask(address, '*/*'))).toEqual([400, 'application/json; charset=utf-8'])
  })

  test('is kept by no cache for callers who ask for another kind', async () => {
    const addresses = ['/', '/nowhere', '/nowhere/', '/docs', '/docs/nowhere', '/graphql', '/graphql/nowhere']
    addresses.push('/new', '/new?origin=nowhere', '/assets/nowhere')
    const kinds = ['text/html', 'application/json', '*/*', 'text/event-stream']
    for (const address of [...addresses, '/p/example', '/p/example/', '/p/nowhere', '/p/oembed']) {
      const answers = await Promise.all(
        kinds.map(async accept => {
          const answer = await fetch(`${service.baseUrl}${address}`, {
            headers: { Accept: accept },
            redirect: 'manual',
          })
          return { seen: [answer.status, answer.headers.get('content-type')].join(), answer }
        }),
      )
      if (new Set(answers.map(({ seen }) => seen)).size === 1) continue
      for (const { seen, answer } of answers) {
        expect(`${address} ${seen} Vary: ${answer.headers.get('vary')}`).toMatch(/Vary:.* Accept(?:,|$)/)
      }
    }
  })

  test(
    'tells so in the look of the site',
    async () => {
      const { page, faults } = await browser.open({ phone: true })
      await page.goto(`${service.baseUrl}/nowhere`, { timeout: patience })
      expect(await page.$eval('h1', heading => heading.textContent)).toBe('There is nothing here')
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await page.evaluate(() => document.styleSheets.length)).toBe(1)
      // The console tells of the 404 itself.
      expect(faults.filter(each => !each.includes('404'))).toEqual([])
      await page.browserContext().close()
    },
    patience,
  )
})

describe('a shared asset', () => {
  test('is kept for ever under its hashed name, and 404 under another', async () => {
    const text = await (await fetch(`${service.baseUrl}/`)).text()
    const href = /rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? ''
    const response = await fetch(`${service.baseUrl}${href}`)
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('cache-control'),
    ]).toEqual([200, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'])
    expect((await fetch(`${service.baseUrl}/assets/design.css`)).status).toBe(404)
  })
})
