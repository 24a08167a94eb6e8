/** Loads older versions from a backup, after their graph. All functions must be called within a transaction. */

import type { DatabaseSync } from 'node:sqlite'
import type { VersionStamp } from '../../../domain/graph/graph.ts'
import type { GraphId } from '../../../domain/ids.ts'
import type { DumpItem } from '../../portable-store.ts'
import { packedColumns, packedValues, warningsText } from '../tables/rows.ts'

type Item<Kind extends DumpItem['kind']> = Extract<DumpItem, { kind: Kind }>

export function createVersionLoads(db: DatabaseSync) {
  const setBase = db.prepare('UPDATE graphs SET base = ? WHERE graph_id = ?')
  const setMadeAt = db.prepare(
    'UPDATE figures SET made_at = ? WHERE seq = (SELECT seq FROM graphs WHERE graph_id = ?)',
  )
  const insertFigure = db.prepare(
    `INSERT INTO past_figures (seq, version, made_at, title, trace_types, warnings, ${packedColumns}, body)
     SELECT seq, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11 FROM graphs WHERE graph_id = ?12`,
  )
  const insertAppend = db.prepare(
    'INSERT INTO appends (seq, version, made_at, body) SELECT seq, ?1, ?2, ?3 FROM graphs WHERE graph_id = ?4',
  )

  return {
    loadBase(graphId: GraphId, { version, createdAt }: VersionStamp): void {
      setBase.run(version, graphId)
      setMadeAt.run(createdAt.getTime(), graphId)
    },

    loadFigure({ graphId, at, title, traceTypes, warnings, figure }: Item<'pastFigure'>): void {
      const columns = [title, JSON.stringify(traceTypes), warningsText(warnings)]
      insertFigure.run(at.version, at.createdAt.getTime(), ...columns, ...packedValues(figure), graphId)
    },

    loadAppend({ graphId, at, body }: Item<'append'>): void {
      insertAppend.run(at.version, at.createdAt.getTime(), body, graphId)
    },
  }
}
