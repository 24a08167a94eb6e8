/** Graphs on pages of other sites: one code, its choices, and the line that fits frames to figures. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createAddresses } from '../../../src/domain/addresses.ts'
import { embedCode, embedSize } from '../../../src/web/graph/embed.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { startTestBrowser, type TestBrowser } from '../../support/browser.ts'

const patience = 240_000
const open = { width: null, height: null }

describe('the size of an embed', () => {
  test.each([
    [open, {}, { width: 700, height: 500 }],
    [open, { width: 400 }, { width: 400, height: 500 }],
    [open, { height: 300 }, { width: 700, height: 300 }],
    [{ width: 800, height: 400 }, { width: 400 }, { width: 400, height: 200 }],
    [{ width: 800, height: null }, { width: 400 }, { width: 400, height: 250 }],
    [
      { width: 800, height: 400 },
      { width: 700, height: 100 },
      { width: 200, height: 100 },
    ],
  ])('of a layout of %j within %j is %j', (traits, max, size) => {
    expect(embedSize(traits, { width: null, height: null, ...max })).toEqual(size)
  })
})

test('the code keeps the figure’s ratio without a script, and names its graph safely', () => {
  const code = embedCode(
    { graphId: 'V1StGXR8_Z5jdHi6B-myT', title: '"Quoted" <b>' } as Parameters<typeof embedCode>[0],
    { width: 800, height: 400 },
    createAddresses('https://plots.example/p'),
  )
  expect(code).toContain('aspect-ratio:800/400')
  expect(code).toContain('title="&quot;Quoted&quot; &lt;b&gt;"')
})

describe('in a browser', () => {
  let service: TestService
  let browser: TestBrowser
  let permalink: string
  let fixed: string

  beforeAll(async () => {
    service = await startTestService({ RENDER_WORKERS: '1' })
    browser = await startTestBrowser()
    permalink = await service.publish({ data: [{ y: [1, 3, 2] }], layout: { title: 'Three' } })
    fixed = await service.publish({ data: [{ y: [1, 3, 2] }], layout: { width: 800, height: 400 } })
  }, patience)
  afterAll(async () => {
    await browser.close()
    await service.close()
  })

  /** Another site's page with that body, whose first frame shows `sign`, for a reader whose system is dark. */
  async function hosted<T>(
    body: string,
    look: (page: import('puppeteer-core').Page) => Promise<T>,
    sign = '.is-live',
  ): Promise<T> {
    const host = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>host</title>${body}`)
    })
    await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
    const { page } = await browser.open({ width: 600, height: 800, dark: true })
    try {
      await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/`, { timeout: patience })
      await page.frames()[1]!.waitForSelector(sign, { timeout: patience })
      return await look(page)
    } finally {
      await page.browserContext().close()
      host.closeAllConnections()
      host.close()
    }
  }

  const codeOf = (address: string, traits: { width: number | null; height: number | null } = open) =>
    embedCode(
      { graphId: address.slice(-21), title: null } as Parameters<typeof embedCode>[0],
      traits,
      createAddresses(service.plotUrl),
    )
  const script = () => `<script async src="${service.plotUrl}/embed.js"></script>`
  const paper = (page: import('puppeteer-core').Page) =>
    page.frames()[1]!.$eval('#live .main-svg', svg => (svg as SVGElement).style.background)

  test(
    'a page that says nothing of its colours gets a light figure in a fixed ratio, whatever its reader prefers',
    async () => {
      await hosted(codeOf(fixed, { width: 800, height: 400 }), async page => {
        const { width, height } = await page.$eval('iframe', frame => frame.getBoundingClientRect().toJSON())
        expect(Math.abs(width / height - 2)).toBeLessThan(0.02)
        expect(await paper(page)).toMatch(/rgb\(255, 255, 255\)|white/)
      })
    },
    patience,
  )

  test.each([
    ['', 'light'],
    ['&theme=dark', 'dark'],
  ])(
    'a graph that is gone leaves its message in the frame, whole and in the colours of the page: %s',
    async (theme, expected) => {
      const gone = `<iframe src="${service.plotUrl}/V1StGXR8_Z5jdHi6B-myT?embed${theme}" width="300" height="200"></iframe>`
      await hosted(
        gone,
        async page => {
          const seen = await page.frames()[1]!.evaluate(() => ({
            theme: document.documentElement.dataset.theme,
            fits: document.documentElement.scrollHeight <= innerHeight,
          }))
          expect(seen).toEqual({ theme: expected, fits: true })
        },
        '.failure',
      )
    },
    patience,
  )

  test(
    'a file on disk shows the figure too, as notebooks that are saved as HTML do',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'plotgate-host-'))
      const file = join(folder, 'notebook.html')
      await writeFile(file, `<!doctype html><title>host</title>${codeOf(permalink)}`)
      const { page } = await browser.open({ width: 600, height: 800 })
      try {
        await page.goto(`file://${file}`, { timeout: patience })
        await page.frames()[1]!.waitForSelector('.is-live', { timeout: patience / 2 })
      } finally {
        await page.browserContext().close()
        await rm(folder, { recursive: true })
      }
    },
    patience,
  )

  test(
    'the line of script makes frames as high as their figures, and dark on a dark page, whatever other frames it has',
    async () => {
      const others = '<iframe src="http://["></iframe>'
      const body = `<style>:root{color-scheme:dark}</style>${codeOf(permalink)}${others}${script()}`
      await hosted(body, async page => {
        await page.waitForFunction(() => document.querySelector('iframe')!.style.height !== 'auto', {
          timeout: patience,
        })
        await page.frames()[1]!.waitForSelector('[data-theme=dark]', { timeout: patience })
        const { width, height } = await page.$eval('iframe', frame => frame.getBoundingClientRect().toJSON())
        expect(Math.abs(height - Math.max((width * 5) / 7, 430))).toBeLessThan(2)
        expect(await paper(page)).toBe('rgb(21, 29, 32)')
      })
    },
    patience,
  )

  test(
    'the menus offer a code for cameras, and keep the code as it is chosen',
    async () => {
      const { page } = await browser.open()
      await page.goto(permalink, { waitUntil: 'load', timeout: patience })
      await page.waitForSelector('.is-live', { timeout: patience })
      await page.click('#share-menu summary')
      await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.qr')!.naturalWidth > 0)
      await page.click('#embed-menu summary')
      await page.waitForSelector('#embed-choices:not([hidden])')
      await page.select('#embed-theme', 'dark')
      await page.click('#embed-follow')
      const code = await page.$eval('#embed-code', field => (field as HTMLTextAreaElement).value)
      expect(code).toContain('?embed&amp;theme=dark"')
      expect(code.endsWith(`\n${script()}`)).toBe(true)
      await page.browserContext().close()
    },
    patience,
  )
})
