import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { violationsOf } from '../../support/axe.ts'
import { startTestBrowser, type TestBrowser } from '../../support/browser.ts'
import { type HttpSide, startHttp } from '../../support/http.ts'

let side: HttpSide
let viewer: TestBrowser
beforeAll(async () => {
  ;[side, viewer] = await Promise.all([startHttp(), startTestBrowser()])
})
afterAll(async () => {
  await viewer?.close()
  await side?.close()
})

interface ApiDocument {
  readonly paths: Record<string, Record<string, { operationId: string; responses: object }>>
  readonly components: { readonly schemas: object }
}
const readDocument = async () => (await (await side.call('GET', '/v1/openapi.json')).json()) as ApiDocument
const readPage = async () => (await side.call('GET', '/docs')).text()

/** Of these, one follows the graph for ever, and the others draw, which this side of the service does not. */
const notHere = ['followGraph', 'renderFigure', 'drawChart', 'downloadPlot']
const isNoDelete = ([name]: readonly [string, string]) => name !== 'deleteGraph'

describe('the API page', () => {
  test('begins with every operation, and tells each status of it', async () => {
    const [html, { paths }] = [await readPage(), await readDocument()]
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { operationId, responses }] of Object.entries(methods)) {
        expect(html).toContain(`<a href="#${operationId}"><span class="verb verb-${method}">`)
        const section = html
          .split(`<section class="operation" id="${operationId}"`)[1]!
          .split('</section>')[0]!
        expect(section).toContain(`<code>${path}</code>`)
        for (const status of Object.keys(responses)) expect(section).toContain(`<dt><code>${status}</code>`)
      }
    }
    expect(html.indexOf('class="operations"')).toBeLessThan(html.indexOf('class="operation"'))
  })

  test('has no link that leads nowhere', async () => {
    const html = await readPage()
    const missing = [...html.matchAll(/href="#([^"]+)"/g)].filter(([, id]) => !html.includes(`id="${id}"`))
    expect(missing).toEqual([])
  })

  test('allows no inline script and nothing from elsewhere', async () => {
    const policy = (await side.call('GET', '/docs')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    expect(await readPage()).not.toMatch(/<script(?![^>]* src=)|<style/)
  })

  test('is not sent again to whoever has it', async () => {
    const tag = (await side.call('GET', '/docs')).headers.get('etag') ?? ''
    expect((await side.call('GET', '/docs', { headers: { 'If-None-Match': tag } })).status).toBe(304)
  })

  test('has lines that run as they stand', async () => {
    const { page } = await viewer.open()
    await page.goto(`${side.url}/docs`, { waitUntil: 'load' })
    const lines = await page.$$eval('[id$="-curl"]', all =>
      all.map(each => [each.id.replace('-curl', ''), each.textContent ?? ''] as const),
    )
    await page.browserContext().close()
    const folder = await mkdtemp(join(tmpdir(), 'plotgate-docs-'))
    const run = async (line: string, id = '') => {
      const command = line.replace('curl ', "curl -sS -w '\\n%{http_code}' ")
      const env = { ...process.env, PLOTGATE_KEY: side.key, ID: id }
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { env, cwd: folder })
      const [body = '', status] = stdout.split(/\n(?=\d+$)/)
      return { body, status: Number(status) }
    }
    try {
      const { body } = await run(new Map(lines).get('createGraph') ?? '')
      const { graph } = JSON.parse(body)
      const rest = lines.filter(([name]) => !notHere.includes(name))
      for (const [name, line] of [...rest.filter(isNoDelete), ...rest.filter(line => !isNoDelete(line))]) {
        expect([name, (await run(line, graph.graph_id)).status]).toEqual([name, expect.closeTo(200, -1)])
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('in a browser', () => {
  test.each([true, false])('it can be read, scripts: %s', async scripts => {
    const { page, faults, requests } = await viewer.open({ scripts, phone: true })
    await page.goto(`${side.url}/docs#drawChart`, { waitUntil: 'load' })
    expect(await page.$$eval('section.operation h3', all => all.length)).toBeGreaterThan(20)
    const hidden = await page.$$eval(
      '[data-copy]',
      all => all.filter(each => (each as HTMLElement).hidden).length,
    )
    expect(hidden > 0).toBe(!scripts)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(faults).toEqual([])
    expect(requests.filter(url => !url.startsWith(side.url) && !url.startsWith('data:'))).toEqual([])
    await page.browserContext().close()
  })

  test.each([false, true])('axe finds nothing, dark: %s', async dark => {
    const { page } = await viewer.open({ dark })
    await page.goto(`${side.url}/docs`, { waitUntil: 'load' })
    await page.$$eval('details', all => {
      for (const each of all) each.open = true
    })
    expect(await violationsOf(page)).toEqual([])
    await page.browserContext().close()
  })
})
