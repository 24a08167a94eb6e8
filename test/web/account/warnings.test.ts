/** The account's page of a graph tells what of it was not drawn as it was meant, or not at all. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createOperator } from '../../../src/accounts/operator.ts'
import { versionName } from '../../../src/domain/graph/graph.ts'
import { createGraphIds, type GraphId, requireGraphId } from '../../../src/domain/ids.ts'
import { defaultLook } from '../../../src/domain/image/look.ts'
import { createQuarantine } from '../../../src/domain/image/quarantine.ts'
import { renderTimeout } from '../../../src/errors/errors.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { Visitor } from '../../support/visitor.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ SIGNUP: 'open' })
})
afterAll(() => service.close())

interface OwnGraph {
  readonly graphId: GraphId
  readonly imageUrl: string
  /** Of another graph of the account, where one is named. */
  page(other?: GraphId): Promise<string>
  /** The list of the account's graphs. */
  gallery(): Promise<string>
}

/** Makes a graph of a new account, and gives what the account's page of it says. */
async function graphOf(figure: object): Promise<OwnGraph> {
  const operator = createOperator(service.app.store)
  const here = new Visitor(service.baseUrl)
  const email = `${randomUUID()}@example.org`
  await here.get(`/account/link/${await operator.invite(email)}`)
  await here.post('/account/link', { password: 'tidal lantern orbit moss' })
  const { secret } = await operator.createKey({ name: 'test' }, email)
  const made = await fetch(`${service.baseUrl}/v1/graph`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(figure),
  })
  const { graph } = (await made.json()) as { graph: { graph_id: string } }
  const graphId = requireGraphId(graph.graph_id)
  return {
    graphId,
    page: async (other = graphId) => (await here.get(`/account/graphs/${other}`)).text,
    gallery: async () => (await here.get('/account/graphs')).text,
    imageUrl: `${service.plotUrl}/${graph.graph_id}.png`,
  }
}

test('each warning stands there with its place, and no list where there is none', async () => {
  const page = await (await graphOf({ data: [{ y: [1], mod: '<b>' }], layout: { width: '800px' } })).page()
  expect(page).toContain('Not drawn as meant')
  expect(page).toMatch(/<code>data\[0\]\.mod<\/code>: [^<]*did you mean (?:"|&quot;|&#34;)mode/)
  expect(page).toMatch(/<code>layout\.width<\/code>: [^<]*send the number 800/)
  const plain = await (await graphOf({ data: [{ y: [1] }] })).page()
  expect(plain).not.toContain('Not drawn as meant')
  expect(plain).not.toContain('Left out of the image')
})

test('what the image is drawn without stands there, once it is drawn', async () => {
  const images = [{ source: 'https://example.org/logo.png?<b>', x: 0, y: 0, sizex: 1, sizey: 1 }]
  const { page, imageUrl } = await graphOf({ data: [{ y: [1] }], layout: { images } })
  expect((await fetch(imageUrl)).status).toBe(200)
  await eventually('the page tells what was left out', async () =>
    (await page()).includes('Left out of the image'),
  )
  expect(await page()).toContain('<code>https://example.org/logo.png?&lt;b&gt;</code>')
})

test('that an image took too long stands there, with what to do about it', async () => {
  const { graphId, page, gallery } = await graphOf({ data: [{ y: [1] }] })
  const { store } = service.app
  const made = (await store.graphs.find(graphId))!
  const slow = createGraphIds()()
  const rendering = { status: 'pending', error: null, omitted: [] } as const
  await store.graphs.insert({ ...made, graphId: slow, rendering }, { data: '[]', layout: '{}', frames: null })
  expect(await page(slow)).not.toContain('could not be drawn')
  expect(await gallery()).not.toContain('could not be drawn')
  const remedy = renderTimeout('data: the figure was not drawn within 20 s; send less of it')
  await createQuarantine(store).strike(versionName({ graphId: slow, version: 1 }), defaultLook, remedy)
  expect(await page(slow)).toContain(`This figure could not be drawn: ${remedy.message}`)
  expect(await gallery()).toContain('This figure could not be drawn')
})
