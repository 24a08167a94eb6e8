/** The driver's client of a MongoDB server, with a check whether its server monitoring hangs. */

import { type CommandStartedEvent, type Db, MongoClient } from 'mongodb'
import type { Collections } from '../documents/documents.ts'

export interface ClientOptions {
  /** Called for every command that is sent to the server. */
  readonly onCommand?: (event: CommandStartedEvent) => void
}

export interface Client {
  readonly db: Db
  readonly collections: Collections
  /** The interval for calling `isStuck`. Longer than a monitoring check takes on a busy server. */
  readonly checkMs: number
  /** To be called every `checkMs`. True if the same monitoring check of a server has been pending for several calls. */
  isStuck(): boolean
  close(): Promise<void>
}

const defaultDatabase = 'plotgate'
const selectionMs = 2500
/** Long enough for a large figure over a slow network, but limited in case the server hangs. */
const socketMs = 20_000
const writeMs = 10_000
/** How many calls may find the same check pending. More than one, because this process may have been suspended. */
const maxAsked = 3

/** Creates a client that connects on first use. Throws if the driver rejects the address. */
export function openClient(url: string, { onCommand }: ClientOptions = {}): Client {
  const client = new MongoClient(url, {
    appName: 'plotgate',
    serverSelectionTimeoutMS: selectionMs,
    connectTimeoutMS: selectionMs,
    waitQueueTimeoutMS: 5000,
    socketTimeoutMS: socketMs,
    // Writes are durable once they are acknowledged, whatever the address says.
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: writeMs },
    // Races are resolved by reading what was just written, which only the primary has for certain.
    readPreference: 'primary',
    promoteBuffers: true,
    monitorCommands: onCommand !== undefined,
    ...(/[?&]maxPoolSize=/i.test(url) ? {} : { maxPoolSize: 50 }),
  })
  if (onCommand) client.on('commandStarted', onCommand)
  const db = client.db(databaseOf(url))

  /** How many calls have found the current check of a server pending, by the server's address. */
  const asked = new Map<string, number>()
  client.on('serverHeartbeatStarted', ({ connectionId }) => asked.set(connectionId, 0))
  client.on('serverHeartbeatSucceeded', ({ connectionId }) => asked.delete(connectionId))
  client.on('serverHeartbeatFailed', ({ connectionId }) => asked.delete(connectionId))
  client.on('serverClosed', ({ address }) => asked.delete(address))

  return {
    db,
    collections: {
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
    },
    checkMs: client.options.heartbeatFrequencyMS + selectionMs,
    isStuck() {
      for (const [address, times] of asked) asked.set(address, times + 1)
      return Math.max(0, ...asked.values()) >= maxAsked
    },
    close: () => client.close(),
  }
}

/** The database named in the address, or the default one. */
function databaseOf(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]*)/.exec(url)?.[1]
  return name ? decodeURIComponent(name) : defaultDatabase
}
