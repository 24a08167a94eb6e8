/** The versions of a graph on the account page: listed, compared, brought back, without any script. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createOperator } from '../../../src/accounts/operator.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { Visitor } from '../../support/visitor.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ SIGNUP: 'open' })
})
afterAll(() => service.close())

const send = (key: string, method: string, path: string, body: string) =>
  fetch(`${service.baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body,
  })
const dataOf = async (id: string) =>
  JSON.stringify(
    ((await (await fetch(`${service.baseUrl}/v1/graph/${id}`)).json()) as { graph: { data: unknown } }).graph
      .data,
  )

async function somebody(email: string): Promise<{ here: Visitor; key: string }> {
  const operator = createOperator(service.app.store)
  const here = new Visitor(service.baseUrl)
  await here.get(`/account/link/${await operator.invite(email)}`)
  await here.post('/account/link', { password: 'tidal lantern orbit moss' })
  const { secret } = await operator.createKey({ name: 'test' }, email)
  return { here, key: secret }
}

test('an older version is listed, compared and restored, only by the graph’s owner', async () => {
  const { here, key } = await somebody('ada@example.org')
  const made = (await (await send(key, 'POST', '/v1/graph', '{"data":[{"y":[1.0]}]}')).json()) as {
    graph: { graph_id: string }
  }
  const id = made.graph.graph_id
  expect((await here.get(`/account/graphs/${id}`)).text).not.toContain('Versions')
  await send(key, 'PUT', `/v1/graph/${id}`, '{"data":[{"y":[2]}]}')
  await send(key, 'POST', `/v1/graph/${id}/points`, '{"points":[{"trace":0,"y":[3]}]}')

  const page = await here.get(`/account/graphs/${id}`)
  for (const version of [1, 2, 3]) expect(page.text).toContain(`href="${service.plotUrl}/${id}@${version}"`)
  const compare = await here.get(`/account/graphs/versions/${id}?left=1&right=3`)
  expect(compare.status).toBe(200)
  expect(compare.text).toContain(`src="${service.plotUrl}/${id}@1.png"`)
  expect(compare.text).toContain(`src="${service.plotUrl}/${id}@3.png"`)
  expect(compare.text).toContain(`srcset="${service.plotUrl}/${id}@1.png?theme=dark"`)
  // Numbers that are none, or not kept, are passed over.
  expect((await here.get(`/account/graphs/versions/${id}?left=x&right=99`)).status).toBe(200)

  const other = await somebody('eve@example.org')
  const tried = await other.here.post(`/account/graphs/versions/${id}`, { version: '1' })
  expect(tried.status).toBe(404)
  const answer = await here.submit(compare, `/account/graphs/versions/${id}`, { version: '1' })
  expect(answer).toMatchObject({ status: 303, location: `/account/graphs/${id}` })
  expect((await here.follow(answer)).text).toContain('That version was restored')
  expect(await dataOf(id)).toBe('[{"y":[1]}]')
  expect((await fetch(`${service.baseUrl}/v1/graph/${id}`)).headers.get('plotgate-version')).toBe('4')
})
