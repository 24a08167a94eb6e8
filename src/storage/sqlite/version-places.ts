/** Where the versions of a graph are: which figure each is based on. */

import type { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../domain/ids.ts'

export type StampRow = {
  readonly version: number
  readonly made_at: number
}

/** The newest version of a graph, and the version of its figure, to which the later ones have appended. */
export type Place = { seq: number; version: number; base: number; made_at: number }

export type VersionPlaces = ReturnType<typeof createVersionPlaces>

/** The queries are to run at one moment, unless a transaction runs. */
export function createVersionPlaces(db: DatabaseSync) {
  const place = db.prepare(
    `SELECT seq, version, base, coalesce(made_at, created_at) AS made_at
     FROM graphs JOIN figures USING (seq) WHERE graph_id = ?`,
  )
  const pastBase = db.prepare(
    `SELECT version, made_at FROM past_figures WHERE seq = ? AND version <= ? ORDER BY version DESC LIMIT 1`,
  )
  const find = (graphId: GraphId) => place.get(graphId) as Place | undefined

  return {
    find,

    /** The graph's place, if the version is within the kept range. */
    ofVersion(graphId: GraphId, version: number, kept: number): Place | null {
      const at = find(graphId)
      return at && version <= at.version && version >= at.version - kept ? at : null
    },

    /** The figure that a version is based on: the newest one, or one that was replaced. */
    baseOf(at: Place, version: number): (StampRow & { readonly replaced: boolean }) | null {
      if (version >= at.base) return { version: at.base, made_at: at.made_at, replaced: false }
      const row = pastBase.get(at.seq, version) as StampRow | undefined
      return row ? { ...row, replaced: true } : null
    },
  }
}

/** Runs several reads on one snapshot. */
export function atOneMoment<T>(db: DatabaseSync, read: () => T): T {
  if (db.isTransaction) return read()
  db.exec('BEGIN')
  try {
    return read()
  } finally {
    db.exec('COMMIT')
  }
}
