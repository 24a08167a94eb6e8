import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createKeys } from '../../../src/accounts/api-keys/keys.ts'
import { createOperator } from '../../../src/accounts/operator.ts'
import { claimOf } from '../../../src/domain/graph/claims.ts'
import { removeExpired } from '../../../src/domain/graph/expiry.ts'
import type { GraphId } from '../../../src/domain/ids.ts'
import { first, firstPng, sampleArtifact, sampleFigure, sampleRecord } from '../../storage/samples.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { Visitor } from '../../support/visitor.ts'

const day = 86_400_000

let service: TestService
beforeAll(async () => {
  service = await startTestService({ BROWSER_PATH: '/bin/false' })
})
afterAll(() => service.close())

interface Call {
  readonly body?: unknown
  readonly expires?: string
  readonly key?: string
  readonly more?: Readonly<Record<string, string>>
}

const call = (method: string, path: string, { body, expires, key = service.key, more }: Call = {}) =>
  fetch(service.baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(expires !== undefined && { 'Plotgate-Expires': expires }),
      ...more,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const figure = { data: [{ y: [1] }] }

async function create(expires?: string, key?: string): Promise<{ id: GraphId; sunset: string | null }> {
  const answer = await call('POST', '/v1/plot', {
    body: figure,
    ...(expires && { expires }),
    ...(key && { key }),
  })
  expect(answer.status).toBe(201)
  const { graph } = (await answer.json()) as { graph: { graph_id: GraphId } }
  return { id: graph.graph_id, sunset: answer.headers.get('sunset') }
}

const sunsetOf = async (path: string) => (await call('GET', path)).headers.get('sunset')
const daysUntil = (sunset: string | null) => Math.round((Date.parse(sunset ?? '') - Date.now()) / day)

const graphql = async (query: string, variables: unknown) => {
  const answer = await call('POST', '/graphql', { body: { query, variables } })
  return (await answer.json()) as { data: Record<string, unknown>; errors?: unknown }
}

test('the page of a graph says until when it is there', async () => {
  const { id } = await create('2999-01-31')
  const { id: lasting } = await create()
  const pageOf = async (name: string) => (await fetch(`${service.plotUrl}/${name}`)).text()
  expect(await pageOf(id)).toContain('Available until January 31, 2999</time>')
  expect(await pageOf(`${id}?locale=de`)).toContain('Verfügbar bis 31. Januar 2999</time>')
  expect(await pageOf(lasting)).not.toContain('Available until')
})

describe('a create', () => {
  test('says how long the graph is there; answers say when it goes', async () => {
    const { id, sunset } = await create('30d')
    expect(daysUntil(sunset)).toBe(30)
    for (const path of [`/v1/graph/${id}`, `/v1/plot/${id}`, `/v1/chart/${id}`, `/p/${id}`, `/p/${id}.json`])
      expect([path, await sunsetOf(path)]).toEqual([path, sunset])
  })

  test('that says nothing makes one that stays', async () => {
    const { id, sunset } = await create()
    expect(sunset).toBeNull()
    expect(await sunsetOf(`/v1/graph/${id}`)).toBeNull()
  })

  test('takes a date, too', async () => {
    expect((await create('2090-01-31')).sunset).toBe('Tue, 31 Jan 2090 00:00:00 GMT')
  })

  test.each(['', '0d', '5', 'soon', '2020-01-01', '10m', '2090-02-30'])('does not take %j', async expires => {
    const answer = await call('POST', '/v1/graph', { body: figure, expires })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: 'invalid_parameter', message: expect.stringContaining('Plotgate-Expires') },
    })
  })

  test('over GraphQL says it in its input', async () => {
    const { data } = await graphql(
      'mutation ($input: CreateGraphInput!) { createGraph(input: $input) { graph { graphId expiresAt } } }',
      { input: { data: [], expires: '2w' } },
    )
    const { graph } = data.createGraph as { graph: { graphId: string; expiresAt: string } }
    expect(daysUntil(graph.expiresAt)).toBe(14)
    const changed = await graphql(
      'mutation ($input: UpdateGraphInput!) { updateGraph(input: $input) { graph { expiresAt } } }',
      { input: { id: graph.graphId, data: [], expires: 'never' } },
    )
    expect(changed.data).toEqual({ updateGraph: { graph: { expiresAt: null } } })
  })
})

test('another figure leaves the moment as it is, unless it says another', async () => {
  const { id, sunset } = await create('30d')
  const put = (expires?: string) =>
    call('PUT', `/v1/graph/${id}`, { body: figure, ...(expires && { expires }) })
  expect((await put()).headers.get('sunset')).toBe(sunset)
  expect(daysUntil((await put('90d')).headers.get('sunset'))).toBe(90)
  expect((await put('never')).headers.get('sunset')).toBeNull()
  expect(await sunsetOf(`/v1/graph/${id}`)).toBeNull()
})

test('the answer to new points says when the graph goes, as every other', async () => {
  const { id, sunset } = await create('30d')
  const body = { points: [{ trace: 0, y: [2] }] }
  const answer = await call('POST', `/v1/graph/${id}/points`, { body })
  expect([answer.status, answer.headers.get('sunset')]).toEqual([200, sunset])
})

describe('an account', () => {
  const email = 'brief@example.org'
  let key: string
  beforeAll(async () => {
    const operator = createOperator(service.app.store)
    await operator.invite(email)
    key = (await operator.createKey({ name: 'k' }, email)).secret
    await operator.setGraphsStay(email, '1w')
  })

  test('has its new graphs stay as long as it is set, where their create does not say', async () => {
    expect(daysUntil((await create(undefined, key)).sunset)).toBe(7)
    expect((await create('never', key)).sunset).toBeNull()
    expect((await create()).sunset).toBeNull()
  })

  test('sets it on its page', async () => {
    const visitor = new Visitor(service.baseUrl)
    const link = await createOperator(service.app.store).invite('page@example.org')
    await visitor.get(`/account/link/${link}`)
    await visitor.post('/account/link', { password: 'tidal lantern orbit moss' })
    const settings = await visitor.get('/account/settings')
    expect(settings.text).toContain('<option value="forever" selected>')
    const saved = await visitor.follow(
      await visitor.submit(settings, '/account/graphs-stay', { stay: '90d' }),
    )
    expect(saved.text).toContain('<option value="90d" selected>')
    const refused = await visitor.submit(settings, '/account/graphs-stay', { stay: 'a while' })
    expect([refused.status, refused.text.includes('Must be forever')]).toEqual([400, true])
  })
})

describe('a graph whose time is over', () => {
  let id: GraphId
  beforeAll(async () => {
    const record = sampleRecord({ expiresAt: new Date(Date.now() - 1) })
    id = record.graphId
    await service.app.store.graphs.insert(record, sampleFigure())
    await service.app.store.artifacts.put(first(id), firstPng, sampleArtifact())
  })

  test('is not there any more, before anything has removed it', async () => {
    const paths = [
      ...['graph', 'plot', 'chart'].flatMap(kind => [`/v1/${kind}/${id}`, `/v1/${kind}/${id}?version=1`]),
      ...['', '@1', '.png', '.svg', '.html', '.json', '.csv', '?embed', '/events'].map(
        ending => `/p/${id}${ending}`,
      ),
      `/p/oembed?url=${encodeURIComponent(`${service.baseUrl}/p/${id}`)}`,
    ]
    for (const path of paths) expect([path, (await call('GET', path)).status]).toEqual([path, 404])
    expect((await call('DELETE', `/v1/graph/${id}`)).status).toBe(404)
    expect((await call('PUT', `/v1/graph/${id}`, { body: figure })).status).toBe(404)
    const points = { points: [{ trace: 0, x: [1], y: [1] }] }
    expect((await call('POST', `/v1/graph/${id}/points`, { body: points })).status).toBe(404)
    const { data } = await graphql('query ($id: ID!) { graph(id: $id) { title } }', { id })
    expect(data).toEqual({ graph: null })
  })

  test('is removed with its files, and who follows it is told', async () => {
    const told: GraphId[] = []
    const { store } = service.app
    await removeExpired(store, graphId => told.push(graphId))
    expect(told).toEqual([id])
    expect(await store.graphs.figure(id)).toBeNull()
    expect(await store.artifacts.get(first(id), firstPng)).toBeNull()
    expect(await store.graphs.expired(new Date(), 10)).toEqual([])
  })
})

describe('a request that is repeated with its Idempotency-Key after the date that it names', () => {
  const past = '2026-01-31T10:00:00Z'
  const body = JSON.stringify(figure)
  const actorOf = () => createKeys(service.app.store).authenticate(`Bearer ${service.key}`)

  /** What the store has of a request that was answered before. */
  async function answered(key: string, operation: string, sent = body) {
    const actor = await actorOf()
    const record = sampleRecord({ accountId: actor.accountId, expiresAt: new Date(past) })
    return { record, claim: await claimOf(actor, Buffer.from(sent), { key, operation }) }
  }
  const repeat = (method: string, path: string, key: string, sent: unknown = figure) =>
    call(method, path, { body: sent, expires: past, more: { 'Idempotency-Key': key } })
  const codeOf = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { error?: { code: string } }).error?.code,
  ]

  test('is told that the graph is gone, as for any other', async () => {
    const { record, claim } = await answered('late', 'POST /v1/plot')
    await service.app.store.graphs.insert(record, sampleFigure(), claim)
    expect(await codeOf(await repeat('POST', '/v1/plot', 'late'))).toEqual([404, 'graph_not_found'])
    expect(await codeOf(await repeat('POST', '/v1/plot', 'late', { data: [] }))).toEqual([
      409,
      'idempotency_conflict',
    ])
    expect(await codeOf(await repeat('POST', '/v1/plot', 'other'))).toEqual([400, 'invalid_parameter'])
  })

  test('is told so over GraphQL, too', async () => {
    const input = { data: figure.data, expires: past, idempotencyKey: 'late' }
    const { record, claim } = await answered('late', 'createGraph')
    await service.app.store.graphs.insert(record, sampleFigure(), claim)
    const { errors } = await graphql(
      'mutation ($input: CreateGraphInput!) { createGraph(input: $input) { graph { graphId } } }',
      { input },
    )
    expect(errors).toMatchObject([{ extensions: { code: 'graph_not_found' } }])
  })

  test('gets the version that it made, if the graph stays', async () => {
    const { id } = await create('never')
    const { claim } = await answered('late', `PUT /v1/graph/${id}`)
    const { graphs } = service.app.store
    const record = await graphs.find(id)
    if (record) await graphs.replace(record, sampleFigure(), null, claim)
    await call('PUT', `/v1/graph/${id}`, { body: figure })
    const answer = await repeat('PUT', `/v1/graph/${id}`, 'late')
    expect([answer.status, answer.headers.get('plotgate-version')]).toEqual([200, '2'])
    expect(await codeOf(await repeat('PUT', `/v1/graph/${id}`, 'other'))).toEqual([400, 'invalid_parameter'])
  })
})
