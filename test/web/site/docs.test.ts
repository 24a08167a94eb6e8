import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { startTestBrowser, type TestBrowser } from '../../support/browser.ts'
import { countGraphs, type HttpSide, startHttp } from '../../support/http.ts'

let side: HttpSide
let viewer: TestBrowser
beforeAll(async () => {
  ;[side, viewer] = await Promise.all([startHttp(), startTestBrowser()])
})
afterAll(async () => {
  await viewer?.close()
  await side?.close()
})

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Swagger UI's own elements: copy buttons within summary buttons, and a main part, which we tell as a region. */
const theirs = { 'nested-interactive': { enabled: false }, 'aria-allowed-role': { enabled: false } }

async function open(path = '/docs', dark = false) {
  const watched = await viewer.open({ dark })
  await watched.page.goto(side.url + path, { waitUntil: 'load' })
  await watched.page.waitForSelector('#operations-Graphs-createGraph')
  return watched
}

test('the page allows no inline script and nothing from elsewhere', async () => {
  const answer = await side.call('GET', '/docs')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self'")
  expect(policy.replaceAll(side.url, '')).not.toMatch(/unsafe|\*|https?:/)
  const html = await answer.text()
  expect(html).not.toMatch(/<script(?![^>]* src=)/)
  for (const [, name] of html.matchAll(/(?:src|href)="([^"]*\/docs\/[^"]+)"/g)) {
    const asset = await side.call('GET', name ?? '')
    expect([name, asset.status, asset.headers.get('cache-control')]).toEqual([
      name,
      200,
      'public, max-age=31536000, immutable',
    ])
  }
  expect((await side.call('GET', '/docs/nothing.js')).status).toBe(404)
})

test('assets are the same with and without compression', async () => {
  const html = await (await side.call('GET', '/docs')).text()
  const name = /href="([^"]*swagger-ui[^"]*css)"/.exec(html)?.[1] ?? ''
  const plain = await side.call('GET', name, { headers: { 'Accept-Encoding': 'identity' } })
  const packed = await side.call('GET', name, { headers: { 'Accept-Encoding': 'gzip' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toBe('Accept-Encoding')
  expect(await packed.text()).toBe(await plain.text())
})

describe('in a browser', () => {
  test('every operation is shown, from this server alone, without a fault', async () => {
    const { page, faults, requests } = await open()
    const shown = await page.$$eval('.opblock', blocks => blocks.map(block => block.id))
    const document = (await (await side.call('GET', '/v1/openapi.json')).json()) as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const ids = Object.values(document.paths).flatMap(methods =>
      Object.values(methods).map(each => each.operationId),
    )
    expect(shown.map(id => id.split('-').at(-1)).sort()).toEqual(ids.sort())
    expect(faults).toEqual([])
    expect(requests.filter(url => !url.startsWith(side.url) && !url.startsWith('data:'))).toEqual([])
    await page.close()
  })

  test('an operation is tried with a key', async () => {
    const { page, faults } = await open('/docs#/Graphs/createGraph')
    const before = await countGraphs(side)
    await page.click('.btn.authorize')
    await page.waitForSelector('.auth-container input')
    await page.type('.auth-container input', side.key)
    await page.click('.auth-btn-wrapper .authorize')
    await page.click('.auth-btn-wrapper .btn-done')
    const execute = '#operations-Graphs-createGraph .btn.execute'
    await page.waitForSelector(execute)
    await page.click(execute)
    await page.waitForSelector('.live-responses-table .response')
    const answer = await page.$eval('.live-responses-table .response', element => element.textContent)
    expect(answer).toContain('201')
    expect(answer).toContain('"ok": true')
    expect(await countGraphs(side)).toBe(before + 1)
    expect(faults).toEqual([])
    await page.close()
  })

  test.each([false, true])('axe finds nothing, dark: %s', async dark => {
    const { page } = await open('/docs', dark)
    await page.evaluate(axe)
    const violations = await page.evaluate(async rules => {
      const { axe: run } = globalThis as unknown as {
        axe: {
          run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
        }
      }
      const found = (await run.run({ rules })).violations
      return found.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(node => node.html.slice(0, 160))
            .join(' | ')}`,
      )
    }, theirs)
    expect(violations).toEqual([])
    await page.close()
  })
})
