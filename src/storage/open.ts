/** Opens the configured store. */

import { withoutPointers } from './artifact-index.ts'
import { backendFor, type StoreAddress } from './backends.ts'
import { layoutPrefixOf } from './layout-prefix.ts'
import type { BucketConfig } from './objects/bucket.ts'
import { defaultVersionsKept } from './options.ts'
import type { PortableStore } from './portable-store.ts'
import type { Upkeep } from './upkeep.ts'

export interface StorageConfig extends StoreAddress {
  /** The bucket for images. Without one they are kept in the database. */
  readonly artifactStore?: BucketConfig | null | undefined
  /** The prefix of most layouts, which is stored only once. */
  readonly layoutPrefix?: string | undefined
  /** How many versions of a graph are kept beside the newest; default 20. */
  readonly versionsKept?: number | undefined
  /** Set only by a restore: opens the store even if an interrupted restore has left it incomplete. */
  readonly forRestore?: boolean | undefined
}

/** Resolves once the store answers and has its tables or indexes; else rejects with `unavailable`. */
export async function openStore(config: StorageConfig): Promise<PortableStore> {
  const { artifactStore, layoutPrefix, versionsKept = defaultVersionsKept, forRestore } = config
  const prefix = layoutPrefix === undefined ? null : layoutPrefixOf(layoutPrefix)
  const store = await backendFor(config).open({ prefix, versionsKept, forRestore })
  if (!artifactStore) return { ...store, artifacts: withoutPointers(store.artifacts) }
  const { withBucket } = await import('./objects/open.ts')
  return withBucket(store, artifactStore)
}

/** Opens the store for setting up, checking and upgrading. Rejects with `unavailable` if it cannot be reached. */
export const openUpkeep = (address: StoreAddress): Promise<Upkeep> => backendFor(address).openUpkeep()

/** As `Backend.lockForService`. */
export const lockForService = (address: StoreAddress): Promise<(() => void) | null> =>
  backendFor(address).lockForService()

/** The file of the embedded store, which may not exist yet. Null if the store is a database server. */
export const embeddedFile = (address: StoreAddress): Promise<string | null> => backendFor(address).file()
