/** Graph pages for readers who see them otherwise, or not at all. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { violationsOf } from '../../support/axe.ts'
import type { PageOptions } from '../../support/browser.ts'
import { startViewing } from '../../support/viewing.ts'

const patience = 240_000

const viewing = startViewing({ RENDER_WORKERS: '1' })
let permalink: string

beforeAll(async () => {
  permalink = await viewing.service.publish({
    data: [
      { type: 'bar', name: 'Sales', x: ['Jan', 'Feb'], y: [20, 14] },
      { name: 'Trend', x: ['Jan', 'Feb'], y: [12, 18] },
    ],
    layout: { title: 'Sales by month' },
  })
}, patience)

async function open(address: string, options: PageOptions = {}): Promise<Page> {
  const { page } = await viewing.openEmpty(options)
  await page.goto(address, { waitUntil: 'load', timeout: patience })
  await page.waitForSelector('.is-live', { timeout: patience })
  return page
}

describe('the menus and the table', () => {
  test.each([
    ['in light', {}],
    ['in the dark on a phone', { phone: true, dark: true }],
  ])(
    'pass axe when they are open, %s',
    async (_, options) => {
      const page = await open(permalink, options)
      for (const menu of ['share-menu', 'embed-menu']) {
        await page.click(`#${menu} summary`)
        await page.waitForSelector(menu === 'share-menu' ? '.qr' : '#embed-choices:not([hidden])')
        expect(await violationsOf(page)).toEqual([])
      }
      await page.keyboard.press('Escape')
      await page.keyboard.press('t')
      await page.waitForSelector('.table-view td')
      expect(await violationsOf(page)).toEqual([])
    },
    patience * 2,
  )

  test(
    'can be seen whole, from a phone to a wide screen, also of a figure that is narrow or low',
    async () => {
      const data = [{ y: [1, 2] }]
      const narrow = await viewing.service.publish({ data, layout: { width: 300, height: 300 } })
      const low = await viewing.service.publish({ data, layout: { width: 1200, height: 300 } })
      for (const address of [permalink, narrow, low]) {
        const page = await open(address)
        for (const width of [320, 620, 700, 800, 900, 1000, 1081, 1440]) {
          await page.setViewport({ width, height: 900 })
          for (const menu of ['share-menu', 'embed-menu']) {
            await page.click(`#${menu} summary`)
            await page.waitForSelector(menu === 'share-menu' ? '.qr' : '#embed-choices:not([hidden])')
            await page.evaluate(
              () => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))),
            )
            const beyond = await page.$eval(`#${menu} .menu`, each => {
              const { left, right, top, bottom } = each.getBoundingClientRect()
              // Further down there is scrolling.
              const end = document.documentElement.scrollHeight - scrollY
              return [left < 0, right > innerWidth, top + scrollY < 0, bottom > end]
            })
            expect({ width, menu, beyond }).toEqual({ width, menu, beyond: beyond.map(() => false) })
            await page.keyboard.press('Escape')
          }
        }
      }
    },
    patience,
  )

  test(
    'an embed and a file have the table too',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'plotgate-file-'))
      const file = join(folder, 'graph.html')
      await writeFile(file, await (await fetch(`${permalink}.html`)).text())
      for (const address of [`${permalink}?embed`, `file://${file}`]) {
        const page = await open(address)
        await page.keyboard.press('t')
        await page.waitForSelector('.table-view td')
        expect(await page.$eval('.table-view th', cell => cell.textContent)).toBe('x')
        expect(await violationsOf(page)).toEqual([])
      }
      await rm(folder, { recursive: true })
    },
    patience,
  )
})

test(
  'the cells of a matrix are walked by keyboard, row by row',
  async () => {
    const page = await open(
      await viewing.service.publish({
        data: [
          {
            type: 'heatmap',
            name: 'Visits',
            x: ['Mon', 'Tue'],
            y: ['a', 'b'],
            z: [
              [1, 2],
              [3, 4],
            ],
          },
        ],
      }),
    )
    await page.focus('#live')
    const spoken = () => page.$eval('#live + [role=status]', line => line.textContent)
    await page.keyboard.press('ArrowRight')
    expect(await spoken()).toBe('Visits: x Mon, y a, z 1. Point 1 of 2')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    expect(await spoken()).toBe('Visits: x Tue, y b, z 4. Point 2 of 2')
    await page.waitForFunction(() => document.querySelector('.hovertext')?.textContent?.includes('z: 4'))
  },
  patience,
)

test(
  'the links of a sankey are walked by keyboard; a figure without points offers its data instead',
  async () => {
    const link = { source: [0], target: [1], value: [5] }
    const node = { label: ['Sun', '<b>Heat</b>'] }
    const flow = await open(
      await viewing.service.publish({ data: [{ type: 'sankey', name: 'Energy', node, link }] }),
    )
    await flow.focus('#live')
    await flow.keyboard.press('ArrowRight')
    const spoken = await flow.$eval('#live + [role=status]', line => line.textContent)
    expect(spoken).toBe('Energy: Sun to Heat, value 5. Point 1 of 1')
    const gauge = await open(await viewing.service.publish({ data: [{ type: 'indicator', value: 5 }] }))
    const labelOf = (page: Page) => page.$eval('#live', live => live.getAttribute('aria-label'))
    expect([await labelOf(flow), await labelOf(gauge)]).toEqual([
      'Interactive figure. Arrow keys walk its points.',
      'Interactive figure. Key T shows its data.',
    ])
  },
  patience,
)

describe('a page', () => {
  test(
    'enlarged four times needs no scrolling to the side',
    async () => {
      const page = await open(permalink, { width: 320, height: 256, scale: 4 })
      for (const menu of ['none', 'share-menu', 'embed-menu']) {
        if (menu !== 'none') await page.click(`#${menu} summary`)
        const { beyond, out } = await page.evaluate(() => ({
          beyond: document.documentElement.scrollWidth - innerWidth,
          out: [...document.querySelectorAll('.menu *, .acts *')].filter(
            each => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1,
          ).length,
        }))
        expect([menu, beyond, out]).toEqual([menu, 0, 0])
      }
    },
    patience,
  )

  test(
    'has edges and focus that are seen where colours are forced',
    async () => {
      const { page } = await viewing.openEmpty()
      const session = await page.createCDPSession()
      await session.send('Emulation.setEmulatedMedia', {
        features: [{ name: 'forced-colors', value: 'active' }],
      })
      await page.goto(permalink, { waitUntil: 'load', timeout: patience })
      await page.waitForSelector('.is-live', { timeout: patience })
      await page.focus('#share-menu summary')
      await page.keyboard.press('Enter')
      const drawn = await page.evaluate(() => {
        const style = (selector: string) => getComputedStyle(document.querySelector(selector)!)
        return {
          button: style('#share-menu summary').borderTopStyle,
          menu: style('.menu').borderTopStyle,
          focus: style('#share-menu summary').outlineStyle,
          // The colours of data say what it says: they are nobody's to replace.
          figure: style('.live').getPropertyValue('forced-color-adjust'),
        }
      })
      expect(drawn).toEqual({ button: 'solid', menu: 'solid', focus: 'solid', figure: 'none' })
    },
    patience,
  )

  test(
    'moves nothing by itself for readers who ask for less motion',
    async () => {
      const { page } = await viewing.openEmpty()
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }])
      await page.goto(
        await viewing.service.publish({
          data: [{ y: [1, 2] }],
          frames: [{ name: 'a', data: [{ y: [2, 1] }] }],
        }),
        { waitUntil: 'load', timeout: patience },
      )
      await page.waitForSelector('.is-live', { timeout: patience })
      const moving = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter(each => {
            const { transitionDuration, animationName } = getComputedStyle(each)
            return (
              animationName !== 'none' || transitionDuration.split(',').some(time => parseFloat(time) > 0.01)
            )
          })
          .map(each => each.className),
      )
      expect(moving).toEqual([])
      await page.click('#play')
      await page.waitForFunction(
        () => document.querySelector('#play')?.getAttribute('aria-pressed') === 'false',
      )
    },
    patience,
  )
})
