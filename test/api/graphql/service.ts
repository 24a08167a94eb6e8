/** The service over real HTTP with a real store and real keys, and no browser: most of GraphQL needs no picture. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { createOperator } from '../../../src/accounts/operator.ts'
import { wire } from '../../../src/composition/wire.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Scope } from '../../../src/domain/actor.ts'
import { createFeed } from '../../../src/domain/graph/feed.ts'
import type { GraphId } from '../../../src/domain/ids.ts'
import type { Store } from '../../../src/domain/ports.ts'
import { listen } from '../../../src/http/connections/listen.ts'
import { createLog, type Log } from '../../../src/log.ts'
import { readers } from '../../../src/parsing/readers.ts'
import { createServer } from '../../../src/server.ts'
import { openStore } from '../../../src/storage/open.ts'
import { idleDispatcher } from '../../support/idle-dispatcher.ts'

export interface QuietService {
  readonly baseUrl: string
  readonly store: Store
  /** A key with every scope. */
  readonly key: string
  /** A further key: of the same account, or of the account of `email`. */
  newKey(options?: { scopes?: readonly Scope[]; email?: string; expiresAt?: Date }): Promise<string>
  ask(query: string, variables?: unknown, options?: AskOptions): Promise<Answer>
  /** Answers under way have `drainMs` to end. */
  close(drainMs?: number): Promise<void>
}

export interface AskOptions {
  /** Null: none. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly data: any
  readonly errors: readonly GraphqlFault[]
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly extensions: any
}

export interface GraphqlFault {
  readonly message: string
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly path?: readonly (string | number)[]
  readonly extensions: {
    readonly code: string
    readonly details?: readonly { path: string; message: string }[]
    readonly retryAfter?: number
  }
}

export async function startQuietService(
  env: Record<string, string> = {},
  { wrap = store => store, log = createLog('silent') }: { wrap?: (store: Store) => Store; log?: Log } = {},
): Promise<QuietService> {
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-graphql-'))
  const config = readConfig({ DATA_DIR: folder, PORT: '0', RATE_LIMIT: 'off', ...env })
  const opened = await openStore({ mongodbUrl: null, dataDir: folder })
  const store = wrap(opened)
  const baseUrl = 'http://service.test'
  const listening = await listen((request, response) => answer(request, response), '127.0.0.1', 0)
  const deps = wire(
    { ...config, baseUrl, plotUrl: `${baseUrl}/p`, signup: 'closed' },
    {
      store,
      dispatcher: idleDispatcher,
      bodies: readers,
      feed: createFeed(),
      metrics: new Registry(),
      log,
      ready: async () => {},
      closing: listening.closing,
    },
  )
  const server = createServer(deps)
  const answer = server.callback()
  const url = `http://127.0.0.1:${listening.port}`
  const operator = createOperator(store)
  const { secret: key } = await operator.createKey({ name: 'test' })
  return {
    baseUrl: url,
    store,
    key,
    newKey: async ({ email, ...options } = {}) =>
      (await operator.createKey({ name: 'another', ...options }, email)).secret,
    ask: (query, variables, options) => ask(url, query, variables, { key, ...options }),
    async close(drainMs = 100) {
      await listening.close(drainMs)
      await deps.keys.close()
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Asks one question over HTTP, the way any client does. */
export async function ask(
  baseUrl: string,
  query: string,
  variables?: unknown,
  options: AskOptions = {},
): Promise<Answer> {
  return send(baseUrl, JSON.stringify({ query, variables }), options)
}

/** The same with the body's own text. */
export async function send(
  baseUrl: string,
  body: string | Uint8Array<ArrayBuffer>,
  { key, headers }: AskOptions = {},
): Promise<Answer> {
  const response = await fetch(`${baseUrl}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key ? { Authorization: `Bearer ${key}` } : {}),
      ...headers,
    },
    body,
  })
  return answerOf(response)
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  const json = (response.headers.get('content-type') ?? '').includes('json') ? JSON.parse(text) : {}
  return {
    status: response.status,
    headers: response.headers,
    text,
    data: json.data,
    errors: json.errors ?? [],
    extensions: json.extensions,
  }
}

export const createMutation = `
  mutation Create($input: CreateGraphInput!) { createGraph(input: $input) { graph { graphId } } }
`

/** Creates a graph and gives its graph_id. */
export async function create(service: QuietService, input: unknown, options?: AskOptions): Promise<GraphId> {
  const { data, errors } = await service.ask(createMutation, { input }, options)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  return data.createGraph.graph.graphId
}
