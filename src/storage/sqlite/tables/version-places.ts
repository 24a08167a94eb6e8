/** Where the versions of a graph are: which figure each is based on. */

import type { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../../domain/ids.ts'

export type StampRow = {
  readonly version: number
  readonly made_at: number
}

/** A graph's row, its newest version, and the version of its figure, to which the later ones have appended. */
export type VersionPlace = { seq: number; version: number; base: number }

/** A place, and when its figure was made. */
export type DatedPlace = VersionPlace & { made_at: number }

/** Finds the place of a graph, for changes. */
export const prepareFindPlace = (db: DatabaseSync): ((graphId: GraphId) => VersionPlace | undefined) => {
  const place = db.prepare('SELECT seq, version, base FROM graphs WHERE graph_id = ?')
  return graphId => place.get(graphId) as VersionPlace | undefined
}

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
  const find = (graphId: GraphId) => place.get(graphId) as DatedPlace | undefined

  return {
    find,

    /** The graph's place, if the version is within the kept range. */
    ofVersion(graphId: GraphId, version: number, kept: number): DatedPlace | null {
      const at = find(graphId)
      return at && version <= at.version && version >= at.version - kept ? at : null
    },

    /** The figure that a version is based on: the newest one, or one that was replaced. */
    baseOf(at: DatedPlace, version: number): (StampRow & { readonly replaced: boolean }) | null {
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
