/** Removes figures, appends and files that no kept version needs, after a graph has got a new version. */

import type { DatabaseSync } from 'node:sqlite'
import type { VersionPlace } from '../tables/version-places.ts'

/** The returned function keeps `kept` versions beside the newest. It must be called within a transaction. */
export function createVersionPruning(db: DatabaseSync): (place: VersionPlace, kept: number) => void {
  const oldestBase = db.prepare(
    'SELECT max(version) AS version FROM past_figures WHERE seq = ? AND version <= ?',
  )
  const dropFigures = db.prepare('DELETE FROM past_figures WHERE seq = ? AND version < ?')
  const dropAppends = db.prepare('DELETE FROM appends WHERE seq = ? AND version < ?')
  const dropArtifacts = db.prepare('DELETE FROM artifacts WHERE seq = ? AND version < ?')
  // Files of older versions become evictable, like images in other sizes.
  const unpin = db.prepare('UPDATE artifacts SET lasting = 0 WHERE seq = ? AND lasting = 1 AND version < ?')

  return ({ seq, version, base }, kept) => {
    const oldest = version - kept
    const needed = base <= oldest ? base : Number(oldestBase.get(seq, oldest)?.version ?? 0)
    if (needed > 0) {
      dropFigures.run(seq, needed)
      dropAppends.run(seq, needed)
    }
    dropArtifacts.run(seq, oldest)
    unpin.run(seq, version)
  }
}
