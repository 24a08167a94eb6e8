/** The schema version of a file and its migration. `user_version` is the number of applied migrations. */

import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../migrations/migrations.ts'

/** The `user_version` of a file with the current schema. */
export const schemaVersion = migrations.length

/** The schema version of a file; 0 if it is not ours. Throws if it is not a database. */
export function schemaOf(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return versionOf(db)
  } finally {
    db.close()
  }
}

/** The number of migrations that were applied; 0 for a new file. */
export const versionOf = (db: DatabaseSync): number =>
  Number(db.prepare('PRAGMA user_version').get()?.user_version)

/** Migrates the file to the current schema. Throws if a newer release has made it. */
export function migrate(db: DatabaseSync): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    const version = versionOf(db)
    if (version > migrations.length) {
      throw new Error(
        `the store was written by a newer version (schema ${version}, this version knows ${migrations.length})`,
      )
    }
    for (const step of migrations.slice(version)) db.exec(step)
    db.exec(`PRAGMA user_version = ${migrations.length}`)
    db.exec('COMMIT')
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
