/** Reads a whole database file synchronously, in a process that does nothing else meanwhile. */

import { DatabaseSync } from 'node:sqlite'
import type { GraphId } from '../../domain/ids.ts'
import type { DumpItem } from '../portable-store.ts'
import { prepareReader } from './file/pragmas.ts'
import { schemaVersion, versionOf } from './file/schema.ts'
import { type FigureRow, fromGraphRow, type GraphRow, graphColumns, toPacked } from './tables/rows.ts'

type StoredRecord = {
  readonly collection: string
  readonly id: string
  readonly owner: string | null
  readonly expires_at: number | null
  readonly value: string
}

type StepRow = { graph_id: GraphId; version: number; made_at: number; body: Uint8Array }
type PackedRow = StepRow & FigureRow

const packedColumns = 'encoding, layout_prefix, data_bytes, layout_bytes, frames_bytes, body'

const stampOf = ({ version, made_at }: StepRow) => ({ version, createdAt: new Date(made_at) })

/** The kept older versions of all graphs. */
function* pastOf(db: DatabaseSync): Iterable<DumpItem> {
  const figures = db.prepare(
    `SELECT graph_id, p.version AS version, p.made_at AS made_at, p.title AS title, p.trace_types AS trace_types,
       p.warnings AS warnings,
       ${packedColumns} FROM past_figures p JOIN graphs USING (seq)`,
  )
  for (const row of figures.iterate() as Iterable<
    PackedRow & Pick<GraphRow, 'title' | 'trace_types' | 'warnings'>
  >) {
    const { graph_id: graphId, title } = row
    const traceTypes = JSON.parse(row.trace_types)
    const warnings = row.warnings === null ? [] : JSON.parse(row.warnings)
    yield {
      kind: 'pastFigure',
      graphId,
      at: stampOf(row),
      title,
      traceTypes,
      warnings,
      figure: toPacked(row),
    }
  }
  const appends = db.prepare(
    `SELECT graph_id, a.version AS version, a.made_at AS made_at, body FROM appends a JOIN graphs USING (seq)`,
  )
  for (const row of appends.iterate() as Iterable<StepRow>) {
    yield { kind: 'append', graphId: row.graph_id, at: stampOf(row), body: row.body }
  }
}

/** Reads a consistent snapshot of the file, even during writes. Throws on a file with another schema. */
export function* dumpFile(file: string): Iterable<DumpItem> {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    prepareReader(db)
    const version = versionOf(db)
    if (version !== schemaVersion) {
      throw new Error(`it has schema ${version}, this version of plotgate reads schema ${schemaVersion}`)
    }
    db.exec('BEGIN')
    for (const { prefix_id, text } of db.prepare('SELECT * FROM layout_prefixes').iterate()) {
      yield { kind: 'layoutPrefix', prefix: { id: String(prefix_id), text: String(text) } }
    }
    const graphs =
      db.prepare(`SELECT ${graphColumns}, base, coalesce(made_at, created_at) AS made_at, ${packedColumns}
      FROM graphs JOIN figures USING (seq)`)
    for (const row of graphs.iterate() as Iterable<GraphRow & PackedRow & { base: number }>) {
      const base = { version: row.base, createdAt: new Date(row.made_at) }
      yield { kind: 'graph', record: fromGraphRow(row), figure: toPacked(row), base }
    }
    yield* pastOf(db)
    const records = db.prepare('SELECT collection, id, owner, expires_at, value FROM records ORDER BY seq')
    for (const row of records.iterate() as Iterable<StoredRecord>) {
      const expiresAt = row.expires_at === null ? null : new Date(row.expires_at)
      const { collection, id, owner, value } = row
      yield { kind: 'record', collection, id, owner, expiresAt, value }
    }
  } finally {
    db.close()
  }
}
