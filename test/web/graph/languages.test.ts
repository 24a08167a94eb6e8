/** The words of graph pages in the reader's language. */

import { beforeAll, describe, expect, test } from '@jest/globals'
import { english as englishTexts } from '../../../src/browser/viewer/texts.ts'
import { fileFormats, formats } from '../../../src/domain/image/formats.ts'
import { pageLanguage, translations } from '../../../src/web/graph/languages/page-language.ts'
import { english } from '../../../src/web/graph/languages/words.ts'
import { violationsOf } from '../../support/axe.ts'
import { startViewing } from '../../support/viewing.ts'

const patience = 240_000

describe('a translation', () => {
  const placeholders = (words: object) =>
    Object.entries(words).map(([name, text]) => [name, String(text).split('{}').length - 1])

  test.each(Object.entries(translations))('has every word and place for values: %s', (_, words) => {
    const { texts, files, ...page } = words
    const { files: __, ...original } = english
    expect(placeholders(page)).toEqual(placeholders(original))
    expect(placeholders(texts)).toEqual(placeholders(englishTexts))
    expect(Object.keys(files)).toEqual(fileFormats.filter(format => formats[format].menu))
    for (const text of [page, files, texts].flatMap(Object.values)) expect(text).toMatch(/\S/)
  })
})

describe('the language of a page', () => {
  test.each([
    [null, [], 'en'],
    [null, ['*'], 'en'],
    [null, ['xx-not a tag', 'de-AT', 'en'], 'de'],
    [null, ['sw', 'en-GB', 'fr'], 'en'],
    [null, ['zh-TW', 'zh', 'en'], 'zh-Hant'],
    [null, ['zh-CN'], 'zh'],
    [null, ['pt-BR'], 'pt'],
    ['ja', ['de'], 'ja'],
    ['sw', ['de'], 'en'],
  ])('locale %j for a reader of %j is %s', (locale, preferred, tag) => {
    expect(pageLanguage(locale, preferred).tag).toBe(tag)
  })
})

describe('a page', () => {
  const viewing = startViewing({ RENDER_WORKERS: '1' })
  let permalink: string

  beforeAll(async () => {
    permalink = await viewing.service.publish({
      data: [{ name: 'Sales', x: ['Jan', 'Feb'], y: [20, 14] }],
      frames: [{ name: 'later', data: [{ y: [14, 20] }] }],
      layout: { title: 'Sales by month' },
    })
  }, patience)

  test('is in the language that its reader prefers, with an ETag of its own', async () => {
    const read = (language: string, query = '') =>
      fetch(`${permalink}${query}`, { headers: { 'Accept-Language': language } })
    const [british, austrian] = [await read('en-GB,de;q=0.8'), await read('de-AT,de;q=0.9,en;q=0.8')]
    expect(austrian.headers.get('Vary')).toMatch(/Accept-Language/)
    expect(austrian.headers.get('ETag')).not.toBe(british.headers.get('ETag'))
    expect(await british.text()).toContain('<html lang="en">')
    const page = await austrian.text()
    expect(page).toContain('<html lang="de">')
    expect(page).toContain('Herunterladen')
    // The description is in English.
    expect(page).toMatch(/<img [^>]*lang="en"/)
    expect(await (await read('de', '?locale=he')).text()).toContain('<html lang="he" dir="rtl">')
  })

  test('has the words of the charting library at an address that changes with them', async () => {
    const page = await (await fetch(permalink)).text()
    const [address, version] = /[^"]*\/words-([^"/]+)\//.exec(page) ?? []
    expect(version).toMatch(/^\d+\.\d+\.\d+-[\w-]{10}$/)
    const answer = await fetch(new URL(`${address}de.json`, permalink))
    expect(answer.headers.get('Cache-Control')).toContain('immutable')
    expect(await answer.json()).toMatchObject({ 'Share chart': expect.any(String) })
  })

  test.each([
    ['de', '3. Jan 2024'],
    ['ja', '2024年1月3日'],
    ['en', 'Jan 3, 2024'],
  ])(
    'has hovered days in its language: %s',
    async (tag, day) => {
      const x = Array.from({ length: 300 }, (_, i) =>
        new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10),
      )
      const { page } = await viewing.openEmpty()
      await page.goto(
        `${await viewing.service.publish({ data: [{ x, y: x.map((_, i) => i) }] })}?locale=${tag}`,
      )
      await page.waitForSelector('.is-live')
      await page.focus('#live')
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight')
      await page.waitForFunction(
        (day: string) => document.querySelector('.hoverlayer')?.textContent?.includes(day),
        { timeout: patience },
        day,
      )
    },
    patience,
  )

  test(
    'fits a small phone in every language, and passes axe from right to left',
    async () => {
      const { page } = await viewing.openEmpty({ phone: true, width: 320 })
      for (const tag of Object.keys(translations)) {
        await page.goto(`${permalink}?locale=${tag}`, { waitUntil: 'load' })
        await page.waitForSelector('.is-live')
        const cut = await page.$$eval('.acts > *:not([hidden]), .foot > *', all =>
          all
            .filter(each => each.scrollWidth > each.clientWidth + 1 && each.tagName !== 'A')
            .map(each => each.textContent),
        )
        expect({ tag, cut }).toEqual({ tag, cut: [] })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      }
      await page.goto(`${permalink}?locale=ar`, { waitUntil: 'load' })
      await page.waitForSelector('.is-live')
      const label = await page.$eval('#live', live => live.getAttribute('aria-label'))
      expect(label).toBe('شكل تفاعلي. تنقلك مفاتيح الأسهم بين نقاطه.')
      await page.click('#embed-menu summary')
      await page.waitForSelector('#embed-choices:not([hidden])')
      expect(await violationsOf(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.keyboard.press('t')
      await page.waitForSelector('.table-view td')
      expect(await violationsOf(page)).toEqual([])
    },
    patience,
  )
})
