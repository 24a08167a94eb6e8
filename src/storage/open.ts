/** Which store: MongoDB where an address is given, else the embedded one. Only the backend in use is loaded. */

import { withoutPointers } from './artifact-index.ts'
import type { PortableStore } from './backup/dump.ts'
import { layoutPrefixOf } from './layout-prefix.ts'
import type { BucketConfig } from './objects/bucket.ts'
import { defaultVersionsKept } from './options.ts'
import type { Upkeep } from './upkeep.ts'

export interface StorageConfig {
  readonly mongodbUrl: string | null
  /** Where the embedded store keeps its file; made when absent. */
  readonly dataDir: string
  /** Where images are kept; null or absent: with everything else. */
  readonly artifactStore?: BucketConfig | null | undefined
  /** How most layouts will begin: kept once, whatever number of graphs has it. */
  readonly layoutPrefix?: string | undefined
  /** Versions of a graph that are kept beside the newest; default 20. */
  readonly versionsKept?: number | undefined
  /** For a restore alone: opens also what an interrupted one has left. */
  readonly forRestore?: boolean | undefined
}

/** Resolves once the store answers and its tables or indexes are there; else rejects with `unavailable`. */
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

/** For setting up, checking and upgrading. Rejects with `unavailable` where there is no store to be reached. */
export async function openUpkeep({ mongodbUrl, dataDir }: StorageConfig): Promise<Upkeep> {
  if (mongodbUrl !== null) return (await import('./mongodb/upkeep.ts')).openMongoUpkeep(mongodbUrl)
  return (await import('./sqlite/upkeep.ts')).openSqliteUpkeep(dataDir)
}
