/**
 * The store on MongoDB, or on a server with its protocol: plain commands only, no transactions, no change
 * streams, no pipelines. Shard `graphs` and `figures` by hashed `_id`, `artifacts` by `graphId`.
 */

import { unavailable } from '../../errors/errors.ts'
import type { PortableStore } from '../backup/dump.ts'
import type { LayoutPrefix } from '../layout-prefix.ts'
import { createArtifacts } from './artifacts.ts'
import { connect } from './connection.ts'
import { createDump } from './dump.ts'
import { createGraphs } from './graphs.ts'
import { createPrefixes } from './prefixes.ts'
import { createRecords } from './records.ts'
import { createSweep } from './sweep.ts'

/** The driver's words where they are the cause: they name the server and what is wrong, and no password. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
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
    // Before any figure names it.
    if (prefix) await prefixes.put(prefix)
    return store
  } catch (error) {
    await store.close()
    throw unavailable(`MONGODB_URL: ${reasonOf(error)}`, error)
  }
}
