/**
 * The store on MongoDB 6 or newer, or a compatible server. It needs atomic operators and unique, partial and TTL indexes,
 * but no transactions and no change streams. `graphs`, `figures`, `claims` and `records` may be sharded by hashed `_id`,
 * and `artifacts` by hashed `graphId`, so that queries about one graph go to one shard.
 */

import type { StoreOptions } from '../options.ts'
import type { PortableStore, RestoreMarks } from '../portable-store.ts'
import { createArtifacts } from './artifacts.ts'
import { createDump } from './backup/dump.ts'
import type { ClientOptions } from './connection/client.ts'
import { type Connection, findServer } from './connection/connection.ts'
import { notOpened } from './connection/errors.ts'
import { schemaVersion } from './documents/documents.ts'
import { createGraphs } from './graphs.ts'
import { createPrefixes } from './prefixes.ts'
import { createRecords } from './records.ts'
import { createRestoreMarks, unfinished } from './schema/restoring.ts'
import { readSchema, setUpSchema } from './schema/schema.ts'
import { createSweep } from './sweep.ts'

/**
 * Sets up a new database, or checks an existing one. Rejects if a newer release has written to it, or if a restore was
 * interrupted, unless it is opened for a restore.
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

/** Opens the store. Rejects with `unavailable` if the server does not answer in time. */
export async function openMongo(
  url: string,
  { prefix, versionsKept, forRestore = false }: StoreOptions,
  options: ClientOptions = {},
): Promise<PortableStore> {
  const connection = await findServer(url, options)
  const prefixes = createPrefixes(connection)
  const restoring = createRestoreMarks(connection)
  const store: PortableStore = {
    isShared: true,
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
    // Written before any figure refers to it.
    if (prefix) await prefixes.put(prefix)
    return store
  } catch (error) {
    await store.close()
    throw notOpened(error)
  }
}
