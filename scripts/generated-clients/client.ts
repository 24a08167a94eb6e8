/** What a program does with the types that openapi-typescript makes: create, read, draw, delete. */

import assert from 'node:assert/strict'
import createClient from 'openapi-fetch'
import type { paths } from './schema'

async function main(baseUrl = '', key = ''): Promise<void> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } })
  const body = { data: [{ type: 'bar' as const, x: ['a', 'b'], y: [1, 2] }], layout: { title: 'Bars' } }

  const made = await client.POST('/v1/graph', { body })
  assert.equal(made.data?.ok, true)
  const params = { path: { graph_id: made.data.graph.graph_id } }
  const read = await client.GET('/v1/graph/{graph_id}', { params })
  assert.equal(read.data?.graph.data[0]?.type, 'bar')

  const png = { ...params, path: { ...params.path, format: 'png' as const } }
  const chart = await client.GET('/p/{graph_id}.{format}', { params: png, parseAs: 'blob' })
  const drawn = await client.POST('/v1/render', { body, parseAs: 'blob' })
  for (const { response, data } of [chart, drawn]) {
    assert.equal(response.headers.get('content-type'), 'image/png')
    assert.ok(data && data.size > 1000)
  }

  assert.equal((await client.DELETE('/v1/graph/{graph_id}', { params })).data?.ok, true)
  const gone = await client.GET('/v1/graph/{graph_id}', { params })
  assert.equal(gone.error?.error.code, 'graph_not_found')
}

void main(...process.argv.slice(2))
