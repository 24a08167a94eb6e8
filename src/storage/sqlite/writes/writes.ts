/** All writes. The functions must be called within a transaction, which they may share. */

import type { DatabaseSync } from 'node:sqlite'
import type { AccountId, GraphId } from '../../../domain/ids.ts'
import { createAppendWrites } from './append-writes.ts'
import { createArtifactAdoption } from './artifact-adoption.ts'
import { createArtifactWrites } from './artifact-writes.ts'
import { createGraphInserts, createLoads } from './graph-inserts.ts'
import { createRecordWrites } from './record-writes.ts'
import { createSweeps } from './sweeps.ts'
import { createTitleIndex } from './title-index.ts'
import { createVersionWrites } from './version-writes.ts'

export type Writes = ReturnType<typeof createWrites>

export function createWrites(db: DatabaseSync) {
  const recordWrites = createRecordWrites(db)
  const removeGraph = db.prepare('DELETE FROM graphs WHERE graph_id = ?')
  const removeVersion = db.prepare('DELETE FROM graphs WHERE graph_id = ? AND version = ?')
  const removeSome = db.prepare(
    'DELETE FROM graphs WHERE seq IN (SELECT seq FROM graphs WHERE account_id = ? LIMIT ?)',
  )
  const beat = db.prepare('UPDATE heartbeat SET beat = beat + 1 RETURNING beat')

  return {
    ...recordWrites,
    ...createGraphInserts(db),
    ...createLoads(db, recordWrites),
    ...createVersionWrites(db),
    ...createAppendWrites(db),
    ...createArtifactWrites(db),
    ...createArtifactAdoption(db),
    ...createTitleIndex(db),
    ...createSweeps(db),

    remove: (graphId: GraphId, ifVersion?: number): boolean =>
      Number(
        (ifVersion === undefined ? removeGraph.run(graphId) : removeVersion.run(graphId, ifVersion)).changes,
      ) > 0,

    /** Removes at most `limit` graphs of an account. Returns how many were removed. */
    removeSome: (accountId: AccountId, limit: number): number =>
      Number(removeSome.run(accountId, limit).changes),

    /** Makes a write and returns its number, to check that the store works. */
    beat: (): number => Number(beat.get()?.beat),
  }
}
