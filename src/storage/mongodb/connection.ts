/** One client of a MongoDB server: connected on first use, recovering by itself, closed once. */

import { withTimeout } from '../../async/with-timeout.ts'
import { shuttingDown, unavailable } from '../../errors/errors.ts'
import { type Client, type ClientOptions, openClient } from './client.ts'
import type { Collections } from './documents.ts'
import { foundNoneInTime, notReachable, toAppError } from './errors.ts'

/** Those of what callers store, for tests. */
export const collectionNames = [
  'graphs',
  'figures',
  'appends',
  'artifacts',
  'imageKeys',
  'chunks',
  'claims',
  'records',
] as const

export interface Connection {
  /** Runs a use of the collections; errors come out as the domain knows them. */
  use<T>(work: (collections: Collections) => Promise<T>): Promise<T>
  ping(withinMs?: number): Promise<void>
  /** Rejects what is under way with `unavailable`. */
  abandon(): void
  close(): Promise<void>
}

const pingMs = 2000

function connect(url: string, options: ClientOptions = {}): Connection {
  let client = openClient(url, options)
  let closed: Promise<void> | null = null
  let abandoned = false
  let idle: (() => void) | null = null
  /** What rejects each use. One promise for all of them would hold the results of all for as long as it is open. */
  const underWay = new Set<(error: unknown) => void>()

  async function use<T>(work: (collections: Collections) => Promise<T>): Promise<T> {
    if (closed) throw unavailable('the store is closed')
    if (abandoned) throw shuttingDown()
    const left = Promise.withResolvers<never>()
    underWay.add(left.reject)
    try {
      return await Promise.race([work(client.collections), left.promise])
    } catch (error) {
      throw toAppError(error)
    } finally {
      underWay.delete(left.reject)
      if (underWay.size === 0) idle?.()
    }
  }

  function rejectAll(error: unknown): void {
    for (const reject of underWay) reject(error)
  }

  /**
   * A command that meets a socket in the moment in which it breaks is waited for by the driver for ever. Where that is its
   * look at the server, it never connects again: another client takes its place.
   */
  function replaceIfStuck(): void {
    if (!client.isStuck()) return
    const stuck: Client = client
    client = openClient(url, options)
    rejectAll(unavailable('the store does not answer; retry in a moment'))
    stuck.close().catch(() => {})
  }
  const watch = setInterval(replaceIfStuck, client.lookMs).unref()

  async function shut(): Promise<void> {
    clearInterval(watch)
    if (underWay.size > 0) await new Promise<void>(resolve => (idle = resolve))
    await client.close()
  }

  return {
    use,
    ping: (ms = pingMs) =>
      use(() => withTimeout(client.db.command({ ping: 1 }), ms, () => noAnswer(ms)).then(() => {})),
    abandon() {
      abandoned = true
      rejectAll(shuttingDown())
    },
    close: () => (closed ??= shut()),
  }
}

/** A start may wait longer than whoever asks for readiness: the driver's own patience is too short on a busy machine. */
const openingMs = 10_000

/** A connection to a server that has answered; rejects with `unavailable` where none does within a few seconds. */
export async function findServer(url: string, options: ClientOptions = {}): Promise<Connection> {
  const end = performance.now() + openingMs
  for (;;) {
    const connection = connectTo(url, options)
    try {
      await connection.ping(openingMs)
      return connection
    } catch (error) {
      await connection.close()
      if (!foundNoneInTime(error) || performance.now() > end) throw notReachable(error)
    }
  }
}

/** An address that the driver refuses is as one where nothing answers: the driver's words say what is wrong. */
function connectTo(url: string, options: ClientOptions): Connection {
  try {
    return connect(url, options)
  } catch (error) {
    throw notReachable(error)
  }
}

const noAnswer = (ms: number) => unavailable(`the store did not answer in ${ms} ms`)
