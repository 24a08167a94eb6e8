/** What a program does with the client that hey-api makes: create, read, draw, delete. */

import assert from 'node:assert/strict'
import { createGraph, deleteGraph, drawChart, readGraph, renderFigure } from './client'
import { client } from './client/client.gen'

async function main(baseUrl = '', auth = ''): Promise<void> {
  client.setConfig({ baseUrl, auth })
  const body = { data: [{ type: 'bar' as const, x: ['a', 'b'], y: [1, 2] }], layout: { title: 'Bars' } }

  const made = await createGraph({ body, throwOnError: true })
  assert.equal(made.data.ok, true)
  const path = { graph_id: made.data.graph.graph_id }
  const read = await readGraph({ path, throwOnError: true })
  assert.equal(read.data?.graph.data[0]?.type, 'bar')

  const chart = await drawChart({ path: { ...path, format: 'png' } })
  const drawn = await renderFigure({ body, query: { format: 'png' } })
  for (const { data } of [chart, drawn]) {
    assert.ok(data instanceof Blob)
    assert.equal(data.type, 'image/png')
  }

  assert.equal((await deleteGraph({ path, throwOnError: true })).data.ok, true)
  assert.equal((await readGraph({ path })).error?.error.code, 'graph_not_found')
}

void main(...process.argv.slice(2))
