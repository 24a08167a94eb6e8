/** Opens the configured store for operator commands. */

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createOperator, type Operator } from '../accounts/operator.ts'
import { readConfig } from '../config/config.ts'
import { unavailable } from '../errors/errors.ts'
import type { PortableStore } from '../storage/portable-store.ts'
import { withOpen } from './with-open.ts'

export interface OpenStoreOptions {
  /** Whether the command may create a store where there is none. Others would work on an empty one, such as a backup. */
  readonly mayCreate?: boolean
  /** Opens the store even if an interrupted restore has left it incomplete. */
  readonly forRestore?: boolean
}

export type OpenStore = (options?: OpenStoreOptions) => Promise<PortableStore>

/** Opens the store of the service. In another directory than the service's, the default of DATA_DIR names another store. */
export const openConfiguredStore: OpenStore = async ({ mayCreate = false, forRestore = false } = {}) => {
  const config = readConfig(process.env)
  const { embeddedFile, openStore } = await import('../storage/open.ts')
  const file = await embeddedFile(config)
  if (file !== null && !existsSync(file)) {
    const folder = resolve(config.dataDir)
    if (!mayCreate) {
      throw unavailable(`there is no store in ${folder}: set DATA_DIR to the folder of the service's store`)
    }
    process.stderr.write(`there was no store in ${folder} (DATA_DIR); creating one\n`)
  }
  return openStore({ ...config, forRestore })
}

/** Calls `act` with the operator of the store. */
export const asOperator = (
  openStore: OpenStore,
  act: (operator: Operator) => Promise<void>,
  options?: OpenStoreOptions,
): Promise<void> => withOpen(openStore(options), store => act(createOperator(store)))
