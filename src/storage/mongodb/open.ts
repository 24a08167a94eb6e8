/**
 * The store on MongoDB 6 or newer, or on a server that keeps its promises: atomic operators, unique, partial and TTL
 * indexes; no transactions and no change streams. `graphs`, `figures`, `claims` and `records` may be sharded by hashed
 * `_id`, `artifacts` by hashed `graphId`: what is asked of one graph goes to one shard.
 */

import { unavailable } from '../../errors/errors.ts'
import type { PortableStore } from '../backup/dump.ts'
import type { LayoutPrefix } from '../layout-prefix.ts'
import { createArtifacts } from './artifacts.ts'
import { type Connection, connect } from './connection.ts'
import { schemaVersion } from './documents.ts'
import { createDump } from './dump.ts'
import { createGraphs } from './graphs.ts'
import { createPrefixes } from './prefixes.ts'
import { createRecords } from './records.ts'
import { readSchema, setUpSchema } from './schema.ts'
import { createSweep } from './sweep.ts'

/** The driver's words where they are the cause: they name the server and what is wrong, and no password. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}

/** Sets a new database up; of any other makes only what is missing. Rejects on one that a newer version has written. */
async function prepare(connection: Connection): Promise<void> {
  const { version, missingIndexes } = await readSchema(connection)
  if (version !== null && version > schemaVersion) {
    throw new Error(
      `the database has schema ${version}; this version of plotgate reads up to ${schemaVersion}`,
    )
  }
  if (version === null || missingIndexes.length > 0) await setUpSchema(connection)
}

/** Rejects with `unavailable` where the server does not answer within a few seconds. */
export async function openMongo(url: string, prefix: LayoutPrefix | null): Promise<PortableStore> {
  const connection = connect(url)
  const prefixes = createPrefixes(connection)
  const store: PortableStore = {
    kind: 'mongodb',
    graphs: createGraphs(connection, prefixes, prefix),
    artifacts: createArtifacts(connection),
    records: name => createRecords(connection, name),
    ping: connection.ping,
    sweep: createSweep(connection),
    close: connection.close,
    ...createDump(connection, prefixes),
  }
  try {
    await store.ping()
    await prepare(connection)
    // Before any figure names it.
    if (prefix) await prefixes.put(prefix)
    return store
  } catch (error) {
    await store.close()
    throw unavailable(`MONGODB_URL: ${reasonOf(error)}`, error)
  }
}
