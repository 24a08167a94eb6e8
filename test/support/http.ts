/** The HTTP side over a real store, on a port of its own; nothing is drawn, so no browser starts. */

import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from 'prom-client'
import { createKeys } from '../../src/accounts/api-keys/keys.ts'
import { createOperator } from '../../src/accounts/operator.ts'
import { wire } from '../../src/composition/wire.ts'
import type { Scope } from '../../src/domain/actor.ts'
import { createFeed } from '../../src/domain/graph/feed.ts'
import type { GraphStore, Store } from '../../src/domain/ports.ts'
import { type Listening, listen } from '../../src/http/connections/listen.ts'
import type { HttpConfig, HttpDeps } from '../../src/http/routing/deps.ts'
import { createLog } from '../../src/log.ts'
import { readers } from '../../src/parsing/readers.ts'
import { createServer } from '../../src/server.ts'
import { openStore } from '../../src/storage/open.ts'
import { idleDispatcher } from './idle-dispatcher.ts'

export interface HttpSide {
  readonly url: string
  readonly port: number
  readonly store: Store
  readonly listening: Listening
  /** A key with every scope, of the operator's account. */
  readonly key: string
  newKey(scopes: readonly Scope[], email?: string): Promise<string>
  /** `path` under {base_url}. */
  call(method: string, path: string, init?: RequestInit): Promise<Response>
  /** A create with the key; `body` as it is where it is a string, else as JSON. */
  create(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Sends bytes as they are and returns all that comes back until the server closes. */
  raw(bytes: string, waitMs?: number): Promise<string>
  close(): Promise<void>
}

export interface HttpSideOptions {
  readonly config?: Partial<HttpConfig>
  readonly deps?: Partial<HttpDeps>
  /** Replaces calls of the graph store, for faults that a healthy one never shows. */
  readonly graphStore?: Partial<GraphStore>
}

export async function startHttp(options: HttpSideOptions = {}): Promise<HttpSide> {
  const folder = await mkdtemp(join(tmpdir(), 'plotgate-http-'))
  const opened = await openStore({ mongodbUrl: null, dataDir: folder })
  const store: Store = options.graphStore
    ? {
        ...opened,
        records: name => opened.records(name),
        graphs: { ...opened.graphs, ...options.graphStore },
      }
    : opened
  const handler = Promise.withResolvers<ReturnType<ReturnType<typeof createServer>['callback']>>()
  const listening = await listen(
    (req, res) => handler.promise.then(answer => answer(req, res)),
    '127.0.0.1',
    0,
  )
  const url = `http://127.0.0.1:${listening.port}`
  const config: HttpConfig = {
    baseUrl: url,
    plotUrl: `${url}/p`,
    maxBodyBytes: 256 * 1024,
    rateLimit: null,
    trustProxy: 0,
    signup: 'open',
    ...options.config,
  }
  const deps = wire(config, {
    store,
    dispatcher: idleDispatcher,
    bodies: readers,
    feed: createFeed(),
    metrics: new Registry(),
    log: createLog('silent'),
    ready: () => store.ping(),
  })
  const server = createServer({ ...deps, ...options.deps })
  handler.resolve(server.callback())

  const operator = createOperator(store)
  const newKey: HttpSide['newKey'] = async (scopes, email) =>
    (await operator.createKey({ name: 'test', scopes }, email)).secret
  const key = await newKey(['graphs:write', 'graphs:delete', 'graphs:read', 'keys:manage'])
  const call: HttpSide['call'] = (method, path, init = {}) => fetch(url + path, { method, ...init })

  return {
    url,
    port: listening.port,
    store,
    listening,
    key,
    newKey,
    call,
    create: (path, body, headers = {}) =>
      call('POST', path, {
        headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
        body:
          typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
      }),
    raw: (bytes, waitMs = 60_000) => exchange(listening.port, bytes, waitMs),
    async close() {
      await listening.close(1_000)
      await deps.keys.close()
      await opened.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function exchange(port: number, bytes: string, waitMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    const timer = setTimeout(() => socket.destroy(), waitMs)
    socket.setEncoding('latin1')
    socket.on('data', text => {
      received += text
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(received)
    })
    socket.write(bytes, 'latin1')
  })
}

/** How many graphs the store holds for the operator's account: refusals must not change it. */
export async function countGraphs(side: HttpSide): Promise<number> {
  const { accountId } = await createKeys(side.store).authenticate(`Bearer ${side.key}`)
  return side.store.graphs.count(accountId)
}
