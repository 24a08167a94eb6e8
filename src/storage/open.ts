/** Opens the store: MongoDB if an address is configured, else the embedded one. Loads only the code of that backend. */

import { join } from 'node:path'
import { withoutPointers } from './artifact-index.ts'
import { layoutPrefixOf } from './layout-prefix.ts'
import type { BucketConfig } from './objects/bucket.ts'
import { defaultVersionsKept } from './options.ts'
import type { PortableStore } from './portable-store.ts'
import type { Upkeep } from './upkeep.ts'

export interface StorageConfig {
  readonly mongodbUrl: string | null
  /** The folder of the embedded store's file, created if absent. */
  readonly dataDir: string
  /** The bucket for images. Without one they are kept in the database. */
  readonly artifactStore?: BucketConfig | null | undefined
  /** The prefix of most layouts, which is stored only once. */
  readonly layoutPrefix?: string | undefined
  /** How many versions of a graph are kept beside the newest; default 20. */
  readonly versionsKept?: number | undefined
  /** Set only by a restore: opens the store even if an interrupted restore has left it incomplete. */
  readonly forRestore?: boolean | undefined
}

/** The file of the embedded store, which may not exist yet. Null if MongoDB is configured. */
export async function embeddedFile({ mongodbUrl, dataDir }: StorageConfig): Promise<string | null> {
  if (mongodbUrl !== null) return null
  return join(dataDir, (await import('./sqlite/open.ts')).fileName)
}

/** Resolves once the store answers and has its tables or indexes; else rejects with `unavailable`. */
export async function openStore(config: StorageConfig): Promise<PortableStore> {
  const store = await openDatabase(config)
  if (!config.artifactStore) return { ...store, artifacts: withoutPointers(store.artifacts) }
  const { withBucket } = await import('./objects/open.ts')
  return withBucket(store, config.artifactStore)
}

async function openDatabase(config: StorageConfig): Promise<PortableStore> {
  const { mongodbUrl, dataDir, versionsKept = defaultVersionsKept, forRestore } = config
  const prefix = config.layoutPrefix === undefined ? null : layoutPrefixOf(config.layoutPrefix)
  if (mongodbUrl !== null) {
    const { openMongo } = await import('./mongodb/open.ts')
    return openMongo(mongodbUrl, { prefix, versionsKept, forRestore })
  }
  const { openSqlite } = await import('./sqlite/open.ts')
  return openSqlite(dataDir, { prefix, versionsKept })
}

/** Opens the store for setting up, checking and upgrading. Rejects with `unavailable` if it cannot be reached. */
export async function openUpkeep({ mongodbUrl, dataDir }: StorageConfig): Promise<Upkeep> {
  if (mongodbUrl !== null) return (await import('./mongodb/upkeep.ts')).openMongoUpkeep(mongodbUrl)
  return (await import('./sqlite/upkeep.ts')).openSqliteUpkeep(dataDir)
}
