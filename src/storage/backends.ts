/** The registry of backends, one for each database. Loads only the code of the configured one. */

import { join } from 'node:path'
import type { StoreOptions } from './options.ts'
import type { PortableStore } from './portable-store.ts'
import type { Upkeep } from './upkeep.ts'

/** Where the database is. */
export interface StoreAddress {
  readonly mongodbUrl: string | null
  /** The folder of the embedded store's file, created if absent. */
  readonly dataDir: string
}

export interface Backend {
  readonly name: string
  /** As `openStore`, without a bucket for images. */
  open(options: StoreOptions): Promise<PortableStore>
  /** Opens the store for setting up, checking and upgrading. Rejects with `unavailable` if it cannot be reached. */
  openUpkeep(): Promise<Upkeep>
  /**
   * Marks an embedded store as used by a service until the returned function is called or this process ends. Resolves with
   * null if another service uses it.
   */
  lockForService(): Promise<(() => void) | null>
  /** The file of an embedded store, which may not exist yet. Null for a database server. */
  file(): Promise<string | null>
}

/** The backend for an address; null if the address names none of this kind. */
type BackendAt = (address: StoreAddress) => Backend | null

const mongodb: BackendAt = ({ mongodbUrl }) =>
  mongodbUrl === null
    ? null
    : {
        name: 'mongodb',
        open: async options => (await import('./mongodb/open.ts')).openMongo(mongodbUrl, options),
        openUpkeep: async () => (await import('./mongodb/schema/upkeep.ts')).openMongoUpkeep(mongodbUrl),
        lockForService: async () => () => {},
        file: async () => null,
      }

const sqlite = ({ dataDir }: StoreAddress): Backend => ({
  name: 'sqlite',
  open: async options => (await import('./sqlite/open.ts')).openSqlite(dataDir, options),
  openUpkeep: async () => (await import('./sqlite/upkeep.ts')).openSqliteUpkeep(dataDir),
  lockForService: async () => (await import('./sqlite/file/service-lock.ts')).lockForService(dataDir),
  file: async () => join(dataDir, (await import('./sqlite/open.ts')).fileName),
})

/** Database servers, in order of precedence. */
const servers: readonly BackendAt[] = [mongodb]

/** The backend of the first server that has an address, else the embedded store. */
export function backendFor(address: StoreAddress): Backend {
  for (const backendAt of servers) {
    const backend = backendAt(address)
    if (backend !== null) return backend
  }
  return sqlite(address)
}
