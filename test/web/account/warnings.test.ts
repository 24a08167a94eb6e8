/** The account's page of a graph tells what of it was not drawn as it was meant. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createOperator } from '../../../src/accounts/operator.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { Visitor } from '../../support/visitor.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ SIGNUP: 'open' })
})
afterAll(() => service.close())

test('each warning stands there with its place, and no list where there is none', async () => {
  const operator = createOperator(service.app.store)
  const here = new Visitor(service.baseUrl)
  await here.get(`/account/link/${await operator.invite('ada@example.org')}`)
  await here.post('/account/link', { password: 'tidal lantern orbit moss' })
  const { secret } = await operator.createKey({ name: 'test' }, 'ada@example.org')

  async function pageOf(figure: object): Promise<string> {
    const made = await fetch(`${service.baseUrl}/v1/graph`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(figure),
    })
    const { graph } = (await made.json()) as { graph: { graph_id: string } }
    return (await here.get(`/account/graphs/${graph.graph_id}`)).text
  }

  const page = await pageOf({ data: [{ y: [1], mod: '<b>' }], layout: { width: '800px' } })
  expect(page).toContain('Not drawn as meant')
  expect(page).toMatch(/<code>data\[0\]\.mod<\/code>: [^<]*did you mean (?:"|&quot;|&#34;)mode/)
  expect(page).toMatch(/<code>layout\.width<\/code>: [^<]*send the number 800/)
  expect(await pageOf({ data: [{ y: [1] }] })).not.toContain('Not drawn as meant')
})
