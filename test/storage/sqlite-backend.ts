/** The embedded store under test, and its file looked at as another process would. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { BucketConfig } from '../../src/storage/objects/bucket.ts'
import { openStore } from '../../src/storage/open.ts'
import { fileName } from '../../src/storage/sqlite/open.ts'
import type { Backend } from './contract.ts'
import { versionsKept } from './version-samples.ts'

/** The tables with users' data. */
const tables = [
  'graphs',
  'figures',
  'past_figures',
  'appends',
  'artifacts',
  'images',
  'claims',
  'records',
] as const

export function sqliteBackend(
  dataDir: string,
  artifactStore: () => BucketConfig | null = () => null,
): Backend {
  function behind<T>(look: (db: DatabaseSync) => T): T {
    const db = new DatabaseSync(join(dataDir, fileName))
    try {
      db.exec('PRAGMA busy_timeout = 5000')
      return look(db)
    } finally {
      db.close()
    }
  }

  return {
    open: layoutPrefix =>
      openStore({ mongodbUrl: null, dataDir, layoutPrefix, versionsKept, artifactStore: artifactStore() }),
    figureBytes: async graphId =>
      behind(db =>
        Number(
          db
            .prepare('SELECT length(body) AS n FROM graphs JOIN figures USING (seq) WHERE graph_id = ?')
            .get(graphId)?.n,
        ),
      ),
    rows: async () =>
      behind(db =>
        Object.fromEntries(
          tables.map(name => [name, Number(db.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.n)]),
        ),
      ),
    empty: async () => behind(db => db.exec(tables.map(name => `DELETE FROM ${name};`).join('\n'))),
  }
}
