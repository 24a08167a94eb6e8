/** What a program does with the client that openapi-generator makes for fetch: create, read, draw, delete. */

import assert from 'node:assert/strict'
import { Configuration, FilesApi, GraphsApi } from './client'

async function main(basePath = '', accessToken = ''): Promise<void> {
  const configuration = new Configuration({ basePath, accessToken })
  const [graphs, files] = [new GraphsApi(configuration), new FilesApi(configuration)]
  const figure = { data: [{ type: 'bar' as const, x: ['a', 'b'], y: [1, 2] }], layout: { title: 'Bars' } }

  const made = await graphs.createGraph({ figure })
  assert.equal(made.ok, true)
  const { graphId } = made.graph
  assert.equal((await graphs.readGraph({ graphId }))?.graph.data[0]?.type, 'bar')

  const chart = await files.drawChart({ graphId, format: 'png' })
  const drawn = await files.renderFigure({ figure, format: 'png' })
  for (const image of [chart, drawn]) {
    assert.ok(image)
    assert.equal(image.type, 'image/png')
    assert.ok(image.size > 1000)
  }

  assert.equal((await graphs.deleteGraph({ graphId })).ok, true)
  const gone = await graphs.readGraph({ graphId }).catch(error => error.response.json())
  assert.equal(gone.error.code, 'graph_not_found')
}

void main(...process.argv.slice(2))
