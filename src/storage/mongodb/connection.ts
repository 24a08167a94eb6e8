/** One client of a MongoDB server: connected on first use, recovering by itself, closed once. */

import { type CommandStartedEvent, MongoClient } from 'mongodb'
import { withTimeout } from '../../async/with-timeout.ts'
import { shuttingDown, unavailable } from '../../errors/errors.ts'
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

export interface ConnectionOptions {
  /** Sees every command that goes to the server. */
  readonly onCommand?: (event: CommandStartedEvent) => void
}

export interface Connection {
  /** Runs a use of the collections; errors come out as the domain knows them. */
  use<T>(work: (collections: Collections) => Promise<T>): Promise<T>
  ping(withinMs?: number): Promise<void>
  /** Rejects what is under way with `unavailable`. */
  abandon(): void
  close(): Promise<void>
}

const defaultDatabase = 'plotgate'
const selectionMs = 2500
const pingMs = 2000
/** A large figure over a slow network still passes; a server that hangs does not hold a request for ever. */
const socketMs = 20_000
const writeMs = 10_000

function connect(url: string, { onCommand }: ConnectionOptions = {}): Connection {
  const client = new MongoClient(url, {
    appName: 'plotgate',
    serverSelectionTimeoutMS: selectionMs,
    connectTimeoutMS: selectionMs,
    waitQueueTimeoutMS: 5000,
    socketTimeoutMS: socketMs,
    // Durable once answered, whatever the address says.
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: writeMs },
    // Races are settled by reading what was just written: only the primary knows.
    readPreference: 'primary',
    promoteBuffers: true,
    monitorCommands: onCommand !== undefined,
    ...(/[?&]maxPoolSize=/i.test(url) ? {} : { maxPoolSize: 50 }),
  })
  if (onCommand) client.on('commandStarted', onCommand)
  const db = client.db(databaseOf(url))
  const collections: Collections = {
    graphs: db.collection('graphs'),
    figures: db.collection('figures'),
    appends: db.collection('appends'),
    artifacts: db.collection('artifacts'),
    imageKeys: db.collection('imageKeys'),
    chunks: db.collection('chunks'),
    claims: db.collection('claims'),
    records: db.collection('records'),
    layoutPrefixes: db.collection('layoutPrefixes'),
    totals: db.collection('totals'),
    meta: db.collection('meta'),
  }
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
      return await Promise.race([work(collections), left.promise])
    } catch (error) {
      throw toAppError(error)
    } finally {
      underWay.delete(left.reject)
      if (underWay.size === 0) idle?.()
    }
  }

  async function shut(): Promise<void> {
    if (underWay.size > 0) await new Promise<void>(resolve => (idle = resolve))
    await client.close()
  }

  return {
    use,
    ping: (ms = pingMs) =>
      use(() => withTimeout(db.command({ ping: 1 }), ms, () => noAnswer(ms)).then(() => {})),
    abandon() {
      abandoned = true
      for (const reject of underWay) reject(shuttingDown())
    },
    close: () => (closed ??= shut()),
  }
}

/** A start may wait longer than whoever asks for readiness: the driver's own patience is too short on a busy machine. */
const openingMs = 10_000

/** A connection to a server that has answered; rejects with `unavailable` where none does within a few seconds. */
export async function findServer(url: string, options: ConnectionOptions = {}): Promise<Connection> {
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
function connectTo(url: string, options: ConnectionOptions): Connection {
  try {
    return connect(url, options)
  } catch (error) {
    throw notReachable(error)
  }
}

const noAnswer = (ms: number) => unavailable(`the store did not answer in ${ms} ms`)

/** The database that the address names, else our own. */
function databaseOf(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]*)/.exec(url)?.[1]
  return name ? decodeURIComponent(name) : defaultDatabase
}
