/** What a program does with the client that openapi-generator makes for axios: create, read, draw, delete. */

import assert from 'node:assert/strict'
import { Configuration, FilesApi, GraphsApi } from './client'

async function main(basePath = '', accessToken = ''): Promise<void> {
  const configuration = new Configuration({ basePath, accessToken })
  const [graphs, files] = [new GraphsApi(configuration), new FilesApi(configuration)]
  const figure = { data: [{ type: 'bar' as const, x: ['a', 'b'], y: [1, 2] }], layout: { title: 'Bars' } }

  const made = await graphs.createGraph(figure)
  assert.equal(made.data.ok, true)
  const id = made.data.graph.graph_id
  assert.equal((await graphs.readGraph(id)).data.graph.data[0]?.type, 'bar')

  // How axios is told that an answer is bytes; the client leaves that to its caller.
  const bytes = { responseType: 'arraybuffer' } as const
  const none = undefined
  const chart = await files.drawChart(id, 'png', none, none, none, none, none, none, none, bytes)
  const drawn = await files.renderFigure(figure, none, none, none, none, none, none, none, 'png', bytes)
  for (const { headers, data } of [chart, drawn]) {
    assert.equal(headers['content-type'], 'image/png')
    // The client declares a File; axios gives what `bytes` asks for.
    assert.equal(Buffer.from(data as unknown as ArrayBuffer).toString('latin1', 1, 4), 'PNG')
  }

  assert.equal((await graphs.deleteGraph(id)).data.ok, true)
  const gone = await graphs.readGraph(id).catch(error => error.response)
  assert.equal(gone.data.error.code, 'graph_not_found')
}

void main(...process.argv.slice(2))
