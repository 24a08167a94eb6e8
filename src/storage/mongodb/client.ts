/** The driver's client of a MongoDB server, and a look at whether it still watches that server. */

import { type CommandStartedEvent, type Db, MongoClient } from 'mongodb'
import type { Collections } from './documents.ts'

export interface ClientOptions {
  /** Sees every command that goes to the server. */
  readonly onCommand?: (event: CommandStartedEvent) => void
}

export interface Client {
  readonly db: Db
  readonly collections: Collections
  /** Longer than a look at a server takes, however busy it is. */
  readonly lookMs: number
  /** To be asked every `lookMs`. True once the driver has waited for the same look at a server for so often. */
  isStuck(): boolean
  close(): Promise<void>
}

const defaultDatabase = 'plotgate'
const selectionMs = 2500
/** A large figure over a slow network still passes; a server that hangs does not hold a request for ever. */
const socketMs = 20_000
const writeMs = 10_000
/** Of one look at a server: a process that stood still finds one that is old, and asks once. */
const mostAsked = 3

/** Throws on an address that the driver refuses; connects on first use. */
export function openClient(url: string, { onCommand }: ClientOptions = {}): Client {
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

  /** How often it was asked during the look that is under way, by the server's address. */
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
    lookMs: client.options.heartbeatFrequencyMS + selectionMs,
    isStuck() {
      for (const [address, times] of asked) asked.set(address, times + 1)
      return Math.max(0, ...asked.values()) >= mostAsked
    },
    close: () => client.close(),
  }
}

/** The database that the address names, else our own. */
function databaseOf(url: string): string {
  const name = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]*)/.exec(url)?.[1]
  return name ? decodeURIComponent(name) : defaultDatabase
}
