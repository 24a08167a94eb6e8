/** Reading all of a file, in a process that does nothing else meanwhile. */

import { DatabaseSync } from 'node:sqlite'
import type { DumpItem } from '../backup/dump.ts'
import { type FigureRow, fromGraphRow, type GraphRow, graphColumns, toPacked } from './rows.ts'
import { prepareReader, schemaVersion, versionOf } from './schema.ts'

interface StoredRecord {
  readonly collection: string
  readonly id: string
  readonly owner: string | null
  readonly expires_at: number | null
  readonly value: string
}

/** One moment's state of the file, whatever is written meanwhile. Throws on a file of another schema. */
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
      db.prepare(`SELECT ${graphColumns}, encoding, layout_prefix, data_bytes, layout_bytes, frames_bytes, body
      FROM graphs JOIN figures USING (seq)`)
    for (const row of graphs.iterate() as Iterable<GraphRow & FigureRow & { body: Uint8Array }>) {
      yield { kind: 'graph', record: fromGraphRow(row), figure: toPacked(row) }
    }
    const records = db.prepare('SELECT collection, id, owner, expires_at, value FROM records ORDER BY seq')
    for (const row of records.iterate() as unknown as Iterable<StoredRecord>) {
      const expiresAt = row.expires_at === null ? null : new Date(row.expires_at)
      const { collection, id, owner, value } = row
      yield { kind: 'record', collection, id, owner, expiresAt, value }
    }
  } finally {
    db.close()
  }
}
