/**
 * The store on MongoDB 6 or newer, or on a server that keeps its promises: atomic operators, unique, partial and TTL
 * indexes; no transactions and no change streams. `graphs`, `figures`, `claims` and `records` may be sharded by hashed
 * `_id`, `artifacts` by hashed `graphId`: what is asked of one graph goes to one shard.
 */

import type { PortableStore, RestoreMarks } from '../backup/dump.ts'
import type { StoreOptions } from '../options.ts'
import { createArtifacts } from './artifacts.ts'
import type { ClientOptions } from './client.ts'
import { type Connection, findServer } from './connection.ts'
import { schemaVersion } from './documents.ts'
import { createDump } from './dump.ts'
import { notReachable } from './errors.ts'
import { createGraphs } from './graphs.ts'
import { createPrefixes } from './prefixes.ts'
import { createRecords } from './records.ts'
import { createRestoreMarks, unfinished } from './restoring.ts'
import { readSchema, setUpSchema } from './schema.ts'
import { createSweep } from './sweep.ts'

/**
 * Sets a new database up; of any other makes only what is missing. Rejects on one that a newer version has written, and
 * on half of a backup unless it is opened for a restore.
 */
async function prepare(connection: Connection, restoring: RestoreMarks | null): Promise<void> {
  const mark = await restoring?.find()
  if (mark) throw new Error(unfinished(mark))
  const { version, missingIndexes } = await readSchema(connection)
  if (version !== null && version > schemaVersion) {
    throw new Error(
      `the database has schema ${version}; this version of plotgate reads up to ${schemaVersion}`,
    )
  }
  if (version === null || missingIndexes.length > 0) await setUpSchema(connection)
}

/** Rejects with `unavailable` where the server does not answer within a few seconds. */
export async function openMongo(
  url: string,
  { prefix, versionsKept, forRestore = false }: StoreOptions,
  options: ClientOptions = {},
): Promise<PortableStore> {
  const connection = await findServer(url, options)
  const prefixes = createPrefixes(connection)
  const restoring = createRestoreMarks(connection)
  const store: PortableStore = {
    kind: 'mongodb',
    graphs: createGraphs(connection, prefixes, { prefix, versionsKept }),
    artifacts: createArtifacts(connection, versionsKept),
    records: name => createRecords(connection, name),
    ping: connection.ping,
    sweep: createSweep(connection),
    abandon: connection.abandon,
    close: connection.close,
    restoring,
    ...createDump(connection, prefixes),
  }
  try {
    await prepare(connection, forRestore ? null : restoring)
    // Before any figure names it.
    if (prefix) await prefixes.put(prefix)
    return store
  } catch (error) {
    await store.close()
    throw notReachable(error)
  }
}
