/** The graph page in a real browser: picture, interaction, theme, phone, iframe, and what it must not do. */

import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { requireGraphId } from '../../../src/domain/ids.ts'
import { violationsOf } from '../../support/axe.ts'
import type { PageOptions } from '../../support/browser.ts'
import { eventually } from '../../support/eventually.ts'
import { startViewing } from '../../support/viewing.ts'

const patience = 240_000

const viewing = startViewing({ RENDER_WORKERS: '1' })
const { open } = viewing
const create = (figure: object): Promise<string> => viewing.service.publish(figure)
const live = (page: Page) => page.waitForSelector('.is-live', { timeout: patience })

const bars = {
  data: [
    { type: 'bar', name: 'Sales', x: ['Jan', 'Feb', 'Mar'], y: [20, 14, 23] },
    { name: 'Trend', x: ['Jan', 'Feb', 'Mar'], y: [12, 18, 29] },
  ],
  layout: { title: 'Sales by month', xaxis: { title: 'Month' }, yaxis: { title: 'Units' } },
}

describe('the page of a graph', () => {
  let permalink: string
  beforeAll(async () => {
    permalink = await create(bars)
  })

  test(
    'has points that are walked by keyboard and spoken',
    async () => {
      const { page } = await open(permalink)
      await page.waitForSelector('.box.is-live')
      await page.focus('#live')
      const spoken = () => page.$eval('#live + [role=status]', line => line.textContent)
      await page.keyboard.press('ArrowRight')
      expect(await spoken()).toBe('Sales: x Jan, y 20. Point 1 of 3')
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowDown')
      expect(await spoken()).toBe('Trend: x Mar, y 29. Point 3 of 3')
      await page.waitForSelector('.hoverlayer .hovertext')
    },
    patience,
  )

  test(
    'has labels at all points of a list of templates in which some are missing or numbers',
    async () => {
      const templates = {
        type: 'bar',
        x: ['a', 'b', 'c'],
        y: [1, 2, 3],
        hovertemplate: [null, 7, '%{y} cups'],
      }
      const { page } = await open(await create({ data: [templates] }))
      await page.waitForSelector('.box.is-live')
      await page.focus('#live')
      for (const label of ['(a, 1)', '7', '3 cups']) {
        await page.keyboard.press('ArrowRight')
        await page.waitForFunction(
          (label: string) => document.querySelector('.hoverlayer')?.textContent?.includes(label),
          { timeout: patience },
          label,
        )
      }
    },
    patience,
  )

  test(
    'has its data in a table one keystroke away, of which a large one is drawn where it is seen',
    async () => {
      const large = await create({ data: [{ y: Array.from({ length: 5_000 }, (_, i) => i / 4) }] })
      const { page } = await open(large)
      await page.waitForSelector('.box.is-live')
      await page.keyboard.press('t')
      await page.waitForSelector('.table-view tbody td')
      const seen = () =>
        page.$eval('.table-view table', table => ({
          all: table.getAttribute('aria-rowcount'),
          head: [...table.querySelectorAll('th')].map(cell => cell.textContent),
          last: [...table.querySelectorAll('td')].at(-1)?.textContent,
          rows: table.querySelectorAll('tbody tr[aria-rowindex]').length,
        }))
      const begin = await seen()
      expect(begin).toMatchObject({ all: '5001', head: ['x', 'y'] })
      expect(begin.rows).toBeLessThan(200)
      await page.$eval('.table-view', view => view.scrollTo(0, view.scrollHeight))
      await page.waitForFunction(
        () => [...document.querySelectorAll('.table-view td')].at(-1)?.textContent === '1249.75',
      )
      expect((await seen()).rows).toBeLessThan(200)
      await page.keyboard.press('Escape')
      expect(await page.$eval('dialog', dialog => dialog.open)).toBe(false)
    },
    patience,
  )

  test(
    'says in place of the table that a figure has no data',
    async () => {
      for (const data of [[], [{ type: 'bar', x: [], y: [] }]]) {
        const { page } = await open(await create({ data }))
        await page.waitForSelector('.box.is-live')
        await page.keyboard.press('t')
        await page.waitForSelector('.table-view:empty')
        const words = await page.$eval('.table-view', view => getComputedStyle(view, '::before').content)
        expect(words).toBe('"There is no data."')
      }
    },
    patience,
  )

  test(
    'shows the whole of a long title and of long names, on a phone and after it was turned',
    async () => {
      const { page } = await open(
        await create({
          data: ['Northern', 'Southern'].map((half, i) => ({
            name: `${half} hemisphere, land and sea`,
            y: [i, 2, 1],
          })),
          layout: { title: 'Warmer than the mean of the years 1961 to 1990' },
        }),
        { phone: true },
      )
      await live(page)
      /** What sticks out of the box, in pixels, and how wide the plot itself is. */
      const measured = () =>
        page.evaluate(() => {
          const box = document.querySelector('#plot')!.getBoundingClientRect()
          const words = [...document.querySelectorAll('#live .gtitle, #live .legendtext')]
          const out = words
            .map(each => each.getBoundingClientRect())
            .map(({ left, right, top, bottom }) =>
              Math.max(box.left - left, right - box.right, box.top - top, bottom - box.bottom, 0),
            )
          return {
            out,
            plot: document.querySelector('#live .nsewdrag')!.getBoundingClientRect().width / box.width,
          }
        })
      const upright = await measured()
      expect(upright.out).toEqual([0, 0, 0])
      expect(upright.plot).toBeGreaterThan(0.6)

      const lines = () => page.$$eval('#live .gtitle tspan.line', all => all.length)
      expect(await lines()).toBeGreaterThan(1)
      await page.setViewport({ width: 844, height: 390, isMobile: true, hasTouch: true })
      await page.waitForFunction(() => document.querySelectorAll('#live .gtitle tspan.line').length === 0, {
        timeout: patience,
      })
      expect((await measured()).out).toEqual([0, 0, 0])
    },
    patience,
  )

  test(
    'shows the picture without script',
    async () => {
      const { page, faults } = await open(permalink, { scripts: false })
      const drawn = await page.$eval('picture img', image => {
        const { complete, naturalWidth, clientWidth, clientHeight } = image as HTMLImageElement
        return { complete, naturalWidth, clientWidth, clientHeight }
      })
      expect(drawn).toEqual({ complete: true, naturalWidth: 1160, clientWidth: 1160, clientHeight: 680 })
      expect(await page.$$eval('details a', links => links.map(link => link.textContent))).toContain(
        'Image PNG',
      )
      expect(faults).toEqual([])
    },
    patience,
  )

  test.each([
    ['on a desktop', '', { width: 1280, height: 900 }],
    ['on a phone, dark', '?theme=dark', { width: 390, height: 844 }],
    ['in a frame', '?embed', { width: 700, height: 500 }],
  ])(
    'says that it is being drawn, in its place, until the picture is there: %s',
    async (_where, query, viewport) => {
      const { page } = await viewing.openEmpty()
      await page.setViewport(viewport)
      await page.setCacheEnabled(false)
      await page.setRequestInterception(true)
      const [images, scripts] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      page.on('request', request => {
        const [ending] = /\.(?:svg|webp|js)(?=\?|$)/.exec(request.url()) ?? []
        const held = ending === '.js' ? scripts.promise : ending ? images.promise : null
        void Promise.resolve(held).then(() => request.continue())
      })
      await page.evaluateOnNewDocument(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver(list => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const opened = page.goto(`${permalink}${query}`, { waitUntil: 'load', timeout: patience })
      const words = await page.waitForSelector('.drawing', { visible: true, timeout: patience })
      expect(await words!.evaluate(each => (each as HTMLElement).innerText)).toMatch(
        /^Sales by month\s+Drawing…$/,
      )
      const places = () =>
        page.evaluate(() =>
          ['#plot', '.drawing'].map(selector => {
            const place = document.querySelector(selector)?.getBoundingClientRect()
            return place && { x: place.x, y: place.y, right: place.right, bottom: place.bottom }
          }),
        )
      const [box, within] = await places()
      expect(box!.x <= within!.x && within!.right <= box!.right).toBe(true)
      expect(box!.y <= within!.y && within!.bottom <= box!.bottom).toBe(true)

      images.resolve()
      await page.$eval('picture img', image => (image as HTMLImageElement).decode())
      // Whatever colour it has, the picture covers it.
      await page.$eval('.drawing', each => Promise.all(each.getAnimations().map(({ finished }) => finished)))
      const covered = await page.screenshot()
      await page.$eval('.drawing', each => (each as HTMLElement).style.setProperty('background', 'red'))
      expect(Buffer.compare(await page.screenshot(), covered)).toBe(0)

      scripts.resolve()
      await opened
      await live(page)
      expect((await places())[0]).toEqual(box)
      expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
    },
    patience,
  )

  test('shows nothing through a figure that is transparent', async () => {
    const saysSo = async (paper_bgcolor: string) => {
      const address = await create({ ...bars, layout: { ...bars.layout, paper_bgcolor } })
      return (await (await fetch(address)).text()).includes('class="drawing"')
    }
    for (const colour of ['rgba(0,0,0,0)', 'transparent', '#fff8', '#ffffff80'])
      expect([colour, await saysSo(colour)]).toEqual([colour, false])
    for (const colour of ['white', '#123', '#112233'])
      expect([colour, await saysSo(colour)]).toEqual([colour, true])
  })

  test(
    'becomes interactive where the picture stood, in the same size',
    async () => {
      const { page, faults } = await open(permalink)
      await live(page)
      const places = await page.evaluate(() =>
        ['picture img', '#live .main-svg'].map(selector => {
          const { x, y, width, height } = document.querySelector(selector)!.getBoundingClientRect()
          return { x, y, width, height }
        }),
      )
      expect(places[1]).toEqual(places[0])

      const bar = await page.$('#live .barlayer .point path')
      await bar!.hover()
      await page.waitForSelector('#live .hoverlayer .hovertext', { timeout: patience })
      expect(await page.$eval('#live .hoverlayer', layer => layer.textContent)).toContain('20')
      expect(await page.$eval('#live .gtitle', title => title.textContent)).toBe('Sales by month')
      expect(faults).toEqual([])
    },
    patience,
  )

  test(
    'tells link cards, browsers and readers what it shows',
    async () => {
      const { page } = await open(permalink)
      await live(page)
      const head = await page.evaluate(() => ({
        title: document.title,
        canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href,
        image: document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content,
        alt: document.querySelector<HTMLImageElement>('picture img')?.alt,
      }))
      expect(head).toEqual({
        title: 'Sales by month',
        canonical: permalink,
        image: `${permalink}.png?width=800&height=420&scale=2`,
        alt: 'Sales by month. Bar chart and line chart with markers with 2 series. Horizontal axis: Month, Jan, Feb, Mar. Vertical axis: Units, from 12 to 29. Sales: 3 points, lowest 14 at Feb, highest 23 at Mar. Trend: 3 points, lowest 12 at Jan, highest 29 at Mar.',
      })
      const card = await fetch(head.image ?? '')
      expect([card.status, card.headers.get('content-type')]).toEqual([200, 'image/png'])
    },
    patience,
  )

  test(
    'fits a phone and turns dark with it',
    async () => {
      const { page, faults } = await open(permalink, { phone: true, dark: true })
      await live(page)
      const seen = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        width: document.querySelector('#live .main-svg')!.getBoundingClientRect().width,
        paper: getComputedStyle(document.querySelector('#live .main-svg')!).backgroundColor,
        picture: document.querySelector<HTMLImageElement>('picture img')?.currentSrc,
      }))
      expect(seen).toEqual({
        overflow: 0,
        width: 390,
        paper: 'rgb(21, 29, 32)',
        picture: `${permalink}.webp?width=390&height=470&scale=1.5&theme=dark`,
      })
      expect(faults).toEqual([])
    },
    patience,
  )

  test.each([
    ['', 'main'],
    ['?embed', 'body'],
  ])(
    'shows whole words of a table of many columns on a phone, which are scrolled within it: %j',
    async (query, scrolled) => {
      const values = Array.from({ length: 12 }, (_, i) => [`-0.${7153 + i}`, '1.25'])
      const address = await create({
        data: [{ type: 'table', header: { values: values.map((_, i) => `c${i}`) }, cells: { values } }],
      })
      const { page } = await open(`${address}${query}`, { phone: true })
      await live(page)
      await page.touchscreen.touchStart(300, 250)
      for (let x = 290; x >= 100; x -= 10) await page.touchscreen.touchMove(x, 250)
      await page.touchscreen.touchEnd()
      await page.waitForFunction(
        (name: string) => document.querySelector(name)!.scrollLeft > 100,
        { timeout: patience },
        scrolled,
      )
      const seen = await page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        cut: [...document.querySelectorAll('#live .column-cell')].filter(
          cell =>
            cell.querySelector('.cell-text')!.getBoundingClientRect().width >
            cell.querySelector('.cell-rect')!.getBoundingClientRect().width,
        ).length,
        picture: document.querySelector<HTMLImageElement>('picture img')!.currentSrc,
        box: document.querySelector('#plot')!.getBoundingClientRect().width,
      }))
      expect(seen).toMatchObject({ overflow: 0, cut: 0 })
      expect(seen.box).toBeGreaterThan(700)
      if (query === '') expect(seen.picture).toContain(`width=${seen.box}`)
    },
    patience,
  )

  test(
    'takes the theme that its address asks for',
    async () => {
      const { page } = await open(`${permalink}?theme=dark`)
      await live(page)
      expect(await page.$eval('#live .main-svg', svg => getComputedStyle(svg).backgroundColor)).toBe(
        'rgb(21, 29, 32)',
      )
      expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
        'rgb(14, 20, 22)',
      )
    },
    patience,
  )

  test.each([
    ['', 'rgb(255, 255, 255)', ''],
    ['?theme=dark', 'rgb(21, 29, 32)', 'dark'],
    ['?embed&theme=dark', 'rgb(21, 29, 32)', 'dark'],
    ['?embed', 'rgb(255, 255, 255)', ''],
  ])(
    'of a figure with a template of its own and the query %j has the colours of its image',
    async (query, paper, theme) => {
      const template = {
        layout: { paper_bgcolor: 'white', plot_bgcolor: '#E5ECF6', font: { color: '#2a3f5f' } },
      }
      const address = await create({ data: [{ y: [1, 3, 2] }], layout: { template } })
      const { page } = await open(`${address}${query}`, { dark: true })
      await live(page)
      const [seen, source] = await Promise.all([
        page.$eval('#live .main-svg', svg => getComputedStyle(svg).backgroundColor),
        page.$eval('picture img', image => (image as HTMLImageElement).currentSrc),
      ])
      expect([seen, new URL(source).searchParams.get('theme') ?? '']).toEqual([paper, theme])
    },
    patience,
  )

  test(
    'copies its address, though its origin is opaque',
    async () => {
      const { page } = await open(permalink)
      await live(page)
      expect(await page.evaluate(() => self.origin)).toBe('null')
      await page.click('#share-menu summary')
      await page.click('#copy')
      await page.waitForFunction(() => document.querySelector('#copy .word')?.textContent === 'Copied', {
        timeout: patience,
      })
    },
    patience,
  )

  test(
    'has its tools and its numbers in the language of the viewer',
    async () => {
      const { page, faults } = await viewing.openEmpty()
      await page.evaluateOnNewDocument(() => {
        Object.defineProperty(Navigator.prototype, 'language', { get: () => 'de' })
      })
      await page.goto(
        await create({ data: [{ y: [12_000.5, 14_000.5] }], layout: { yaxis: { tickformat: ',' } } }),
        {
          timeout: patience,
        },
      )
      await live(page)
      await page.waitForSelector('.modebar-btn')
      const titles = await page.$$eval('.modebar-btn', buttons =>
        buttons.map(each => each.getAttribute('data-title')),
      )
      expect(titles).toContain('Herauszoomen')
      const ticks = await page.$$eval('.ytick text', texts => texts.map(each => each.textContent))
      expect(ticks).toContain('13.000')
      expect(faults).toEqual([])
    },
    patience,
  )

  test.each([
    ['ar', ['ar', 'rtl', 'ltr', 'rtl']],
    // It has no translation.
    ['fa', ['en', 'ltr', 'ltr', 'ltr']],
  ])(
    'begins a figure at the right where the language asked for does, and its words where they begin: %s',
    async (locale, around) => {
      const wide = await create({ data: [{ y: [1, 2] }], layout: { width: 1200 } })
      const { page } = await open(`${wide}?locale=${locale}`, { width: 390 })
      const seen = await page.evaluate(() => {
        const right = document.getElementById('plot')!.getBoundingClientRect().right
        const direction = (selector: string) => getComputedStyle(document.querySelector(selector)!).direction
        const { lang, dir } = document.querySelector('time')!
        return {
          end: Math.round(right - innerWidth),
          page: [document.documentElement.lang, direction('.acts'), direction('img'), direction('#notice')],
          time: [lang, dir],
        }
      })
      expect(seen).toEqual({ end: 0, page: around, time: [locale, 'auto'] })
    },
    patience,
  )

  test(
    'is walked by keyboard: tools have the ring of the page, and a menu that is left closes',
    async () => {
      const { page } = await open(permalink, { dark: true })
      await live(page)
      await page.waitForSelector('.modebar-btn')
      const here = () =>
        page.evaluate(() => {
          const { outlineColor, outlineWidth } = getComputedStyle(document.activeElement!)
          return {
            ring: `${outlineWidth} ${outlineColor}`,
            open: [...document.querySelectorAll('details[open] summary')].map(each =>
              each.textContent.trim(),
            ),
          }
        })
      await page.focus('#live')
      const { ring } = await here()
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement!.className)).toContain('modebar-btn')
      expect((await here()).ring).toBe(ring)
      await page.focus('.acts details:last-of-type summary')
      await page.keyboard.press('Enter')
      expect((await here()).open).toEqual(['Embed'])
      await page.keyboard.press('Tab')
      expect((await here()).open).toEqual(['Embed'])
      await page.focus('#fullscreen')
      expect((await here()).open).toEqual([])
    },
    patience,
  )

  test(
    'keeps its tools off the headline and off the menus',
    async () => {
      const { page } = await open(permalink, { phone: true })
      await live(page)
      await page.tap('#live')
      await page.waitForSelector('.modebar')
      const [title, tools] = await Promise.all(
        ['.gtitle', '.modebar'].map(selector =>
          page.$eval(selector, element => {
            const { top, bottom } = element.getBoundingClientRect()
            return { top, bottom }
          }),
        ),
      )
      expect(tools!.top).toBeGreaterThan(title!.bottom)
      const wide = await open(permalink)
      await live(wide.page)
      // The library's own tip would come with the first zoom.
      const tips = await wide.page.$eval(
        '#live',
        element => (element as HTMLElement & { _context: { showTips: boolean } })._context.showTips,
      )
      expect(tips).toBe(false)
    },
    patience,
  )

  test(
    'keeps its tools off a slider of the figure',
    async () => {
      const steps = ['2024', '2025', '2026'].map(label => ({ label, method: 'skip' }))
      const address = await create({ data: [{ y: [1, 2] }], layout: { sliders: [{ steps }] } })
      const { page } = await open(address, { phone: true })
      await live(page)
      await page.tap('#live')
      await page.waitForSelector('.modebar')
      const [tools, slider] = await Promise.all(
        ['.modebar', '.slider-group'].map(selector =>
          page.$eval(selector, element => element.getBoundingClientRect().toJSON()),
        ),
      )
      expect(tools.bottom).toBeLessThan(slider.top)
    },
    patience,
  )

  test(
    'passes axe, in light and dark, on a phone and a wide screen',
    async () => {
      for (const options of [{}, { phone: true, dark: true }]) {
        const { page } = await open(permalink, options)
        await live(page)
        await page.evaluate(() => {
          for (const menu of document.querySelectorAll('details')) menu.open = menu.id !== 'never'
        })
        await page.waitForSelector('.modebar-btn')
        expect(await violationsOf(page)).toEqual([])
      }
    },
    patience * 2,
  )
})

describe('a figure with a size and colours of its own', () => {
  test(
    'keeps them, and is made smaller as a whole where the screen is narrow',
    async () => {
      const permalink = await create({
        data: bars.data,
        layout: { width: 520, height: 400, paper_bgcolor: '#ffeedd' },
      })
      const wide = await open(permalink, { dark: true })
      await live(wide.page)
      const box = (page: Page) =>
        page.$eval('#live .main-svg', svg => {
          const { width, height } = svg.getBoundingClientRect()
          return [Math.round(width), Math.round(height), getComputedStyle(svg).backgroundColor]
        })
      expect(await box(wide.page)).toEqual([520, 400, 'rgb(255, 238, 221)'])
      const phone = await open(permalink, { phone: true })
      await live(phone.page)
      expect(await box(phone.page)).toEqual([390, 300, 'rgb(255, 238, 221)'])
    },
    patience,
  )

  test.each([
    ['with both sizes', { width: 1560, height: 800 }, 200],
    ['with a width alone', { width: 1560 }, 470 / 4],
  ])(
    'is whole on a phone, where two fingers enlarge it: %s',
    async (_name, layout, height) => {
      const { page } = await open(await create({ data: bars.data, layout }), { phone: true })
      const sizeOf = (selector: string) =>
        page.$eval(selector, element => {
          const { width, height } = element.getBoundingClientRect()
          return [width, height]
        })
      const before = await sizeOf('#plot img')
      await live(page)
      expect([before, await sizeOf('#live .main-svg')]).toEqual([
        [390, height],
        [390, height],
      ])
      expect(await page.$eval('main', main => main.scrollWidth - main.clientWidth)).toBe(0)
      await page.tap('#live')
      await page.waitForSelector('.modebar-btn')
      const tool = await page.$eval('.modebar-btn', button => {
        const { height, bottom } = button.getBoundingClientRect()
        const { bottom: end } = document.querySelector('#plot')!.getBoundingClientRect()
        return { height, within: bottom <= end }
      })
      expect(tool).toEqual({ height: 40, within: true })
    },
    patience,
  )

  test.each([
    [
      'a phone on its side',
      { width: 900, height: 600 },
      { phone: true, width: 844, height: 390 },
      [585, 390],
    ],
    ['a wide screen', { width: 900, height: 600 }, { width: 1440, height: 900 }, [1350, 900]],
    ['a screen that the window filled before', {}, { width: 1440, height: 900 }, [1440, 900]],
  ])(
    'fills %s as its image does, from edge to edge and in the middle',
    async (_name, layout, options, size) => {
      const { page } = await open(await create({ data: bars.data, layout }), options)
      await live(page)
      await page.click('#fullscreen')
      await page.waitForFunction(() => document.fullscreenElement?.id === 'plot')
      await eventually('the figure fills the screen', async () => {
        const seen = await page.$eval('#live .main-svg', svg => {
          const { left, right, width, height } = svg.getBoundingClientRect()
          return {
            size: [Math.round(width), Math.round(height)],
            beside: Math.round(left + right - innerWidth),
          }
        })
        return JSON.stringify(seen) === JSON.stringify({ size, beside: 0 })
      })
    },
    patience,
  )
})

test.each([
  [700, 900],
  [1100, 730],
  [1280, 800],
  [1440, 900],
])(
  'header and footer begin and end where the figure does, in %i × %i',
  async (width, height) => {
    const { page } = await open(await create(bars), { width, height })
    await live(page)
    const [left, right] = await page.evaluate(() => {
      const at = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
      return [
        [at('#plot').left, at('.home').left, at('.foot time').left],
        [at('#plot').right, at('#fullscreen').right],
      ]
    })
    expect(new Set(left).size).toBe(1)
    expect(new Set(right).size).toBe(1)
  },
  patience,
)

test(
  'a graph with a size of its own is printed whole, however wide',
  async () => {
    const { page } = await open(await create({ data: bars.data, layout: { width: 2000, height: 600 } }))
    await live(page)
    await page.emulateMediaType('print')
    await page.setViewport({ width: 720, height: 1000 })
    const shown = await page.evaluate(() => {
      const picture = document.querySelector('#plot picture')!
      const live = document.querySelector('#live')!
      return [
        picture.getBoundingClientRect().right <= innerWidth,
        getComputedStyle(picture).opacity,
        live.checkVisibility(),
      ]
    })
    expect(shown).toEqual([true, '1', false])
  },
  patience,
)

test(
  'dark words on a paper that hides nothing stand on white also in the dark, and in a frame on the page around it',
  async () => {
    const address = await create({ data: bars.data, layout: { paper_bgcolor: 'transparent' } })
    const groundOf = async (suffix: string) => {
      const { page } = await open(address + suffix, { dark: true })
      return page.$eval('#plot', box => getComputedStyle(box).backgroundColor)
    }
    expect([await groundOf(''), await groundOf('?embed')]).toEqual(['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'])
  },
  patience,
)

test(
  'a graph is printed whole as it stands on the screen, however narrow the paper',
  async () => {
    const { page } = await open(await create(bars))
    await live(page)
    // A browser that prints lays the page out anew, and tells nobody of its width.
    await page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'))
      document.body.style.width = '720px'
    })
    await page.emulateMediaType('print')
    const [box, drawing, wide] = await page.evaluate(() => {
      const edges = (selector: string) => {
        const { left, top, right, bottom } = document.querySelector(selector)!.getBoundingClientRect()
        return [left, top, right, bottom].map(Math.round)
      }
      return [
        edges('#plot'),
        edges('#plot .main-svg'),
        document.querySelector<HTMLElement>('#live')!.offsetWidth,
      ]
    })
    expect(drawing).toEqual(box)
    expect((box as number[])[2]).toBeLessThanOrEqual(720)
    expect(wide).toBeGreaterThan(900)
  },
  patience,
)

test(
  'a picture that does not come is told in words, on even ground',
  async () => {
    const { page } = await viewing.openEmpty({ scripts: false })
    await page.setRequestInterception(true)
    page.on('request', request =>
      request.resourceType() === 'image' ? void request.respond({ status: 503 }) : void request.continue(),
    )
    await page.goto(await create(bars), { waitUntil: 'load', timeout: patience })
    const box = (await (await page.$('#plot'))!.boundingBox())!
    const shot = (x: number, y: number) => page.screenshot({ clip: { x, y, width: 40, height: 40 } })
    // Where browsers put their sign for an image that is broken, and the words for who sees none.
    const corner = await shot(box.x + 4, box.y + 4)
    const empty = await shot(box.x + box.width - 44, box.y + box.height - 44)
    const middle = await shot(box.x + box.width / 2 - 20, box.y + box.height / 2 - 20)
    expect([Buffer.compare(corner, empty), Buffer.compare(middle, empty) !== 0]).toEqual([0, true])
  },
  patience,
)

test(
  'a large figure is fetched by its page and drawn',
  async () => {
    const y = Array.from({ length: 60_000 }, (_, i) => Math.round(1e6 * Math.sin(i / 500)) / 1e6)
    const address = await create({ data: [{ mode: 'lines', y }], layout: { title: 'Large' } })
    const { page, faults, requests } = await open(address)
    await live(page)
    expect(requests.filter(each => each === `${address}@1.json`)).toHaveLength(1)
    expect(faults).toEqual([])
  },
  patience,
)

describe('an embedded graph', () => {
  test(
    'that is much wider than the window is scrolled in it with a mouse, and shown whole to fingers',
    async () => {
      const permalink = await create({ data: bars.data, layout: { width: 2000, height: 600 } })
      const sizes = async (options: PageOptions) => {
        const { page } = await open(`${permalink}?embed`, options)
        await live(page)
        return page.evaluate(() => [
          document.documentElement.scrollWidth - innerWidth,
          document.body.scrollWidth,
          document.querySelector('#plot')!.clientWidth,
        ])
      }
      expect(await sizes({ width: 390 })).toEqual([0, 1000, 1000])
      expect(await sizes({ phone: true })).toEqual([0, 390, 390])
    },
    patience,
  )

  test(
    'fills the iframe of another site and shows nothing else',
    async () => {
      const permalink = await create(bars)
      const host = createServer((_request, response) => {
        response.setHeader('Content-Type', 'text/html')
        response.end(
          `<!doctype html><title>host</title><iframe src="${permalink}?embed" width="640" height="360"></iframe>`,
        )
      })
      await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve))
      try {
        const { page, faults } = await open(`http://localhost:${(host.address() as AddressInfo).port}/`)
        const frame = await page.waitForFrame(each => each.url().includes('?embed'), { timeout: patience })
        await frame.waitForSelector('.is-live', { timeout: patience })
        const size = await frame.$eval('#live .main-svg', svg => [svg.clientWidth, svg.clientHeight])
        expect(size).toEqual([640, 360])
        const shown = await frame.$$eval(
          'a, button:not(.modebar-btn), header, footer',
          all =>
            all.filter(each => each.checkVisibility() && getComputedStyle(each).clipPath === 'none').length,
        )
        expect(shown).toBe(0)
        expect(faults.filter(fault => !fault.includes('404'))).toEqual([])
      } finally {
        host.close()
      }
    },
    patience,
  )
})

describe('the mode bar', () => {
  test(
    'saves the picture, though the page is in a sandbox',
    async () => {
      const { page, faults } = await open(await create(bars))
      await live(page)
      const folder = await mkdtemp(join(tmpdir(), 'plotgate-download-'))
      const session = await page.createCDPSession()
      await session.send('Browser.setDownloadBehavior', {
        behavior: 'allow',
        browserContextId: page.browserContext().id ?? '',
        downloadPath: folder,
      })
      await page.waitForSelector('#live .modebar-btn[data-title*="PNG"]')
      await page.$eval('#live .modebar-btn[data-title*="PNG"]', button => (button as HTMLElement).click())
      const saved = join(folder, 'Sales by month.png')
      const end = Date.now() + patience / 2
      while (!existsSync(saved) && Date.now() < end) await new Promise(resolve => setTimeout(resolve, 50))
      expect(readFileSync(saved).subarray(1, 4).toString()).toBe('PNG')
      await rm(folder, { recursive: true })
      expect(faults).toEqual([])
    },
    patience,
  )
})

describe("a figure's own controls", () => {
  test(
    'are reached and operated by keyboard',
    async () => {
      const step = (label: string, y: number) => ({ label, method: 'restyle', args: ['y', [[y, y]]] })
      const recolour = (label: string) => ({ label, method: 'relayout', args: ['paper_bgcolor', label] })
      const permalink = await create({
        data: [{ y: [1, 1] }],
        layout: {
          sliders: [
            {
              currentvalue: { prefix: 'Height: ' },
              steps: [step('one', 1), step('two', 2), step('three', 3)],
            },
          ],
          updatemenus: [
            { buttons: [recolour('white'), recolour('beige')] },
            { type: 'buttons', y: 0.5, buttons: [recolour('linen')] },
          ],
        },
      })
      const { page, faults } = await open(permalink)
      await live(page)
      const value = () => page.$eval('.slider-group', each => each.getAttribute('aria-valuetext'))
      const shown = (y: number) =>
        page.waitForFunction(
          (y: number) =>
            (document.getElementById('live') as unknown as { data: { y: number[] }[] }).data[0]?.y[0] === y,
          { timeout: patience },
          y,
        )
      const paper = (colour: string) =>
        page.waitForFunction(
          (colour: string) =>
            (document.getElementById('live') as unknown as { layout: { paper_bgcolor?: string } }).layout
              .paper_bgcolor === colour,
          { timeout: patience },
          colour,
        )
      const focus = (control: string) => page.$eval(control, each => (each as SVGElement).focus())
      const focused = () =>
        page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id)

      await page.focus('#live')
      const reached = new Set<string | undefined>()
      for (let tab = 0; tab < 4; tab++) {
        await page.keyboard.press('Tab')
        reached.add(await focused())
      }
      expect([...reached]).toEqual(expect.arrayContaining(['Height', 'white', 'linen']))

      await focus('.slider-group')
      await page.keyboard.press('ArrowRight')
      await shown(2)
      await page.keyboard.press('End')
      await shown(3)
      await page.waitForFunction(
        () => document.querySelector('.slider-group')?.getAttribute('aria-valuetext') === 'three',
      )
      await page.keyboard.press('ArrowRight')
      expect(await value()).toBe('three')

      await focus('.updatemenu-header')
      await page.keyboard.press('Enter')
      expect(await focused()).toBe('white')
      await page.keyboard.press('Escape')
      expect(await page.$('.updatemenu-dropdown-button')).toBeNull()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await paper('beige')
      expect(await focused()).toBe('beige')

      await focus('.updatemenu-button')
      await page.keyboard.press(' ')
      await paper('linen')
      expect(await violationsOf(page)).toEqual([])
      expect(faults).toEqual([])
    },
    patience,
  )
})

describe('an animation', () => {
  test(
    'plays its frames',
    async () => {
      const permalink = await create({
        data: [{ x: [1, 2], y: [1, 2] }],
        layout: { yaxis: { range: [0, 10] } },
        frames: [
          { name: 'a', data: [{ y: [3, 4] }] },
          { name: 'b', data: [{ y: [8, 9] }] },
        ],
      })
      const { page, faults } = await open(permalink)
      await live(page)
      // The button came late, to a place that was kept for it.
      const moved = await page.evaluate(() => {
        const at = () => document.getElementById('share-menu')!.getBoundingClientRect().toJSON()
        const shown = at()
        document.getElementById('play')!.hidden = true
        const before = at()
        document.getElementById('play')!.hidden = false
        return [before, shown]
      })
      expect(moved[0]).toEqual(moved[1])
      await page.click('#play')
      await page.waitForFunction(
        () => {
          const { data } = document.getElementById('live') as unknown as { data: { y: number[] }[] }
          return data[0]?.y[1] === 9
        },
        { timeout: patience },
      )
      expect(faults).toEqual([])
    },
    patience,
  )
})

interface FigureParts {
  readonly data: readonly object[]
  readonly layout?: object
}

describe('figures of every kind of machinery', () => {
  // Small: what is drawn by the processor in place of a graphics card costs by the dot.
  const size = { width: 240, height: 200 }
  const kinds: readonly [string, FigureParts][] = [
    ['WebGL', { data: [{ type: 'scattergl', x: [1, 2, 3], y: [1, 2, 3], mode: 'markers' }] }],
    [
      '3d',
      {
        data: [
          {
            type: 'surface',
            z: [
              [1, 2, 3],
              [2, 3, 4],
              [3, 4, 6],
            ],
          },
        ],
      },
    ],
    ['base maps', { data: [{ type: 'choropleth', locations: ['FRA', 'DEU'], z: [1, 2] }] }],
    [
      'tile maps',
      {
        data: [{ type: 'scattermap', lon: [0], lat: [0] }],
        layout: { map: { style: { version: 8, sources: {}, layers: [] } } },
      },
    ],
    ['TeX', { data: [{ x: [1, 2], y: [1, 2] }], layout: { title: { text: '$\\sqrt{\\color{red}{x}}$' } } }],
    [
      'parallel coordinates',
      { data: [{ type: 'parcoords', dimensions: [{ values: [1, 2] }, { values: [2, 1] }] }] },
    ],
  ]

  test(
    'a map whose background cannot be had says so, and still draws its points',
    async () => {
      const permalink = await create({
        data: [{ type: 'scattermap', lon: [0], lat: [0] }],
        layout: { ...size, map: { style: 'https://maps.invalid/style.json' } },
      })
      const { page } = await open(permalink, { width: 480, height: 400 })
      await live(page)
      expect(await page.$eval('#notice', notice => notice.textContent)).toMatch(/comes from another server/)
      expect(await page.$$eval('#live .maplibregl-canvas', all => all.length)).toBe(1)
    },
    patience,
  )

  test.each(kinds)(
    '%s work in the sandbox, without eval and without a fault',
    async (_name, figure) => {
      const permalink = await create({ ...figure, layout: { ...figure.layout, ...size } })
      // Drawn before it is looked at: software WebGL may take a busy machine longer than its deadline.
      for (let tries = 0; tries < 3; tries++) {
        if ((await fetch(`${permalink}.svg`)).ok) break
      }
      const { page, faults, requests } = await open(permalink, { width: 480, height: 400 })
      await live(page)
      expect(faults).toEqual([])
      expect(
        requests.filter(each => !each.startsWith(viewing.service.plotUrl) && !/^(?:data|blob):/.test(each)),
      ).toEqual([])
    },
    patience * 2,
  )
})

describe('a hostile figure', () => {
  const image = '<img src=x onerror="alert(1)">'
  const end = '</script><script>alert(2)</script><!--'
  const link = '<a href="javascript:alert(3)">click</a>'

  test(
    'runs nothing, in the page or in the picture',
    async () => {
      const evil = `${image}${end}${link}\u2028`
      const permalink = await create({
        data: [
          {
            type: 'bar',
            name: evil,
            x: [evil, 'b'],
            y: [1, 2],
            text: evil,
            hovertemplate: evil,
            customdata: [evil],
          },
        ],
        layout: {
          title: { text: evil },
          meta: evil,
          xaxis: { title: { text: link } },
          annotations: [{ text: evil, x: 0, y: 1 }],
          paper_bgcolor: '"><script>alert(4)</script>',
          images: [{ source: `javascript:alert(5)`, x: 0, y: 1, sizex: 1, sizey: 1 }],
        },
      })
      for (const address of [permalink, `${permalink}?embed`, `${permalink}.svg`, `${permalink}.html`]) {
        const { page, dialogs } = await viewing.openEmpty()
        // The download is looked at as if it had been opened.
        const html = address.endsWith('.html') ? await (await fetch(address)).text() : null
        if (html === null) await page.goto(address, { timeout: patience })
        else await page.setContent(html, { timeout: patience })
        if (!address.endsWith('.svg')) {
          await live(page)
          await page.$$eval('#live a', links => {
            for (const each of links) each.dispatchEvent(new MouseEvent('click', { bubbles: true }))
          })
        }
        await new Promise(resolve => setTimeout(resolve, 200))
        expect([address, dialogs]).toEqual([address, []])
        expect(await page.$$eval('img[onerror], a[href^="javascript:"]', all => all.length)).toBe(0)
      }
    },
    patience * 2,
  )

  test(
    'opens an ordinary link of a title in a tab of its own',
    async () => {
      const permalink = await create({
        data: [],
        layout: { title: { text: `<a href="${viewing.service.baseUrl}/healthz">status</a>` } },
      })
      const { page } = await open(permalink)
      await live(page)
      const tab = new Promise<string>(resolve => page.once('popup', popup => resolve(popup?.url() ?? '')))
      await page.click('#live .gtitle a')
      expect(typeof (await tab)).toBe('string')
    },
    patience,
  )
})

describe('a figure that the charting library refuses', () => {
  test(
    'gets a page that says why',
    async () => {
      const failed = { status: 'failed', error: 'the axis is bent', omitted: [] } as const
      const { graphs } = viewing.service.app.store
      let text = ''
      // A render of its own may be sooner, and what is drawn stays drawn: then the next graph.
      for (let i = 0; !text.includes(failed.error); i++) {
        const permalink = await create({ data: [{ y: [i, Math.random()] }] })
        await graphs.setRendering({ graphId: requireGraphId(permalink.slice(-21)), version: 1 }, failed)
        text = await (await fetch(permalink)).text()
      }
      expect(text).toMatch(/<p class="notice" id="notice" role="status"[^>]*>[^<]*the axis is bent<\/p>/)
    },
    patience,
  )
})
