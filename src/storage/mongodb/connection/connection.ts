/** The connection to a MongoDB server: opened on first use, replaced when it hangs, closed once. */

import { withTimeout } from '../../../async/with-timeout.ts'
import { shuttingDown, unavailable } from '../../../errors/errors.ts'
import type { Collections } from '../documents/documents.ts'
import { type Client, type ClientOptions, openClient } from './client.ts'
import { isSelectionTimeout, notReachable, toDomainError } from './errors.ts'

export interface Connection {
  /** Runs `work` with the collections. Errors of the driver become errors of the domain. */
  use<T>(work: (collections: Collections) => Promise<T>): Promise<T>
  ping(withinMs?: number): Promise<void>
  /** Rejects all pending work with `unavailable`. */
  abandon(): void
  close(): Promise<void>
}

const pingMs = 2000

function connect(url: string, options: ClientOptions = {}): Connection {
  let client = openClient(url, options)
  let closed: Promise<void> | null = null
  let abandoned = false
  let idle: (() => void) | null = null
  /** The reject function of each pending call. A shared promise would keep the results of all calls in memory. */
  const inFlight = new Set<(error: unknown) => void>()

  async function use<T>(work: (collections: Collections) => Promise<T>): Promise<T> {
    if (closed) throw unavailable('the store is closed')
    if (abandoned) throw shuttingDown()
    const left = Promise.withResolvers<never>()
    inFlight.add(left.reject)
    try {
      return await Promise.race([work(client.collections), left.promise])
    } catch (error) {
      throw toDomainError(error)
    } finally {
      inFlight.delete(left.reject)
      if (inFlight.size === 0) idle?.()
    }
  }

  function rejectAll(error: unknown): void {
    for (const reject of inFlight) reject(error)
  }

  /**
   * The driver waits for ever for a command that is sent just when its socket breaks. If that is the monitoring check, it
   * never reconnects, so the client is replaced by a new one.
   */
  function replaceIfStuck(): void {
    if (!client.isStuck()) return
    const stuck: Client = client
    client = openClient(url, options)
    rejectAll(unavailable('the store does not answer; retry in a moment'))
    stuck.close().catch(() => {})
  }
  const watch = setInterval(replaceIfStuck, client.checkMs).unref()

  async function shut(): Promise<void> {
    clearInterval(watch)
    if (inFlight.size > 0) await new Promise<void>(resolve => (idle = resolve))
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

/** How long a start waits for the server. The driver's own timeout is too short on a busy machine. */
const openingMs = 10_000

/** Connects to a server. Rejects with `unavailable` if it does not answer within `openingMs`. */
export async function findServer(url: string, options: ClientOptions = {}): Promise<Connection> {
  const end = performance.now() + openingMs
  for (;;) {
    const connection = connectTo(url, options)
    try {
      await connection.ping(openingMs)
      return connection
    } catch (error) {
      await connection.close()
      if (!isSelectionTimeout(error) || performance.now() > end) throw notReachable(error)
    }
  }
}

/** An address that the driver rejects is reported like a server that does not answer, with the driver's message. */
function connectTo(url: string, options: ClientOptions): Connection {
  try {
    return connect(url, options)
  } catch (error) {
    throw notReachable(error)
  }
}

const noAnswer = (ms: number) => unavailable(`the store did not answer in ${ms} ms`)
