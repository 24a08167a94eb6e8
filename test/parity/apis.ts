/** The two APIs over the same use-cases: what a caller does, done over REST and over GraphQL, told in one form. */

import { gzipSync } from 'node:zlib'
import { answerOf, ask, type GraphqlFault, send } from '../api/graphql/service.ts'

/** What came of a call: the graph's fields, or the error. */
export interface Outcome {
  readonly graph?: GraphFields | null
  readonly deleted?: boolean
  readonly error?: { readonly code: string; readonly message: string; readonly details: unknown }
}

export interface GraphFields {
  readonly graphId: string
  readonly imageUrl: string
  readonly permalink: string
  readonly data: unknown
  readonly layout: unknown
  /** `data` as it stands in the answer, to the byte. */
  readonly dataText: string
}

export interface Call {
  readonly key?: string | null
  readonly idempotencyKey?: string
}

/** A caller of one api. A figure is given as the JSON text of a create's body. */
export interface Api {
  readonly name: 'REST' | 'GraphQL'
  create(figure: string, call?: Call): Promise<Outcome>
  read(graphId: string, call?: Call): Promise<Outcome>
  remove(graphId: string, call?: Call): Promise<Outcome>
  /** A body that inflates to this many bytes. */
  createLarge(bytes: number, call?: Call): Promise<Outcome>
}

export function restApi(baseUrl: string): Api {
  async function call(path: string, init: RequestInit, { key, idempotencyKey }: Call = {}): Promise<Outcome> {
    const response = await fetch(`${baseUrl}/v1/graph${path}`, {
      ...init,
      headers: {
        ...(init.body ? { 'Content-Type': 'application/json' } : {}),
        ...(key ? { Authorization: `Bearer ${key}` } : {}),
        ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...init.headers,
      },
    })
    const text = await response.text()
    const { ok, graph, error } = JSON.parse(text)
    if (!ok) return { error: { code: error.code, message: error.message, details: error.details } }
    if (!graph) return { deleted: true }
    const { graph_id: graphId, image_url: imageUrl, permalink, data, layout } = graph
    const dataText = text.slice(text.indexOf('"data":') + 7, text.indexOf(',"layout":{"template"'))
    return { graph: { graphId, imageUrl, permalink, data, layout, dataText } }
  }
  return {
    name: 'REST',
    create: (figure, options) => call('', { method: 'POST', body: figure }, options),
    read: (graphId, options) => call(`/${encodeURIComponent(graphId)}`, {}, options),
    remove: (graphId, options) => call(`/${encodeURIComponent(graphId)}`, { method: 'DELETE' }, options),
    createLarge: (bytes, options) =>
      call(
        '',
        { method: 'POST', body: packed('{"data":[]', bytes), headers: { 'Content-Encoding': 'gzip' } },
        options,
      ),
  }
}

const fields = 'graphId imageUrl permalink data layout dataText'

export function graphqlApi(baseUrl: string): Api {
  const fault = (errors: readonly GraphqlFault[]): Outcome | null => {
    const [error] = errors
    if (!error) return null
    const { code, details } = error.extensions
    return { error: { code, message: error.message, details } }
  }
  const mutation = `mutation ($input: CreateGraphInput!) { createGraph(input: $input) { graph { ${fields} } } }`
  return {
    name: 'GraphQL',
    async create(figure, { key, idempotencyKey } = {}) {
      const body = `{"query": ${JSON.stringify(mutation)}, "variables": {"input": ${withKey(figure, idempotencyKey)}}}`
      const { data, errors } = await send(baseUrl, body, { key })
      return fault(errors) ?? { graph: data.createGraph.graph }
    },
    async read(id, { key } = {}) {
      const { data, errors } = await ask(
        baseUrl,
        `query ($id: ID!) { graph(id: $id) { ${fields} } }`,
        { id },
        { key },
      )
      return fault(errors) ?? { graph: data.graph }
    },
    async remove(id, { key } = {}) {
      const query = 'mutation ($id: ID!) { deleteGraph(id: $id) { deletedGraphId } }'
      const { data, errors } = await ask(baseUrl, query, { id }, { key })
      return fault(errors) ?? { deleted: data.deleteGraph.deletedGraphId === id }
    },
    async createLarge(bytes, { key } = {}) {
      const response = await fetch(`${baseUrl}/graphql`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
          ...(key ? { Authorization: `Bearer ${key}` } : {}),
        },
        body: packed(`{"query":"mutation { createGraph(input: {data: []}) { graph { ${fields} } } }"`, bytes),
      })
      const { data, errors } = await answerOf(response)
      return fault(errors) ?? { graph: data.createGraph.graph }
    },
  }
}

/** The figure's own text, with one member more where there is a key. */
const withKey = (figure: string, key: string | undefined): string =>
  key === undefined ? figure : `{"idempotencyKey": ${JSON.stringify(key)}, ${figure.slice(1)}`

/** An object of JSON, opened by `begin`, filled up with spaces to that many bytes and compressed. */
const packed = (begin: string, bytes: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gzipSync(`${begin}${' '.repeat(bytes - begin.length - 1)}}`))
