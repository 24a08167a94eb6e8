import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Page } from 'puppeteer-core'
import { createOperator } from '../../../src/accounts/operator.ts'
import type { Figure } from '../../../src/domain/figure/text.ts'
import { type AccountId, createGraphIds } from '../../../src/domain/ids.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { violationsOf } from '../../support/axe.ts'
import {
  type PageOptions,
  startTestBrowser,
  type TestBrowser,
  takeCookies,
  type WatchedPage,
} from '../../support/browser.ts'
import { emptyFigure, graphRecord, renderingOf } from '../../support/records.ts'
import { Visitor } from '../../support/visitor.ts'

const good = 'tidal lantern orbit moss'
const better = 'violet harbour anthem kettle'

let service: TestService
let browser: TestBrowser
let email = ''
let next = 0

beforeAll(async () => {
  service = await startTestService({ SIGNUP: 'open' })
  browser = await startTestBrowser()
})
afterAll(async () => {
  // Whichever was started is closed, or the run would not end.
  await browser?.close()
  await service?.close()
})
beforeEach(() => {
  email = `ada-${next++}@example.org`
})

const go = (page: Page, path: string) => page.goto(service.baseUrl + path)
const path = (page: Page) => new URL(page.url()).pathname
const textOf = (page: Page) => page.$eval('main', main => main.textContent ?? '')

/** Presses a button of the page that leads to another one. */
async function press(page: Page, selector: string): Promise<void> {
  await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), page.click(selector)])
}

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await page.$eval(`main [name="${name}"]`, input => {
      ;(input as HTMLInputElement).value = ''
    })
    await page.type(`main [name="${name}"]`, value)
  }
}

/** A page of somebody who is signed in. */
async function somebody(
  options: PageOptions = {},
): Promise<WatchedPage & { visitor: Visitor; accountId: AccountId }> {
  const visitor = new Visitor(service.baseUrl)
  await visitor.get(`/account/link/${await createOperator(service.app.store).invite(email)}`)
  await visitor.post('/account/link', { password: good })
  const watched = await browser.open(options)
  await takeCookies(watched.page, visitor)
  const { key } = await createOperator(service.app.store).createKey({ name: 'first' }, email)
  return { ...watched, visitor, accountId: key.accountId }
}

async function createGraph(key: string, title: string): Promise<string> {
  const answer = await fetch(`${service.baseUrl}/v1/graph`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: [{ type: 'bar', x: ['a', 'b'], y: [1, 2] }], layout: { title } }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()).graph.graph_id
}

const newGraphId = createGraphIds()

/** Graphs whose pictures are not drawn: that is known, or with a figure found out when they are asked for. */
async function fillGallery(accountId: AccountId, count: number, figure?: Figure): Promise<void> {
  for (let made = 0; made < count; made++) {
    const record = graphRecord(newGraphId(), {
      accountId,
      createdAt: new Date(Date.now() - made * 1000),
      updatedAt: new Date(),
      title: `Graph ${made}`,
      traceTypes: ['bar'],
      rendering: figure ? renderingOf('pending') : { ...renderingOf('failed'), error: 'not drawn here' },
    })
    await service.app.store.graphs.insert(record, figure ?? emptyFigure)
  }
}

describe.each([
  ['on', true],
  ['off', false],
])('with scripts %s', (_state, scripts) => {
  test('a newcomer has a working key, sees and deletes a graph, renews and revokes the key, changes the password', async () => {
    const { page, faults } = await browser.open({ scripts })
    await go(page, '/account')
    await press(page, 'a[href$="/account/sign-up"]')
    await fill(page, { email, password: good })
    await press(page, 'main form button.button-primary')
    expect(await textOf(page)).toContain('you are signed in')
    expect(path(page)).toBe('/account')

    await fill(page, { name: 'report' })
    await press(page, 'main form button.button-primary')
    const secret = await page.$eval('#new-key', field => (field as HTMLTextAreaElement).value)
    const offered = await page.$$eval('[data-copy]', buttons =>
      buttons.filter(each => !(each as HTMLElement).hidden),
    )
    expect(offered).toHaveLength(scripts ? 4 : 0)

    const graphId = await createGraph(secret, 'Lemonade sales')
    await go(page, '/account/graphs')
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.plate img')?.naturalWidth === 700,
    )
    await press(page, '.plate h2 a')
    const link = await page.$eval('#link', field => (field as HTMLInputElement).value)
    expect(link).toBe(`${service.plotUrl}/${graphId}`)
    await press(page, 'a.button-danger')
    expect(await page.$eval('main img', image => (image as HTMLImageElement).src)).toContain(graphId)
    await press(page, 'main form button')
    expect(await textOf(page)).toContain('The graph was deleted')
    expect((await fetch(`${service.baseUrl}/v1/graph/${graphId}`)).status).toBe(404)

    await go(page, '/account')
    await press(page, 'a[href*="/keys/rotate/"]')
    await press(page, 'main form button')
    const renewed = await page.$eval('#new-key', field => (field as HTMLTextAreaElement).value)
    await createGraph(renewed, 'by the new key')
    await createGraph(secret, 'by the old key, in its grace')
    await press(page, 'main p:last-of-type a.button')
    await press(page, 'tbody tr:first-child a[href*="/keys/revoke/"]')
    await press(page, 'main form button')
    expect(await textOf(page)).toContain('The key was revoked')

    await go(page, '/account/settings')
    await fill(page, { current: good, password: better })
    await press(page, 'form[action$="/password"] button.button-primary')
    expect(await textOf(page)).toContain('Your password was changed')
    await press(page, '.site-nav button')
    expect(await textOf(page)).toContain('You are signed out')
    // A hidden answer for a picture that was deleted in between is no fault of the page.
    expect(faults.filter(fault => !fault.includes(graphId))).toEqual([])
  })

  test('a double click makes one key, and shows it', async () => {
    const { page, visitor } = await somebody({ scripts })
    await go(page, '/account')
    await fill(page, { name: 'twice' })
    await page.click('main form button.button-primary', { count: 2, delay: 5 })
    await page.waitForSelector('#new-key')
    expect(await page.$eval('#new-key', field => (field as HTMLTextAreaElement).value)).toMatch(/^pg_/)
    const list = await visitor.get('/account')
    expect(list.text.match(/<th scope="row"[^>]*>twice</g)).toHaveLength(1)
  })

  test('the back button shows no key again, and nothing of a session that has ended', async () => {
    const { page } = await somebody({ scripts })
    await go(page, '/account')
    await fill(page, { name: 'once' })
    await press(page, 'main form button.button-primary')
    const secret = await page.$eval('#new-key', field => (field as HTMLTextAreaElement).value)
    await page.goBack()
    expect(path(page)).toBe('/account')
    expect(await page.content()).not.toContain(secret)

    await go(page, '/account/settings')
    await press(page, '.site-nav button')
    await page.goBack()
    expect(path(page)).toBe('/account/sign-in')
    expect(await page.content()).not.toContain(email)
  })

  test('a session that ends in the middle of a form asks to sign in and comes back', async () => {
    const { page, visitor } = await somebody({ scripts })
    await go(page, '/account/settings')
    await visitor.post('/account/sign-out')
    await fill(page, { current: good, password: better })
    await press(page, 'form[action$="/password"] button.button-primary')
    expect(await textOf(page)).toContain('Nothing was changed')
    await fill(page, { email, password: good })
    await press(page, 'main form button.button-primary')
    expect(path(page)).toBe('/account/settings')
  })
})

test('two people in two browsers see nothing of each other', async () => {
  const ada = await somebody()
  await fillGallery(ada.accountId, 1)
  await go(ada.page, '/account/graphs')
  const own = await ada.page.$eval('.plate h2 a', link => link.getAttribute('href'))
  email = `eve-${email}`
  const eve = await somebody()
  await go(eve.page, '/account/graphs')
  expect(await textOf(eve.page)).toContain('No graphs yet')
  await go(eve.page, own ?? '')
  expect(await textOf(eve.page)).toContain('There is no graph here')
})

test('a page of another site can send no form here', async () => {
  const { page } = await somebody()
  await page.goto('data:text/html,<form method=post><button>go</button></form>')
  await page.$eval(
    'form',
    (form, action) => form.setAttribute('action', action),
    `${service.baseUrl}/account/sign-out`,
  )
  await press(page, 'button')
  expect(await textOf(page)).toContain('not sent from a page of this site')
  await go(page, '/account')
  expect(path(page)).toBe('/account')
})

describe('comfort', () => {
  test('copies the key, shows the password typed, and asks for more graphs in place', async () => {
    const { page, accountId } = await somebody()
    await page.browserContext().overridePermissions(service.baseUrl, ['clipboard-read', 'clipboard-write'])
    await go(page, '/account')
    await fill(page, { name: 'to copy' })
    await press(page, 'main form button.button-primary')
    const secret = await page.$eval('#new-key', field => (field as HTMLTextAreaElement).value)
    await page.click('[data-copy="new-key"]')
    await page.waitForFunction(() => document.getElementById('said')?.textContent === 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)

    await go(page, '/account/settings')
    await page.type('[name=password]', better)
    await page.click('#field-password + button')
    expect(await page.$eval('#field-password', field => (field as HTMLInputElement).type)).toBe('text')

    await fillGallery(accountId, 30)
    await go(page, '/account/graphs')
    await page.focus('[data-more]')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelectorAll('.plate').length === 30)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Graph 24')
    expect(await page.$('[data-more]')).toBeNull()
  })
})

test('the examples beside a new key work as pasted', async () => {
  const { page } = await somebody()
  await go(page, '/account')
  await fill(page, { name: 'to try' })
  await press(page, 'main form button.button-primary')
  const example = (name: string) => page.$eval(`#example-${name}`, code => code.textContent ?? '')
  const run = async (command: string, ...args: string[]) => (await promisify(execFile)(command, args)).stdout
  const has = (command: string) =>
    run('sh', '-c', `command -v ${command}`).then(
      () => true,
      () => false,
    )
  const address = new RegExp(`${service.plotUrl}/[\\w-]{21}`)
  expect(await run(process.execPath, '--input-type=module', '-e', await example('javascript'))).toMatch(
    address,
  )
  if (await has('curl')) expect(await run('sh', '-c', await example('curl'))).toMatch(address)
  if (await has('python3')) expect(await run('python3', '-c', await example('python'))).toMatch(address)
})

test.each([
  ['in the gallery', '/account/graphs', '.plate-image'],
  ['on its page', '/account/graphs/', '.share-image'],
  ['where it is deleted', '/account/graphs/delete/', '.share-image'],
])('a picture that does not come is told in words, %s', async (_where, address, frame) => {
  const { page, accountId } = await somebody()
  await fillGallery(accountId, 1, { data: '[]', layout: '{"width": 9000, "height": 9000}', frames: null })
  await go(page, '/account/graphs')
  const graphId = await page.$eval('.plate-image', link => link.getAttribute('href')?.split('/').pop())
  await go(page, address.endsWith('/') ? address + graphId : address)
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('main img')?.complete)
  const box = (await (await page.$(frame))?.boundingBox())!
  const shot = (x: number, y: number) => page.screenshot({ clip: { x, y, width: 40, height: 40 } })
  const corner = await shot(box.x + 4, box.y + 4)
  const empty = await shot(box.x + box.width - 44, box.y + box.height - 44)
  const middle = await shot(box.x + box.width / 2 - 20, box.y + box.height / 2 - 20)
  expect([Buffer.compare(corner, empty), Buffer.compare(middle, empty) !== 0]).toEqual([0, true])
})

test('a picture that was refused for the moment comes by itself', async () => {
  const { page, accountId } = await somebody()
  await fillGallery(accountId, 1, { data: '[{"y": [1, 2]}]', layout: '{}', frames: null })
  let refused = 0
  await page.setRequestInterception(true)
  page.on('request', request =>
    /\.png/.test(request.url()) && refused++ === 0
      ? void request.respond({ status: 503 })
      : void request.continue(),
  )
  await go(page, '/account/graphs')
  expect(await textOf(page)).toContain('Being drawn…')
  const there = () => document.querySelector<HTMLImageElement>('main img')!.naturalWidth > 0
  await page.waitForFunction(there, { timeout: 120_000 })
  expect(refused).toBeGreaterThan(1)
  await page.waitForFunction(() => document.querySelector('main .coming') === null)
})

test('a picture that never comes holds up no other', async () => {
  const { page, accountId } = await somebody()
  await fillGallery(accountId, 3, { data: '[{"y": [1, 2]}]', layout: '{}', frames: null })
  const asked: string[] = []
  await page.setRequestInterception(true)
  page.on('request', request => {
    const [, file] = /([\w-]+\.png)/.exec(request.url()) ?? []
    if (file === undefined) return void request.continue()
    asked.push(file)
    const known = asked.filter(each => each === file).length
    void (known === 1 || file === asked[0] ? request.respond({ status: 503 }) : request.continue())
  })
  await go(page, '/account/graphs')
  const there = () => [...document.images].filter(image => image.naturalWidth > 0).length === 2
  await page.waitForFunction(there, { timeout: 120_000 })
  expect(asked.filter(each => each === asked[0]).length).toBeLessThanOrEqual(2)
})

describe('for everybody', () => {
  const signedOut = ['/account/sign-in', '/account/sign-up']
  const signedIn = [
    '/account',
    '/account/graphs',
    '/account/graphs?q=zebra',
    '/account/settings',
    '/account/delete',
  ]

  /** The account's own pages, with something on them. */
  async function pages(options: PageOptions) {
    const watched = await somebody(options)
    await fillGallery(watched.accountId, 30)
    // A name without a place to break.
    await createOperator(service.app.store).createKey({ name: 'nightly_report_'.repeat(5) }, email)
    const list = await watched.visitor.get('/account')
    const gallery = await watched.visitor.get('/account/graphs')
    const keyId = /keys\/revoke\/([\w-]+)"/.exec(list.text)?.[1]
    const graphId = /graphs\/delete\/([\w-]+)"/.exec(gallery.text)?.[1]
    const more = [
      `/account/keys/revoke/${keyId}`,
      `/account/keys/rotate/${keyId}`,
      `/account/graphs/${graphId}`,
      `/account/graphs/delete/${graphId}`,
    ]
    return { ...watched, paths: [...signedIn, ...more, '/account/none'] }
  }

  test.each([
    ['wide and light', { dark: false }],
    ['wide and dark', { dark: true }],
    ['on a phone', { phone: true }],
  ])('axe finds nothing: %s', async (_how, options) => {
    const { page, paths } = await pages(options)
    const found: Record<string, readonly string[]> = {}
    for (const each of paths) {
      await go(page, each)
      found[each] = await violationsOf(page)
    }
    const stranger = await browser.open(options)
    for (const each of signedOut) {
      await go(stranger.page, each)
      found[each] = await violationsOf(stranger.page)
    }
    await fill(stranger.page, { email, password: 'password1234' })
    await press(stranger.page, 'main form button.button-primary')
    found.fault = await violationsOf(stranger.page)
    await go(page, '/account')
    await fill(page, { name: 'shown' })
    await press(page, 'main form button.button-primary')
    found['new key'] = await violationsOf(page)
    expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([])
  })

  test('the keyboard reaches everything in the order of the page, and shows where it is', async () => {
    const { page, paths } = await pages({})
    for (const each of ['/account/sign-in', ...paths]) {
      await go(page, each)
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const reachable = await page.$$eval(
        'a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"]',
        all =>
          all
            .filter(
              element =>
                (element as HTMLElement).checkVisibility() && !(element as HTMLInputElement).disabled,
            )
            // Of a group of radio buttons, Tab reaches one.
            .filter((element, index, list) => {
              const { type, name } = element as HTMLInputElement
              return (
                type !== 'radio' ||
                list.findIndex(other => (other as HTMLInputElement).name === name) === index
              )
            }).length,
      )
      const stops: { place: number; outline: boolean; name: string }[] = []
      for (let stop = 0; stop < reachable; stop++) {
        await page.keyboard.press('Tab')
        stops.push(
          await page.evaluate(() => {
            const here = document.activeElement as HTMLElement
            const { outlineStyle, outlineWidth } = getComputedStyle(here)
            return {
              place: [...document.querySelectorAll('*')].indexOf(here),
              outline: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
              name: here.outerHTML.slice(0, 80),
            }
          }),
        )
      }
      expect({ each, first: stops[0]?.name }).toMatchObject({
        first: expect.stringContaining('class="skip"'),
      })
      expect({ each, unseen: stops.filter(({ outline }) => !outline).map(({ name }) => name) }).toEqual({
        each,
        unseen: [],
      })
      const places = stops.map(({ place }) => place)
      expect({ each, places }).toEqual({ each, places: [...new Set(places)].sort((a, b) => a - b) })
    }
  })

  test('nothing is cut off or scrolls sideways, from 320 px to wide', async () => {
    const { page, paths, faults } = await pages({})
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewport({ width, height: 844 })
      for (const each of paths) {
        await go(page, each)
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect({ each, width, excess }).toEqual({ each, width, excess: 0 })
      }
    }
    expect(faults.filter(fault => !fault.includes('404'))).toEqual([])
  })

  test('of several faults the first has the focus', async () => {
    const { page } = await browser.open()
    await go(page, '/account/sign-up')
    await fill(page, { email: 'ada', password: 'password1234' })
    await press(page, 'main form button.button-primary')
    for (const [selector, count] of [
      ['[aria-invalid]', 2],
      ['[autofocus]', 1],
    ] as const)
      expect(await page.$$eval(`main ${selector}`, fields => fields.length)).toBe(count)
    // The browser gives it with its next frame.
    const focused = await page.waitForSelector('main [aria-invalid]:focus')
    expect(await focused?.evaluate(input => input.getAttribute('name'))).toBe('email')
  })

  test('a fault is where the focus is, and is named by it', async () => {
    const { page } = await browser.open()
    await go(page, '/account/sign-up')
    await fill(page, { email, password: 'password1234' })
    await press(page, 'main form button.button-primary')
    const focused = await page.evaluate(() => {
      const input = document.activeElement as HTMLInputElement
      const told = (input.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => document.getElementById(id))
      return { name: input.name, told: told.map(each => each?.textContent).join(' ') }
    })
    expect(focused.name).toBe('password')
    expect(focused.told).toContain('few unrelated words')
  })
})
