/** Sets up, checks and upgrades the embedded store's file. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../../errors/cause.ts'
import { unavailable } from '../../errors/errors.ts'
import { defaultVersionsKept } from '../options.ts'
import type { Upkeep } from '../upkeep.ts'
import { schemaOf, schemaVersion } from './file/schema.ts'
import { fileName, openSqlite } from './open.ts'

export async function openSqliteUpkeep(dataDir: string): Promise<Upkeep> {
  const file = join(dataDir, fileName)
  // Opening creates the file or migrates its schema.
  const open = async () =>
    (await openSqlite(dataDir, { prefix: null, versionsKept: defaultVersionsKept })).close()
  return {
    init: open,
    check: async () => faultsOf(file),
    async upgrade() {
      if (!existsSync(file)) throw unavailable(noFile(file))
      await open()
      return 0
    },
    async close() {},
  }
}

const noFile = (file: string): string => `there is no file ${file}: run "plotgate store init"`

function faultsOf(file: string): readonly string[] {
  if (!existsSync(file)) return [noFile(file)]
  const version = schemaOf(file)
  if (version < schemaVersion) {
    return [
      `the tables have schema ${version}, this version's ${schemaVersion}: run "plotgate store upgrade"`,
    ]
  }
  if (version > schemaVersion) {
    return [
      `the tables have schema ${version}, this version reads up to ${schemaVersion}: use a newer plotgate`,
    ]
  }
  const fault = damageOf(file)
  return fault === null ? [] : [`pages of ${file} are damaged (${fault}): restore a backup`]
}

/** SQLite's integrity report for the whole file; null if it is sound. */
function damageOf(file: string): string | null {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    const found = db.prepare('PRAGMA quick_check(1)').get()?.quick_check
    return found === 'ok' ? null : String(found)
  } catch (error) {
    return messageOf(error)
  } finally {
    db.close()
  }
}
