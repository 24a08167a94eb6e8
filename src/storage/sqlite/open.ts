/**
 * The embedded store: one SQLite file. One thread writes (group commit), one answers long reads; short reads
 * by key run here, since they take microseconds and a thread would cost more than the read.
 */

import { statSync } from 'node:fs'
import { chmod, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SweepLimits } from '../../domain/ports.ts'
import { unavailable } from '../../errors/errors.ts'
import type { PortableStore } from '../backup/dump.ts'
import { makeFolder } from '../folder.ts'
import type { LayoutPrefix } from '../layout-prefix.ts'
import type { Connections } from './connections.ts'
import { dumpFile } from './dump.ts'
import { createArtifacts, createGraphs } from './graphs.ts'
import { storeAway, storeClosed } from './protocol.ts'
import type { ReaderCalls } from './reader.ts'
import { createReads } from './reads.ts'
import { createRecords } from './records.ts'
import { prepareReader } from './schema.ts'
import { startThread, type Thread } from './thread.ts'
import type { WriterCalls } from './writer.ts'

export const fileName = 'plotgate.db'
const deadlineMs = 30_000
const pingMs = 2000
/** Rows a sweep removes at a time, so that creates pass between. */
const sweepStep = 500

/** Opens or makes the store in a folder. Rejects with `unavailable`, telling why. */
export async function openSqlite(dataDir: string, prefix: LayoutPrefix | null): Promise<PortableStore> {
  const file = join(dataDir, fileName)
  try {
    await makePrivate(dataDir, file)
  } catch (error) {
    throw unavailable(`DATA_DIR cannot be written: ${(error as Error).message}`, error)
  }
  const writer = startThread<WriterCalls>({ module: 'writer', file, deadlineMs })
  try {
    // The first answer: the file is there and its tables are this version's.
    await writer.call('load', prefix ? [{ kind: 'layoutPrefix', prefix }] : [])
  } catch (error) {
    const { cause } = error as { cause?: Error }
    await writer.close()
    throw unavailable(`the store in ${dataDir} cannot be opened: ${cause?.message ?? error}`, cause ?? error)
  }
  const reader = startThread<ReaderCalls>({ module: 'reader', file, deadlineMs })
  const db = new DatabaseSync(file, { readOnly: true })
  prepareReader(db)
  return createStore({ file, writer, reader, db, prefix })
}

/** Only the owner may read what is stored. SQLite gives its side files the mode of the main one. */
async function makePrivate(dataDir: string, file: string): Promise<void> {
  await makeFolder(dataDir, 0o700)
  await (await open(file, 'a', 0o600)).close()
  await chmod(file, 0o600)
}

interface Opened {
  readonly file: string
  readonly writer: Thread<WriterCalls>
  readonly reader: Thread<ReaderCalls>
  readonly db: DatabaseSync
  readonly prefix: LayoutPrefix | null
}

function createStore({ file, writer, reader, db, prefix }: Opened): PortableStore {
  const reads = createReads(db)
  const connections: Connections = {
    writer,
    reader,
    here(read) {
      if (!db.isOpen) throw storeClosed()
      try {
        return read(reads)
      } catch (error) {
        throw storeAway(error)
      }
    },
  }

  async function sweep({ variantBytes, now }: SweepLimits): Promise<void> {
    const at = now.getTime()
    while ((await writer.call('sweepClaims', at, sweepStep)) === sweepStep);
    while ((await writer.call('sweepRecords', at, sweepStep)) === sweepStep);
    const upTo = await reader.call('overflow', variantBytes)
    if (upTo !== null) while ((await writer.call('sweepArtifacts', upTo, sweepStep)) === sweepStep);
  }

  async function shut(): Promise<void> {
    // The writer last: the last connection to close folds the log into the file.
    await reader.close()
    if (db.isOpen) db.close()
    await writer.close()
  }
  let closed: Promise<void> | undefined

  /** A file that was removed or replaced is still written to, and gone with this process. */
  const { dev, ino } = statSync(file)
  async function stillThere(): Promise<void> {
    const now = await stat(file).catch(() => null)
    if (now?.dev !== dev || now.ino !== ino) throw storeAway(new Error('its file was removed or replaced'))
  }

  return {
    kind: 'sqlite',
    graphs: createGraphs(connections, prefix),
    artifacts: createArtifacts(connections),
    records: name => createRecords(connections, name),
    ping: () => withinPing(Promise.all([stillThere(), writer.call('ping'), reader.call('ping')])),
    sweep,
    async *dump() {
      yield* dumpFile(file)
    },
    load: items => writer.call('load', items),
    isEmpty: async () => connections.here(reads => reads.isEmpty()),
    close: () => (closed ??= shut()),
  }
}

async function withinPing(answers: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(storeAway(new Error(`no answer in ${pingMs} ms`))), pingMs)
  })
  try {
    await Promise.race([answers, late]).catch(error => {
      const { cause } = error as { cause?: Error }
      throw unavailable(`the store does not answer${cause ? `: ${cause.message}` : ''}`, cause)
    })
  } finally {
    clearTimeout(timer)
  }
}
