/** The generated client of `examples/typescript` against the whole service, picture included. */

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createClient, GraphqlError } from '../../../examples/typescript/client.ts'
import {
  CreateGraphDocument,
  DeleteGraphDocument,
  MyGraphsDocument,
  ReadGraphDocument,
} from '../../../examples/typescript/generated.ts'
import { clientFile, generateClient } from '../../../scripts/emit/client.ts'
import { startTestService, type TestService } from '../../support/app.ts'
import { patientFetch, patientFollow } from '../../support/patient-fetch.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

test('is what the generator makes of the schema: npm run emit writes it anew', async () => {
  const committed = readFileSync(new URL(`../../../${clientFile}`, import.meta.url), 'utf8')
  expect(committed).toBe(await generateClient())
})

test('creates, follows, reads, lists and deletes', async () => {
  const client = createClient({ url: `${service.baseUrl}/graphql`, apiKey: service.key })
  const input = {
    data: [{ type: 'bar', name: 'Visits', x: ['a', 'b'], y: [1, 2] }],
    layout: { title: 'Visits' },
  }
  const { createGraph } = await client.ask(CreateGraphDocument, { input })
  const graph = createGraph?.graph
  if (!graph) throw new Error('there is no graph')

  expect((await patientFollow(client, graph.graphId)).at(-1)).toBe('ready')
  const picture = await patientFetch(graph.imageUrl)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png'])

  const read = await client.ask(ReadGraphDocument, { id: graph.graphId })
  expect(read.graph).toMatchObject({
    graphId: graph.graphId,
    title: 'Visits',
    traceTypes: ['bar'],
    data: input.data,
    traces: [
      {
        name: 'Visits',
        type: 'bar',
        points: {
          totalCount: 2,
          nodes: [
            { x: 'a', y: 1 },
            { x: 'b', y: 2 },
          ],
        },
      },
    ],
  })

  const { viewer } = await client.ask(MyGraphsDocument, { first: 5 })
  expect(viewer?.graphs?.nodes.map(({ graphId }) => graphId)).toContain(graph.graphId)

  const { deleteGraph } = await client.ask(DeleteGraphDocument, { id: graph.graphId })
  expect(deleteGraph?.deletedGraphId).toBe(graph.graphId)
  expect((await fetch(graph.imageUrl)).status).toBe(404)
  expect((await client.ask(ReadGraphDocument, { id: graph.graphId })).graph).toBeNull()
})

test('tells what was refused', async () => {
  const client = createClient({ url: `${service.baseUrl}/graphql` })
  const attempt = client.ask(CreateGraphDocument, { input: { data: [] } })
  await expect(attempt).rejects.toBeInstanceOf(GraphqlError)
  await expect(attempt).rejects.toMatchObject({ code: 'unauthenticated' })
})
