/** What a figure is told without being stored, and with it. */

import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type QuietService, startQuietService } from './service.ts'

let service: QuietService
beforeAll(async () => {
  service = await startQuietService()
})
afterAll(() => service.close())

const check = async (input: object) => {
  const { data, errors } = await service.ask(
    'query ($input: CreateGraphInput!) { checkFigure(input: $input) { errors { path message } warnings { path message } } }',
    { input },
  )
  expect(errors).toEqual([])
  return data.checkFigure
}

test('a figure that would be drawn as meant is told nothing', async () => {
  expect(await check({ data: [{ y: [1, 2] }], layout: { title: 'Sold' } })).toEqual({
    errors: [],
    warnings: [],
  })
})

test('warnings are told', async () => {
  expect(await check({ data: [{ y: [1, 2], showLegend: true }] })).toEqual({
    errors: [],
    warnings: [{ path: 'data[0].showLegend', message: expect.stringContaining('"showlegend"') }],
  })
})

test('errors are told, as a create would, and no GraphQL error', async () => {
  const { errors, warnings } = await check({ data: [{ y: '1,2' }], layout: { xaxis: 'Months' } })
  expect(warnings).toEqual([])
  expect(errors.map(({ path }: { path: string }) => path)).toEqual(['data[0].y', 'layout.xaxis'])
})

test('nothing is stored', async () => {
  const count = async () =>
    (await service.ask('{ viewer { graphs { totalCount } } }')).data?.viewer?.graphs?.totalCount
  const before = await count()
  await check({ data: [] })
  expect(await count()).toEqual(before)
})

test('a create tells its warnings, and a read of the graph tells them again', async () => {
  const { data } = await service.ask(
    'mutation ($input: CreateGraphInput!) { createGraph(input: $input) { warnings { path } graph { graphId warnings { path message } } } }',
    { input: { data: [{ y: [1], marker: { colour: 'red' } }] } },
  )
  const { graph, warnings } = data.createGraph
  expect(warnings).toEqual([{ path: 'data[0].marker.colour' }])
  const read = await service.ask(`{ graph(id: "${graph.graphId}") { warnings { path message } } }`)
  expect(read.data.graph.warnings).toEqual(graph.warnings)
})
