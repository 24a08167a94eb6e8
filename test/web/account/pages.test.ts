import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { pino } from 'pino'
import { operatorName } from '../../../src/accounts/emails.ts'
import { createLoginThrottle } from '../../../src/accounts/login-throttle.ts'
import { createLinks } from '../../../src/accounts/one-time-links.ts'
import { createOperator } from '../../../src/accounts/operator.ts'
import { buildApp } from '../../../src/app.ts'
import { readConfig } from '../../../src/config/config.ts'
import { traceTypes } from '../../../src/plotly/schema/schema.ts'
import { graphKinds } from '../../../src/web/account/gallery/graph-kinds.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { type Answer, Visitor } from '../../support/visitor.ts'

const good = 'tidal lantern orbit moss'
const better = 'violet harbour anthem kettle'
const figure = { data: [{ type: 'bar', x: ['a', 'b'], y: [1, 2] }], layout: { title: 'Lemonade & "sales"' } }

let service: TestService
const logged: string[] = []
let email = ''
let next = 0

beforeAll(async () => {
  const log = pino({ level: 'trace' }, { write: line => logged.push(line) })
  service = await startTestService({ SIGNUP: 'open', LOG_LEVEL: 'trace' }, log)
})
afterAll(() => service.close())
beforeEach(async () => {
  email = `ada-${next++}@example.org`
  // All visitors here have one address, which may sign up ten times before it waits.
  await createLoginThrottle(service.app.store).clear('signUp', '127.0.0.1')
})

const visitor = () => new Visitor(service.baseUrl)

/** Somebody with an account, signed in. An invitation costs less time than signing up and in. */
async function somebody(name = email): Promise<Visitor> {
  const here = visitor()
  await here.get(`/account/link/${await createOperator(service.app.store).invite(name)}`)
  const answer = await here.post('/account/link', { password: good })
  expect(answer).toMatchObject({ status: 303, location: '/account' })
  return here
}

async function newKey(here: Visitor, name = 'report', more = {}): Promise<string> {
  const fields = { name, scopes: ['graphs:write', 'graphs:read'], expiry: '90', ...more }
  const page = await here.follow(await here.submit(await here.get('/account'), '/account/keys', fields))
  return /pg_[0-9A-Za-z]{49}/.exec(page.text)?.[0] ?? ''
}

async function newGraph(secret: string, body: object = figure): Promise<string> {
  const answer = await fetch(`${service.baseUrl}/v1/graph`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()).graph.graph_id
}

const keyIds = (page: Answer) => [...page.text.matchAll(/keys\/revoke\/([\w-]+)"/g)].map(([, id = '']) => id)

describe('a newcomer', () => {
  test('signs up and is signed in, makes a key that works, sees the graph', async () => {
    const here = visitor()
    const start = await here.follow(await here.get('/account'))
    expect(start.text).toContain('Create an account')
    const account = await here.follow(await here.post('/account/sign-up', { email, password: good }))
    expect(account.text).toContain('Your account was created and you are signed in')
    expect(account.text).toContain('You have no key yet')
    const graphId = await newGraph(await newKey(here))
    const gallery = await here.get('/account/graphs')
    expect(gallery.text).toContain(`${service.plotUrl}/${graphId}.png`)
    expect(gallery.text).toContain('Lemonade &amp; &quot;sales&quot;')
  })

  test('is told what is wrong with a password, and keeps the address typed', async () => {
    const answer = await visitor().post('/account/sign-up', { email, password: 'password1234' })
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(/aria-invalid="true"/)
    expect(answer.text).toContain('use a few unrelated words')
    expect(answer.text).toContain(`value="${email}"`)
    expect(answer.text).not.toContain('password1234')
  })
})

test('signing up tells what is wrong with the address and the password at once', async () => {
  const { status, text } = await visitor().post('/account/sign-up', { email: 'ada', password: 'short' })
  expect(status).toBe(400)
  expect(text).toContain('Must be an e-mail address')
  expect(text).toContain('Use at least 12 characters')
})

describe('enumeration', () => {
  const comparable = ({ status, headers, text }: Answer, name: string) => {
    const stable = [...headers].filter(
      ([header]) => !['date', 'x-request-id', 'content-length', 'set-cookie'].includes(header),
    )
    return { status, stable, text: text.replaceAll(name, 'NAME') }
  }

  test('signing in answers the same for an unknown address and a wrong password', async () => {
    await somebody()
    const wrong = await visitor().post('/account/sign-in', { email, password: better })
    const unknown = await visitor().post('/account/sign-in', {
      email: 'nobody@example.org',
      password: better,
    })
    expect(wrong.status).toBe(401)
    expect(comparable(wrong, email)).toEqual(comparable(unknown, 'nobody@example.org'))
  })

  test('signing up answers the same for a free address and one that the operator invited', async () => {
    await somebody()
    const free = await visitor().post('/account/sign-up', { email: `new-${email}`, password: better })
    const invited = await visitor().post('/account/sign-up', { email, password: better })
    expect(free).toMatchObject({ status: 303, location: '/account' })
    expect(comparable(free, `new-${email}`)).toEqual(comparable(invited, email))
  })

  test('signing up with the address of another sign-up says so, lets nobody in and changes nothing', async () => {
    await visitor().post('/account/sign-up', { email, password: good })
    const second = visitor()
    const answer = await second.post('/account/sign-up', { email, password: better })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('An account with this address has another password')
    expect(second.cookies.has('plotgate_session')).toBe(false)
    expect((await visitor().post('/account/sign-in', { email, password: good })).status).toBe(303)
    expect((await visitor().post('/account/sign-in', { email, password: better })).status).toBe(401)
  })

  test('sending the form twice signs in twice', async () => {
    for (let sent = 0; sent < 2; sent++) {
      const answer = await visitor().post('/account/sign-up', { email, password: good })
      expect(answer).toMatchObject({ status: 303, location: '/account' })
    }
  })
})

describe('cookies', () => {
  test('are HttpOnly and SameSite, bounded in time and path', async () => {
    const here = await somebody()
    const session = here.received.find(line => line.startsWith('plotgate_session='))
    expect(session).toMatch(/^plotgate_session=[\w-]{43}; path=\/; expires=[^;]+; samesite=lax; httponly$/i)
    for (const line of here.received) expect(line).toMatch(/httponly/i)
  })

  test('behind TLS are Secure and bound to this host', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-tls-'))
    const config = readConfig({ DATA_DIR: dataDir, BASE_URL: 'https://plots.example.org', SIGNUP: 'open' })
    const app = await buildApp(config, { log: pino({ level: 'silent' }) })
    const server = createServer(app.callback()).listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const here = new Visitor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      const origin = { Origin: 'https://plots.example.org' }
      await here.post('/account/sign-up', { email, password: good }, origin)
      const answer = await here.post('/account/sign-in', { email, password: good }, origin)
      expect(answer.status).toBe(303)
      const session = here.received.find(line => line.includes('plotgate_session='))
      expect(session).toMatch(/^__Host-plotgate_session=[\w-]{43}; path=\/; [^\n]*secure/i)
      expect(session).not.toMatch(/domain=/i)
    } finally {
      server.closeAllConnections()
      server.close()
      await app.close()
      await rm(dataDir, { recursive: true, force: true })
    }
  })

  test('a session that was planted before signing in is not the one after', async () => {
    const here = visitor()
    const planted = 'x'.repeat(43)
    here.cookies.set('plotgate_session', planted)
    await here.post('/account/sign-up', { email, password: good })
    await here.post('/account/sign-in', { email, password: good })
    expect(here.cookies.get('plotgate_session')).not.toBe(planted)
    const thief = visitor()
    thief.cookies.set('plotgate_session', planted)
    expect((await thief.get('/account')).location).toBe('/account/sign-in')
  })
})

describe('forms', () => {
  const foreign = [
    ['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
    ['a null origin', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['a null origin of this site', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
    ['no origin', { Origin: '' }],
    ['another port of this host', { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' }],
    ['this host by another scheme', { Origin: 'https://127.0.0.1' }],
    ['the right origin, but told to be another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ] as const

  test.each(foreign)('from %s change nothing', async (_who, headers) => {
    const here = await somebody()
    const before = await newKey(here)
    const [keyId] = keyIds(await here.get('/account'))
    for (const [path, fields] of [
      [`/account/keys/revoke/${keyId}`, {}],
      ['/account/keys', { name: 'planted', scopes: 'graphs:write', expiry: 'never' }],
      ['/account/password', { current: good, password: better }],
      ['/account/sign-out', {}],
      ['/account/delete', { current: good, graphs: 'delete' }],
    ] as const) {
      expect((await here.post(path, fields, headers)).status).toBe(403)
    }
    const page = await here.get('/account')
    expect(page.status).toBe(200)
    expect(keyIds(page)).toEqual([keyId])
    await newGraph(before)
  })

  test('to sign in are refused from elsewhere too: nobody is signed in to a stranger’s account', async () => {
    await somebody()
    const answer = await visitor().post(
      '/account/sign-in',
      { email, password: good },
      { Origin: 'https://evil.example' },
    )
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('are taken from this site under another name of the same host', async () => {
    const port = new URL(service.baseUrl).port
    const here = new Visitor(`http://localhost:${port}`)
    expect((await here.post('/account/sign-up', { email, password: good })).status).toBe(303)
  })

  test.each([
    ['application/json', '{}', 415],
    ['multipart/form-data; boundary=x', '--x--', 415],
  ])('are not taken as %s', async (type, body, status) => {
    const answer = await fetch(`${service.baseUrl}/account/sign-in`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type, Origin: service.baseUrl },
    })
    expect(answer.status).toBe(status)
  })

  test('of more than 32 KiB are refused', async () => {
    const answer = await visitor().post('/account/sign-in', { email, password: 'x'.repeat(40_000) })
    expect(answer.status).toBe(413)
  })

  test('cannot be sent by following a link, which leads to the page of the form', async () => {
    const here = await somebody()
    for (const [path, location] of [
      ['/account/sign-out', '/account'],
      ['/account/keys', '/account'],
      ['/account/password', '/account/settings'],
      ['/account/sessions', '/account/settings'],
    ] as const) {
      expect(await here.get(path)).toMatchObject({ status: 303, location })
    }
    expect((await here.get('/account')).status).toBe(200)
  })
})

describe('double submits', () => {
  test('of a new key make one key, and the answer to the second shows it', async () => {
    const here = await somebody()
    const page = await here.get('/account')
    const fields = { name: 'twice', scopes: 'graphs:write', expiry: 'never' }
    const [one, two] = await Promise.all([
      here.submit(page, '/account/keys', fields),
      here.submit(page, '/account/keys', fields),
    ])
    expect(one.location).toBe(two.location)
    const shown = await here.follow(two)
    expect(shown.text).toMatch(/pg_[0-9A-Za-z]{49}/)
    expect(keyIds(await here.get('/account'))).toHaveLength(1)
  })

  test('of a rotation make one new key', async () => {
    const here = await somebody()
    await newKey(here)
    const [keyId] = keyIds(await here.get('/account'))
    const action = `/account/keys/rotate/${keyId}`
    const page = await here.get(action)
    const [one, two] = await Promise.all([
      here.submit(page, action, { grace: '3600' }),
      here.submit(page, action, { grace: '3600' }),
    ])
    expect(one.location).toBe(two.location)
    expect(keyIds(await here.get('/account'))).toHaveLength(2)
  })

  test('of revoking, deleting a graph, signing up and following a link do no harm', async () => {
    const here = await somebody()
    const secret = await newKey(here)
    const graphId = await newGraph(secret)
    const [keyId] = keyIds(await here.get('/account'))
    for (const path of [`/account/keys/revoke/${keyId}`, `/account/graphs/delete/${graphId}`]) {
      const first = await here.post(path)
      expect(await here.post(path)).toMatchObject({ status: 303, location: first.location })
    }
    expect(await here.post('/account/link', { password: good })).toMatchObject({
      status: 303,
      location: '/account',
    })
    expect(await here.post('/account/sign-out')).toMatchObject({ status: 303 })
    expect(await here.post('/account/sign-out')).toMatchObject({ status: 303 })
  })
})

describe('a session that ends in the middle', () => {
  const end = async () => {
    const sessions = service.app.store.records('sessions')
    for (const { id } of await sessions.list()) await sessions.delete(id)
  }

  test('sends to sign in and back to the page, having changed nothing', async () => {
    const here = await somebody()
    await newKey(here)
    const [keyId] = keyIds(await here.get('/account'))
    await end()
    const answer = await here.post('/account/password', { current: good, password: better })
    expect(answer.location).toBe('/account/sign-in?next=%2Faccount%2Fsettings')
    const page = await here.follow(answer)
    expect(page.text).toContain('Your session has ended. Nothing was changed')
    const back = await here.submit(page, '/account/sign-in', { email, password: good })
    expect(back.location).toBe('/account/settings')
    expect(keyIds(await here.get('/account'))).toEqual([keyId])
  })

  test('comes back to a page of the account and to nowhere else', async () => {
    await somebody()
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/account/../v1',
      '/accounts',
      '/account\\evil',
    ]) {
      const here = visitor()
      expect((await here.post('/account/sign-in', { email, password: good, next })).location).toMatch(
        /^\/account$/,
      )
    }
  })
})

describe('two accounts', () => {
  test('reach none of each other’s keys, graphs and new keys', async () => {
    const ada = await somebody()
    const secret = await newKey(ada, 'secret plans')
    const graphId = await newGraph(secret)
    const [keyId] = keyIds(await ada.get('/account'))
    const created = await ada.submit(await ada.get('/account'), '/account/keys', {
      name: 'fresh',
      scopes: 'graphs:write',
      expiry: 'never',
    })

    const eve = await somebody(`eve-${next}@example.org`)
    expect((await eve.get('/account')).text).not.toContain('secret plans')
    expect((await eve.get('/account/graphs')).text).not.toContain(graphId)
    for (const path of [
      `/account/keys/rotate/${keyId}`,
      `/account/keys/revoke/${keyId}`,
      `/account/graphs/${graphId}`,
      `/account/graphs/delete/${graphId}`,
    ]) {
      expect((await eve.get(path)).status).toBe(404)
    }
    expect(await eve.post(`/account/keys/rotate/${keyId}`, { grace: '0' })).toMatchObject({
      status: 404,
      text: expect.stringContaining(`Your account has no key &quot;${keyId}&quot;; the account page lists`),
    })
    expect((await eve.post(`/account/keys/revoke/${keyId}`)).status).toBe(404)
    expect((await eve.post(`/account/graphs/delete/${graphId}`)).status).toBe(403)
    const peek = await eve.get(created.location ?? '')
    expect(peek.status).toBe(410)
    expect(peek.text).not.toMatch(/pg_[0-9A-Za-z]{49}/)

    await newGraph(secret)
    expect((await fetch(`${service.baseUrl}/v1/graph/${graphId}`)).status).toBe(200)
  })
})

describe('a key', () => {
  test('is shown on the page after its form, and later never again', async () => {
    const here = await somebody()
    const secret = await newKey(here)
    const list = await here.get('/account')
    expect(list.text).toContain(secret.slice(0, 8))
    expect(list.text).not.toContain(secret)
  })

  test('cannot be made with a scope, an expiry or a name out of range', async () => {
    const here = await somebody()
    for (const [fields, fault] of [
      [{ name: '', scopes: 'graphs:write', expiry: '90' }, 'field-name-fault'],
      [{ name: 'x', expiry: '90' }, 'scopes-fault'],
      [{ name: 'x', scopes: 'graphs:own', expiry: '90' }, 'scopes-fault'],
      [{ name: 'x', scopes: 'graphs:write', expiry: '91' }, 'field-expiry-fault'],
    ] as const) {
      const answer = await here.post('/account/keys', fields)
      expect(answer.status).toBe(400)
      expect(answer.text).toContain(fault)
    }
    expect(keyIds(await here.get('/account'))).toEqual([])
  })

  test('is not rotated with a time that is not offered: the page says so at its list', async () => {
    const here = await somebody()
    await newKey(here)
    const [keyId] = keyIds(await here.get('/account'))
    const answer = await here.post(`/account/keys/rotate/${keyId}`, { grace: '7' })
    expect(answer.status).toBe(400)
    expect(answer.text).toMatch(
      /<select [^>]*aria-describedby="field-grace-fault" aria-invalid="true" autofocus>/,
    )
    expect(answer.text).toContain('Choose how long the old key keeps working.')
    expect(keyIds(await here.get('/account'))).toEqual([keyId])
  })

  test('that was revoked is refused, and shown as revoked', async () => {
    const here = await somebody()
    const secret = await newKey(here)
    const [keyId] = keyIds(await here.get('/account'))
    const page = await here.follow(await here.post(`/account/keys/revoke/${keyId}`))
    expect(page.text).toContain('The key was revoked')
    expect(keyIds(page)).toEqual([])
    const answer = await fetch(`${service.baseUrl}/v1/graph`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(figure),
    })
    expect(answer.status).toBe(401)
  })
})

describe('my graphs', () => {
  test('are paged by place, found by title, deleted after a page that shows the picture', async () => {
    const here = await somebody()
    const actor = { accountId: '', secret: await newKey(here) }
    const ids: string[] = []
    for (let made = 0; made < 26; made++) ids.unshift(await newGraph(actor.secret))
    const first = await here.get('/account/graphs')
    const older = /href="([^"]+)"[^>]*rel="next"|rel="next"[^>]*href="([^"]+)"/.exec(first.text)
    const olderPath = (older?.[1] ?? older?.[2] ?? '').replaceAll('&amp;', '&')
    const second = await here.get(olderPath)
    const shown = (page: Answer) =>
      [...page.text.matchAll(/class="plate-image" href="[^"]+\/([\w-]{21})"/g)].map(([, id = '']) => id)
    expect([...shown(first), ...shown(second)]).toEqual(ids)
    const newerPath = /rel="prev"[^>]*href="([^"]+)"|href="([^"]+)"[^>]*rel="prev"/.exec(second.text)
    const back = await here.get((newerPath?.[1] ?? newerPath?.[2] ?? '').replaceAll('&amp;', '&'))
    expect(shown(back)).toEqual(ids.slice(0, 24))

    expect(shown(await here.get('/account/graphs?q=lemonade'))).toHaveLength(24)
    expect((await here.get('/account/graphs?q=zebra')).text).toContain('No title contains “zebra”')

    const [graphId] = ids
    const confirm = await here.get(`/account/graphs/delete/${graphId}`)
    expect(confirm.text).toContain(`${service.plotUrl}/${graphId}.png`)
    const done = await here.follow(await here.submit(confirm, `/account/graphs/delete/${graphId}`))
    expect(done.text).toContain('The graph was deleted')
    expect((await fetch(`${service.baseUrl}/v1/graph/${graphId}`)).status).toBe(404)
  })

  const shownIds = ({ text }: Answer) =>
    [...text.matchAll(/class="plate-image" href="[^"]+\/([\w-]{21})"/g)].map(([, id = '']) => id)

  test('are shown from the oldest too, page by page and back', async () => {
    const here = await somebody()
    const secret = await newKey(here)
    const ids: string[] = []
    for (let made = 0; made < 26; made++) ids.push(await newGraph(secret))
    const link = ({ text }: Answer, rel: string) =>
      new RegExp(`rel="${rel}" href="([^"]+)"`).exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const first = await here.get('/account/graphs?order=oldest')
    const second = await here.get(link(first, 'next'))
    expect([shownIds(first), shownIds(second)]).toEqual([ids.slice(0, 24), ids.slice(24)])
    expect(second.text).not.toContain('rel="next"')
    const back = await here.get(link(second, 'prev'))
    expect(shownIds(back)).toEqual(ids.slice(0, 24))
    expect(back.text).not.toContain('rel="prev"')
  })

  test('are found by their kind; one without a title is called by what it shows', async () => {
    const here = await somebody()
    const secret = await newKey(here)
    const bars = await newGraph(secret)
    const pie = await newGraph(secret, { data: [{ type: 'pie', labels: ['a', 'b'], values: [1, 3] }] })
    const all = await here.get('/account/graphs')
    expect(shownIds(all)).toEqual([pie, bars])
    expect(all.text).toMatch(new RegExp(`${pie}">Pie chart`))
    expect(shownIds(await here.get('/account/graphs?kind=parts'))).toEqual([pie])
    expect(shownIds(await here.get('/account/graphs?kind=bars&q=lemonade'))).toEqual([bars])
    expect((await here.get('/account/graphs?kind=maps')).text).toContain('No graph of the kind “Maps”')
    expect(shownIds(await here.get('/account/graphs?kind=none'))).toHaveLength(2)
    expect((await here.get(`/account/graphs/${pie}`)).text).toContain('<h1 dir="auto">Pie chart')
  })

  test('and keys are called in the direction of their name', async () => {
    const here = await somebody()
    const title = 'مبيعات 2026!'
    const secret = await newKey(here, title)
    const id = await newGraph(secret, { ...figure, layout: { title } })
    for (const path of ['', '/graphs', `/graphs/${id}`, `/graphs/delete/${id}`, `/graphs/versions/${id}`]) {
      const { text } = await here.get(`/account${path}`)
      expect([path, text]).toEqual([path, expect.stringMatching(new RegExp(` dir="auto"[^>]*>${title}<`))])
    }
  })

  test('are each of one kind, whatever they draw', () => {
    const types = Object.values(graphKinds).flatMap((kind): readonly string[] => kind.types)
    expect(types.sort()).toEqual(traceTypes.toSorted())
  })

  test('are deleted several at once after a page that names them, another account’s never', async () => {
    const here = await somebody()
    const secret = await newKey(here)
    const ids = [await newGraph(secret), await newGraph(secret), await newGraph(secret)]
    const other = await newGraph(await newKey(await somebody(`other-${email}`)))
    const chosen = [ids[0], ids[1], other].map(id => `id=${id}`).join('&')
    const page = await here.get(`/account/graphs/delete?${chosen}`)
    expect(page.text).toContain('Delete these 2 graphs?')
    expect(page.text).not.toContain(other)
    const asked = { id: [ids[0] ?? '', ids[1] ?? '', other] }
    const done = await here.follow(await here.post('/account/graphs/delete', asked))
    expect(done.text).toContain('The graphs were deleted')
    expect(shownIds(done)).toEqual([ids[2]])
    expect((await fetch(`${service.baseUrl}/v1/graph/${other}`)).status).toBe(200)
    expect((await here.get('/account/graphs/delete')).location).toBe('/account/graphs')
  })

  test('carry what their titles say as text', async () => {
    const here = await somebody()
    const secret = await newKey(here)
    const title = '<script>alert(1)</script>" onload="alert(2)'
    await newGraph(secret, { ...figure, layout: { title } })
    const { text } = await here.get('/account/graphs')
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('" onload="')
  })
})

describe('settings', () => {
  test('change the password: other browsers are out, this one goes on with another session', async () => {
    const here = await somebody()
    const there = visitor()
    await there.post('/account/sign-in', { email, password: good })
    const before = here.cookies.get('plotgate_session')
    const answer = await here.post('/account/password', { current: good, password: better })
    expect((await here.follow(answer)).text).toContain('Your password was changed')
    expect(here.cookies.get('plotgate_session')).not.toBe(before)
    expect((await there.get('/account')).location).toBe('/account/sign-in')
  })

  test('sign out everywhere, with the password alone', async () => {
    const here = await somebody()
    expect((await here.post('/account/sessions', { current: better })).status).toBe(400)
    expect((await here.post('/account/sessions', { current: good })).location).toBe('/account/sign-in')
    expect((await here.get('/account')).location).toBe('/account/sign-in')
  })

  test('of an account without a password say how to choose one, and ask for none', async () => {
    const token = await createLinks(service.app.store).issue({ kind: 'sign-in', email: operatorName })
    const here = visitor()
    await here.follow(await here.get(`/account/link/${token}`))
    const { text } = await here.get('/account/settings')
    expect(text).toContain('<code>plotgate account reset operator</code> prints a one-time link')
    expect((await here.get('/account/delete')).location).toBe('/account/settings')
    expect(text).not.toMatch(/type="password"|Delete my account/)
  })

  test.each([
    ['keep', 200],
    ['delete', 404],
  ])('delete the account and %s its graphs', async (graphs, status) => {
    const here = await somebody()
    const graphId = await newGraph(await newKey(here))
    const page = await here.get('/account/delete')
    expect(page.text).toContain('What should happen to your graph?')
    expect((await here.submit(page, '/account/delete', { current: good })).status).toBe(400)
    const done = await here.follow(await here.submit(page, '/account/delete', { current: good, graphs }))
    expect(done.text).toContain('Your account was deleted')
    expect((await fetch(`${service.baseUrl}/v1/graph/${graphId}`)).status).toBe(status)
    expect((await visitor().post('/account/sign-in', { email, password: good })).status).toBe(401)
  })
})

describe('every page', () => {
  test('is for one person at one moment, kept apart, and tells other sites nothing', async () => {
    const here = await somebody()
    for (const path of [
      '/account',
      '/account/graphs',
      '/account/settings',
      '/account/delete',
      '/account/none',
    ]) {
      const { headers } = await here.get(path)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      const policy = headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
    }
  })

  test('that is not there, or was, says so as a page', async () => {
    const here = await somebody()
    const answer = await here.get('/account/none')
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toContain('text/html')
    const gone = await here.get('/account/link/nonsense')
    expect(gone.text).toContain('expired')
    expect(gone.text).toContain('<h1>This link no longer works</h1>')
  })
})

describe('a one-time link', () => {
  test('leaves the address bar at once, is not used up by looking, and works once', async () => {
    const token = await createOperator(service.app.store).invite(email)
    const here = visitor()
    for (let looked = 0; looked < 2; looked++) {
      expect(await here.get(`/account/link/${token}`)).toMatchObject({
        status: 303,
        location: '/account/link',
      })
    }
    const page = await here.get('/account/link')
    expect(page.text).toContain(email)
    expect(page.text).not.toContain(token)
    await here.submit(page, '/account/link', { password: good })
    expect((await visitor().get(`/account/link/${token}`)).status).toBe(404)
  })
})

describe('tries', () => {
  test('that are too many are answered with the time to wait', async () => {
    const here = visitor()
    let answer = await here.post('/account/sign-in', { email, password: better })
    for (let tried = 0; tried < 6 && answer.status === 401; tried++) {
      answer = await here.post('/account/sign-in', { email, password: better })
    }
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.text).toMatch(/Too many attempts; try again in (a second|\d+ seconds)\./)
  })
})

test('who came in and who was refused is in the logs, and nothing secret: no password, key, session, link or address of a person', async () => {
  const here = await somebody()
  const secret = await newKey(here)
  await newGraph(secret)
  const link = await createOperator(service.app.store).reset(email)
  await here.get(`/account/link/${link}`)
  await here.post('/account/sign-in', { email, password: better })
  const log = logged.join('')
  for (const event of ['link_followed', 'sign_in_refused']) expect(log).toContain(`"event":"${event}"`)
  expect(log).toContain('"route":"/account/link/:token"')
  const session = here.cookies.get('plotgate_session') ?? '?'
  for (const hidden of [good, better, secret, secret.slice(8), session, link, email])
    expect(log).not.toContain(hidden)
})
