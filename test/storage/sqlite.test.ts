import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe } from '@jest/globals'
import { openStore } from '../../src/storage/open.ts'
import { fileName } from '../../src/storage/sqlite/open.ts'
import { tables } from '../../src/storage/sqlite/schema.ts'
import { storeContract } from './contract.ts'
import { versionsKept } from './contract-versions.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'plotgate-sqlite-'))

/** Looks at the file as another process would. */
function behind<T>(look: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(dataDir, fileName))
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    return look(db)
  } finally {
    db.close()
  }
}

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('sqlite', () =>
  storeContract({
    open: layoutPrefix => openStore({ mongodbUrl: null, dataDir, layoutPrefix, versionsKept }),
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
  }))
