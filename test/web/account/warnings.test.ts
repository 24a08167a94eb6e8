/** The account's page of a graph tells what of it was not drawn as it was meant, or not at all. */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createOperator } from '../../../src/accounts/operator.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { eventually } from '../../support/eventually.ts'
import { Visitor } from '../../support/visitor.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ SIGNUP: 'open' })
})
afterAll(() => service.close())

/** Makes a graph of a new account, and gives what the account's page of it says. */
async function graphOf(figure: object): Promise<{ page(): Promise<string>; imageUrl: string }> {
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
  return {
    page: async () => (await here.get(`/account/graphs/${graph.graph_id}`)).text,
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
  expect(plain).not.toContain('Left out of the picture')
})

test('what the image is drawn without stands there, once it is drawn', async () => {
  const images = [{ source: 'https://example.org/logo.png?<b>', x: 0, y: 0, sizex: 1, sizey: 1 }]
  const { page, imageUrl } = await graphOf({ data: [{ y: [1] }], layout: { images } })
  expect((await fetch(imageUrl)).status).toBe(200)
  await eventually('the page tells what was left out', async () =>
    (await page()).includes('Left out of the picture'),
  )
  expect(await page()).toContain('<code>https://example.org/logo.png?&lt;b&gt;</code>')
})
