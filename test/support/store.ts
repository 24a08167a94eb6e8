/** A store of its own for one suite: the embedded one, or with TEST_STORE=mongodb one that speaks MongoDB's protocol. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from '@jest/globals'
import type { Records, Store } from '../../src/domain/ports.ts'
import { openStore } from '../../src/storage/open.ts'
import { startMongo } from './mongo.ts'

export interface TestStore {
  readonly store: Store
  close(): Promise<void>
}

/** A store that is open while the tests of the suite run. */
export function useTestStore(): { readonly store: Store } {
  let opened: TestStore
  beforeAll(async () => {
    opened = await openTestStore()
  })
  afterAll(() => opened.close())
  return {
    get store() {
      return opened.store
    },
  }
}

export async function openTestStore(): Promise<TestStore> {
  if (process.env.TEST_STORE === 'mongodb') return openMongoStore()
  const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-store-'))
  const store = await openStore({ mongodbUrl: null, dataDir })
  return {
    store,
    async close() {
      await store.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function openMongoStore(): Promise<TestStore> {
  const server = await startMongo()
  const store = await openStore({ mongodbUrl: server.url, dataDir: 'unused' })
  return {
    store,
    async close() {
      await store.close()
      await server.stop()
    },
  }
}

/** A clock that stands until it is moved. It begins at the present: records expire by the store's own clock. */
export function standingClock() {
  let time = Date.now()
  return {
    now: () => time,
    pass(ms: number) {
      time += ms
    },
  }
}

/** The store with calls of the records of one name replaced. */
export const withRecordCalls = (
  store: Store,
  replaced: string,
  calls: (records: Records<object>) => Partial<Records<object>>,
): Store => ({
  ...store,
  records: <T extends object>(name: string) => {
    const records = store.records<T>(name)
    return name === replaced
      ? ({ ...records, ...calls(records as unknown as Records<object>) } as Records<T>)
      : records
  },
})
