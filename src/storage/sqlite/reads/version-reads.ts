/** Queries about the versions of a graph. Can run in any thread. */

import type { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../../domain/ids.ts'
import { createClaims } from '../tables/claims.ts'
import { type GraphRow, graphColumns } from '../tables/rows.ts'
import { atOneMoment, createVersionPlaces, type StampRow } from '../tables/version-places.ts'
import { createFigureReads } from './figure-reads.ts'

export function createVersionReads(db: DatabaseSync) {
  const places = createVersionPlaces(db)
  const pastGraph = db.prepare(
    'SELECT title, trace_types, warnings FROM past_figures WHERE seq = ? AND version = ?',
  )
  const graph = db.prepare(`SELECT ${graphColumns} FROM graphs WHERE seq = ?`)
  const append = db.prepare('SELECT version, made_at FROM appends WHERE seq = ? AND version = ?')
  const stamps = db.prepare(
    `SELECT version, made_at FROM appends WHERE seq = ?1 AND version >= ?2
     UNION ALL SELECT version, made_at FROM past_figures WHERE seq = ?1 AND version >= ?2
     ORDER BY version DESC`,
  )

  return {
    ...createFigureReads(db, places),

    claimed: createClaims(db).find,

    findVersion: (graphId: GraphId, version: number, kept: number): GraphRow | null =>
      atOneMoment(db, () => {
        const at = places.ofVersion(graphId, version, kept)
        const from = at && places.baseOf(at, version)
        if (!at || !from) return null
        const row = graph.get(at.seq) as GraphRow
        if (version === at.version) return row
        const step = version === from.version ? from : (append.get(at.seq, version) as StampRow | undefined)
        if (!step) return null
        const { title, trace_types, warnings } = from.replaced
          ? (pastGraph.get(at.seq, from.version) as GraphRow)
          : row
        // Only the rendering state of the newest version is stored.
        const unknown = { status: 'pending', error: null, omitted: '[]' }
        return { ...row, title, trace_types, warnings, ...unknown, version, updated_at: step.made_at }
      }),

    versions: (graphId: GraphId, kept: number): StampRow[] =>
      atOneMoment(db, () => {
        const at = places.find(graphId)
        if (!at) return []
        const oldest = at.version - kept
        const rows = stamps.all(at.seq, oldest) as StampRow[]
        if (at.base < oldest) return rows
        const first = { version: at.base, made_at: at.made_at }
        return [
          ...rows.filter(row => row.version > at.base),
          first,
          ...rows.filter(row => row.version < at.base),
        ]
      }),
  }
}
