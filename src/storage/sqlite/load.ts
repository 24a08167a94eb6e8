/** Loads a backup into a database file in one transaction: all of it or nothing, even if the process dies. */

import { DatabaseSync } from 'node:sqlite'
import { type DumpItem, type LoadOptions, notEmpty } from '../portable-store.ts'
import { describeFailure, toError } from './failures.ts'
import { prepareWriter } from './file/pragmas.ts'
import { createReads } from './reads/reads.ts'
import { createWrites } from './writes/writes.ts'

/** Runs on its own connection in the caller's thread. Other writers wait, and fail after a timeout. */
export async function loadFile(
  file: string,
  batches: AsyncIterable<readonly DumpItem[]>,
  { intoEmpty }: LoadOptions,
): Promise<void> {
  const db = new DatabaseSync(file)
  try {
    prepareWriter(db)
    db.exec('BEGIN IMMEDIATE')
    if (intoEmpty && !createReads(db).isEmpty()) throw notEmpty()
    const writes = createWrites(db)
    for await (const items of batches) writes.load(items)
    db.exec('COMMIT')
  } catch (error) {
    throw (error as { errcode?: number }).errcode === undefined ? error : toError(describeFailure(error))
  } finally {
    db.close()
  }
}
