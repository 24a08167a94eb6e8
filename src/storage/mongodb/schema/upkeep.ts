/** Sets up, checks and upgrades a MongoDB database. */

import type { Upkeep } from '../../upkeep.ts'
import { findServer } from '../connection/connection.ts'
import { schemaVersion } from '../documents/documents.ts'
import { createRestoreMarks, unfinished } from './restoring.ts'
import { readSchema, type SchemaState, setUpSchema } from './schema.ts'
import { upgradeDocuments } from './upgrade.ts'

export async function openMongoUpkeep(url: string): Promise<Upkeep> {
  const connection = await findServer(url)
  return {
    init: () => setUpSchema(connection),
    async check() {
      const mark = await createRestoreMarks(connection).find()
      return [...(mark ? [unfinished(mark)] : []), ...faultsOf(await readSchema(connection))]
    },
    async upgrade() {
      await setUpSchema(connection)
      return upgradeDocuments(connection)
    },
    close: connection.close,
  }
}

function faultsOf({ version, missingIndexes }: SchemaState): readonly string[] {
  if (version === null) return ['the database was never set up: run "plotgate store init"']
  const faults = missingIndexes.map(name => `the index ${name} is missing: run "plotgate store init"`)
  if (version < schemaVersion) {
    faults.push(
      `some documents have schema ${version}, this version writes ${schemaVersion}: run "plotgate store upgrade"`,
    )
  }
  if (version > schemaVersion) {
    faults.push(
      `the database has schema ${version}, this version reads up to ${schemaVersion}: use a newer plotgate`,
    )
  }
  return faults
}
