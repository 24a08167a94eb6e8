/**
 * The embedded store: one SQLite file. One thread writes (with group commit) and one answers long reads. Short reads by key
 * run in this thread, because they take microseconds and messages to a thread would cost more.
 */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { withTimeout } from '../../async/with-timeout.ts'
import type { SweepLimits } from '../../domain/ports.ts'
import { unavailable } from '../../errors/errors.ts'
import { removedClaimsKept } from '../claimed-changes.ts'
import type { StoreOptions } from '../options.ts'
import type { PortableStore } from '../portable-store.ts'
import { createArtifacts } from './artifacts.ts'
import type { Connections } from './connections.ts'
import { dumpFile } from './dump.ts'
import { describeFailure, storeClosed, storeUnavailable } from './failures.ts'
import { identityOf } from './file/file-identity.ts'
import { type IntegrityChecks, startIntegrityChecks } from './file/integrity-checks.ts'
import { prepareReader } from './file/pragmas.ts'
import { makePrivateFile } from './file/private-file.ts'
import { createGraphs } from './graphs.ts'
import { loadFile } from './load.ts'
import { createReads } from './reads/reads.ts'
import { createRecords } from './records.ts'
import type { ReaderCalls } from './threads/reader.ts'
import { startThread, type Thread } from './threads/thread.ts'
import { createTitleRounds } from './threads/title-rounds.ts'
import type { WriterCalls, WriterData } from './threads/writer.ts'

/** The name of the database file within DATA_DIR. */
export const fileName = 'plotgate.db'
const deadlineMs = 30_000
const pingMs = 2000
/** How many rows a sweep removes at a time, so that creates can run in between. */
const sweepStep = 500

/** Opens or creates the store in a folder. Rejects with `unavailable` and the reason. */
export async function openSqlite(
  dataDir: string,
  { prefix, versionsKept }: StoreOptions,
): Promise<PortableStore> {
  const file = join(dataDir, fileName)
  // SQLite gives its side files the mode of the main file.
  makePrivateFile(file)
  const health = createHealth()
  const threadOf = { deadlineMs, onDamage: health.damaged }
  const writerData = (): WriterData => ({ file, identity })
  const identity = identityOf(file)
  const writer = startThread<WriterCalls>({ ...threadOf, module: 'writer', data: writerData })
  try {
    // The first answer shows that the file exists and has the current schema.
    await writer.call('load', prefix ? [{ kind: 'layoutPrefix', prefix }] : [])
  } catch (error) {
    const { cause } = error as { cause?: Error }
    await writer.close()
    throw unavailable(`the store in ${dataDir} cannot be opened: ${cause?.message ?? error}`, cause ?? error)
  }
  const reader = startThread<ReaderCalls>({ ...threadOf, module: 'reader', data: () => ({ file }) })
  const db = new DatabaseSync(file, { readOnly: true })
  prepareReader(db)
  const integrityChecks = startIntegrityChecks({ file, onDamage: health.damaged })
  return createStore({ file, writer, reader, db, prefix, versionsKept, health, integrityChecks })
}

interface Opened extends StoreOptions {
  readonly file: string
  readonly writer: Thread<WriterCalls>
  readonly reader: Thread<ReaderCalls>
  readonly db: DatabaseSync
  readonly health: Health
  readonly integrityChecks: IntegrityChecks
}

/** Whether the file is damaged. Damage is remembered until the file is restored from a backup. */
interface Health {
  damaged(what: string): void
  /** Throws `unavailable` if damage was found. */
  require(): void
}

function createHealth(): Health {
  let damage: string | null = null
  return {
    damaged(what) {
      damage ??= what
    },
    require() {
      if (damage !== null) throw unavailable(`pages of the store's file are damaged: ${damage}`)
    },
  }
}

function createStore({
  file,
  writer,
  reader,
  db,
  prefix,
  versionsKept,
  health,
  integrityChecks,
}: Opened): PortableStore {
  const { connections, settled } = connect({ writer, reader, db, health })

  async function shut(): Promise<void> {
    await integrityChecks.stop()
    await settled()
    // The writer is closed last, because the last connection checkpoints the WAL.
    await reader.close()
    if (db.isOpen) db.close()
    await writer.close()
  }
  let closed: Promise<void> | undefined

  /** Checks that a write is visible to the other connections. */
  async function beat(): Promise<void> {
    const written = await writer.call('beat')
    if ((await reader.call('beat')) < written)
      throw storeUnavailable(new Error('what was written cannot be read'))
  }

  return {
    isShared: false,
    graphs: createGraphs(connections, prefix, versionsKept),
    artifacts: createArtifacts(connections, versionsKept),
    records: name => createRecords(connections, name),
    async ping() {
      health.require()
      await withinPing(beat())
      health.require()
    },
    sweep: limits => sweep(connections, limits),
    async *dump() {
      yield* dumpFile(file)
    },
    load: (batches, options) => loadFile(file, batches, options),
    restoring: null,
    isEmpty: async () => connections.here(reads => reads.isEmpty()),
    abandon() {
      writer.abandon()
      reader.abandon()
    },
    close: () => (closed ??= shut()),
  }
}

/** The connections of an open store, and what waits for the end of background work. */
function connect({ writer, reader, db, health }: Pick<Opened, 'writer' | 'reader' | 'db' | 'health'>) {
  const reads = createReads(db)
  const inFlight = new Set<Promise<unknown>>()
  const connections: Connections = {
    writer,
    reader,
    indexTitles: createTitleRounds(writer),
    here(read) {
      if (!db.isOpen) throw storeClosed()
      try {
        return read(reads)
      } catch (error) {
        const { code, message } = describeFailure(error)
        if (code === 'damaged') health.damaged(message)
        throw storeUnavailable(error)
      }
    },
    background(work) {
      const done: Promise<unknown> = work.catch(() => {}).finally(() => inFlight.delete(done))
      inFlight.add(done)
    },
  }
  return {
    connections,
    async settled() {
      await Promise.all(inFlight)
    },
  }
}

async function sweep(
  { writer, reader, indexTitles }: Connections,
  { variantBytes, removedClaims = removedClaimsKept, now }: SweepLimits,
): Promise<void> {
  const at = now.getTime()
  while ((await writer.call('sweepClaims', at, sweepStep)) === sweepStep);
  while ((await writer.call('sweepRemovedClaims', removedClaims, sweepStep)) === sweepStep);
  while ((await writer.call('sweepRecords', at, sweepStep)) === sweepStep);
  const upTo = await reader.call('overflow', variantBytes)
  if (upTo !== null) while ((await writer.call('sweepArtifacts', upTo, sweepStep)) === sweepStep);
  while ((await writer.call('vacuum', sweepStep)) > 0);
  await indexTitles()
}

async function withinPing(answers: Promise<unknown>): Promise<void> {
  const late = () => storeUnavailable(new Error(`no answer in ${pingMs} ms`))
  await withTimeout(answers, pingMs, late).catch(error => {
    const { cause } = error as { cause?: Error }
    throw unavailable(`the store does not answer${cause ? `: ${cause.message}` : ''}`, cause)
  })
}
