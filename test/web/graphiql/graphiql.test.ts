/** GraphiQL in a real browser: offline, under its own policy, with a key field and example queries. */

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { examples } from '../../../src/api/graphql/examples.ts'
import { requireGraphId } from '../../../src/domain/ids.ts'
import { type QuietService, startQuietService } from '../../api/graphql/service.ts'
import { violationsOf } from '../../support/axe.ts'
import { startTestBrowser, type TestBrowser } from '../../support/browser.ts'
import { eventually } from '../../support/eventually.ts'

let service: QuietService
let viewer: TestBrowser
beforeAll(async () => {
  ;[service, viewer] = await Promise.all([startQuietService(), startTestBrowser()])
})
afterAll(async () => {
  await viewer?.close()
  await service?.close()
})

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

describe('GET /graphql by a browser', () => {
  test('is packed and cached, under a policy that lets nothing in from elsewhere', async () => {
    const response = await fetch(`${service.baseUrl}/graphql`, {
      headers: { ...html, 'Accept-Encoding': 'br' },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-encoding')).toBe('br')
    expect(Number(response.headers.get('content-length'))).toBeLessThan(2_500_000)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'sha256-[^']+'/)
    expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/)
    expect(await response.text()).toContain('<title>GraphQL · Plotgate</title>')

    const again = await fetch(`${service.baseUrl}/graphql`, {
      headers: { ...html, 'Accept-Encoding': 'br', 'If-None-Match': response.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
  })

  test('has a tag for each coding, and answers conditions as other files do', async () => {
    const ask = (coding: string, headers: Record<string, string> = {}, method = 'HEAD') =>
      fetch(`${service.baseUrl}/graphql`, {
        method,
        headers: { ...html, 'Accept-Encoding': coding, ...headers },
      })
    const codings = ['br', 'gzip', 'identity']
    const tags = await Promise.all(codings.map(async coding => (await ask(coding)).headers.get('etag') ?? ''))
    expect(new Set(tags).size).toBe(3)
    const [br = '', gzip = ''] = tags
    expect((await ask('br', { 'If-None-Match': `"other", W/${br}` })).status).toBe(304)
    expect((await ask('br', { 'If-None-Match': '*' })).status).toBe(304)
    expect((await ask('br', { 'If-None-Match': gzip })).status).toBe(200)
    expect((await ask('br', { 'If-None-Match': `"x${br.slice(1, -1)}x"` })).status).toBe(200)
    expect((await ask('br', { 'If-Match': gzip })).status).toBe(412)
    const part = await ask('identity', { Range: 'bytes=0-14' }, 'GET')
    expect([part.status, (await part.text()).trim().slice(0, 9)]).toEqual([206, '<!doctype'])
  })

  test('a program that asks the same address gets an answer, not a page', async () => {
    const response = await fetch(`${service.baseUrl}/graphql`)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toContain('application/json')
  })
})

describe('the page', () => {
  test('a query is typed and answered, with the key from the field', async () => {
    const { page, faults, requests } = await viewer.open()
    await page.goto(`${service.baseUrl}/graphql`, { waitUntil: 'load' })
    await page.waitForSelector('.graphiql-query-editor .view-lines')

    // The tabs carry the names of the examples.
    await page.waitForFunction(
      count => document.querySelectorAll('.graphiql-tab').length >= count,
      {},
      examples.length,
    )
    const tabs = await page.$$eval('.graphiql-tab', elements =>
      elements.map(each => each.textContent?.trim()),
    )
    expect(tabs.map((tab, index) => tab?.startsWith(examples[index]?.name ?? '?'))).toEqual(
      examples.map(() => true),
    )

    // The first of them runs as it stands, without a key.
    await runUntil(page, /"name": "createdAt"/)

    await page.type('#api-key', service.key)
    await openTab(page, 'Create')
    const created = await runUntil(page, /"graphId": "([\w-]{21})"/)
    expect(created).toContain('"status": "pending"')
    const [, graphId] = /"graphId": "([\w-]{21})"/.exec(created) ?? []

    await write(page, 'Typed', `query Typed { graph(id: "${graphId}") { title } viewer { graphCount } }`)
    await run(page)
    expect(await answer(page, /"graphCount": 1/)).toContain('"title": "Visits"')

    await write(page, 'Followed', `subscription Followed { rendering(graphId: "${graphId}") { status } }`)
    await run(page)
    await answer(page, /"status": "pending"/)
    await service.store.graphs.setRendering(
      { graphId: requireGraphId(graphId ?? ''), version: 1 },
      { status: 'ready', error: null, omitted: [] },
    )
    await answer(page, /"status": "ready"/)

    // The documentation explorer knows the schema.
    await page.click('button[aria-label="Show Documentation Explorer"]')
    await page.waitForFunction(
      () => document.querySelector('.graphiql-plugin')?.textContent?.includes('CreateGraphInput'),
      {},
    )

    // A client closes the stream when it has been told the end.
    expect(faults.filter(fault => !/subscription.*ERR_ABORTED/.test(fault))).toEqual([])
    expect(
      requests
        .filter(address => !/^(data|blob):/.test(address))
        .every(address => address.startsWith(service.baseUrl)),
    ).toBe(true)
    // The key is not left in the browser.
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(service.key)
  })

  test.each([
    ['light', false],
    ['dark', true],
  ])('passes axe, %s', async (_, dark) => {
    const { page } = await viewer.open({ dark })
    await page.goto(`${service.baseUrl}/graphql`, { waitUntil: 'load' })
    // What is shown first stands, with its words in colour.
    await page.waitForSelector('.graphiql-query-editor .view-lines span[class^=mtk]:not(.mtk1)', {})
    expect(await violationsOf(page)).toEqual([])
    await openTab(page, 'Read')
    expect(await page.$eval('[aria-current=true]', button => button.textContent)).toBe('Read')
    await page.browserContext().close()
  })

  test('fits a phone: the query above, the answer below, each as wide as the screen', async () => {
    const { page } = await viewer.open({ phone: true })
    await page.goto(`${service.baseUrl}/graphql`, { waitUntil: 'load' })
    await page.waitForSelector('.graphiql-query-editor .view-lines')
    const [editors, response] = await page.$$eval('.graphiql-editors, .graphiql-response', parts =>
      parts.map(part => part.getBoundingClientRect().toJSON()),
    )
    expect(editors.width).toBeGreaterThan(330)
    expect(response.width).toBeGreaterThan(330)
    expect(response.top).toBeGreaterThanOrEqual(editors.bottom)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    expect(await page.$$eval('#site nav a', links => links.map(link => link.textContent))).toContain('API')
    await page.browserContext().close()
  })

  test('has the whole name of the open tab beside its button to close it', async () => {
    const { page } = await viewer.open()
    await page.goto(`${service.baseUrl}/graphql`, { waitUntil: 'load' })
    await page.waitForSelector('.graphiql-tab-active .graphiql-tab-close')
    const [name, close] = await page.$eval('.graphiql-tab-active', tab => {
      const text = document.createRange()
      text.selectNodeContents(tab.querySelector('.graphiql-tab-button') as Element)
      return [text, tab.querySelector('.graphiql-tab-close') as Element].map(each => {
        const { left, right } = each.getBoundingClientRect()
        return { left, right }
      })
    })
    expect(name?.right).toBeLessThanOrEqual(close?.left as number)
    await page.browserContext().close()
  })

  test('comes back to the tab that was left, after a reload', async () => {
    const { page } = await viewer.open()
    const opened = () => page.waitForSelector('.graphiql-query-editor .view-lines')
    const active = () => page.$eval('.graphiql-tab-active', tab => tab.textContent?.trim())
    await page.goto(`${service.baseUrl}/graphql`, { waitUntil: 'load' })
    await opened()
    await openTab(page, 'Read')
    await page.waitForFunction(() =>
      localStorage.getItem('graphiql:tabState')?.includes('"activeTabIndex":2'),
    )
    await page.reload({ waitUntil: 'load' })
    await opened()
    expect(await active()).toMatch(/^Read/)
    expect(await page.$$eval('.graphiql-tab', tabs => tabs.length)).toBe(examples.length)
    await page.browserContext().close()
  })
})

async function openTab(page: Page, name: string): Promise<void> {
  const at = examples.findIndex(example => example.name === name) + 1
  await page.$eval(`.graphiql-tab:nth-child(${at}) button`, button => (button as HTMLElement).click())
  await page.waitForFunction(
    wanted => document.querySelector('.graphiql-tab-active')?.textContent?.startsWith(wanted),
    {},
    name,
  )
}

/** Once more where the editor had not read the query yet: nothing was sent then. */
async function runUntil(page: Page, pattern: RegExp): Promise<string> {
  for (;;) {
    await run(page)
    const text = await answer(page, new RegExp(`${pattern.source}|Cannot infer operation`))
    if (pattern.test(text)) return text
    await new Promise(resolve => setTimeout(resolve, 500))
  }
}

const run = (page: Page) => page.click('.graphiql-execute-button')

async function answer(page: Page, pattern: RegExp): Promise<string> {
  const shown = () =>
    page.$eval('.graphiql-response .view-lines', element => element.textContent.replaceAll('\u00a0', ' '))
  let text = ''
  await eventually(`an answer like ${pattern}`, async () => {
    text = await shown().catch(() => '')
    return pattern.test(text)
  })
  return text
}

/** Writes a query of this name, and waits until the editor has understood it. */
async function write(page: Page, name: string, query: string): Promise<void> {
  await page.click('.graphiql-query-editor .view-lines')
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.keyboard.press('Backspace')
  // Typed whole: the editor closes brackets by itself as they are typed one by one.
  await page.keyboard.sendCharacter(query)
  await page.waitForFunction(
    wanted => document.querySelector('.graphiql-tab-active')?.textContent?.startsWith(wanted),
    {},
    name,
  )
}
