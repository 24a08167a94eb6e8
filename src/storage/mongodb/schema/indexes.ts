/** The indexes of each collection: their definitions, check and creation. */

import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Collection, CreateIndexesOptions, IndexDescription, IndexDescriptionInfo } from 'mongodb'
import { hasCode } from '../connection/errors.ts'
import type { Collections } from '../documents/documents.ts'

type Index = IndexDescription & { readonly name: string }

/** A TTL index: the server removes expired documents. */
const expiring: Index = { name: 'expiring', key: { expiresAt: 1 }, expireAfterSeconds: 0 }

const indexes: Readonly<Partial<Record<keyof Collections, readonly Index[]>>> = {
  // Equality fields first, then the sort order, so that a page is read in order from its cursor on.
  graphs: [
    { name: 'by_account', key: { accountId: 1, createdAt: -1, _id: 1 } },
    { name: 'by_title', key: { accountId: 1, titleGrams: 1, createdAt: -1, _id: 1 } },
    {
      name: 'unfinished',
      key: { 'rendering.status': 1, 'rendering.checked': 1, createdAt: -1 },
    },
    // Not a TTL index, because the server would remove a graph's document but not its files.
    { name: 'by_expiry', key: { expiresAt: 1 }, partialFilterExpression: { expiresAt: { $exists: true } } },
  ],
  figures: [
    { name: 'by_graph', key: { graphId: 1 }, partialFilterExpression: { graphId: { $exists: true } } },
  ],
  appends: [{ name: 'by_graph', key: { graphId: 1, first: 1 } }],
  artifacts: [
    { name: 'by_graph', key: { graphId: 1 } },
    {
      name: 'variants_by_age',
      key: { createdAt: -1, size: 1 },
      partialFilterExpression: { lasting: false },
    },
  ],
  // Artifacts may be removed without their keys, so old keys expire.
  imageKeys: [{ name: 'forgotten', key: { writtenAt: 1 }, expireAfterSeconds: 30 * 24 * 3600 }],
  chunks: [{ name: 'by_graph', key: { graphId: 1 } }],
  claims: [
    expiring,
    {
      name: 'changes',
      key: { graphId: 1, version: 1 },
      partialFilterExpression: { version: { $exists: true } },
    },
    { name: 'of_removed', key: { state: 1, expiresAt: 1 }, partialFilterExpression: { state: 'removed' } },
    { name: 'by_removal', key: { removedAt: 1 }, partialFilterExpression: { removedAt: { $exists: true } } },
  ],
  records: [
    { name: 'newest_by_owner', key: { collection: 1, owner: 1, createdAt: -1, order: -1 } },
    { name: 'newest', key: { collection: 1, createdAt: -1, order: -1 } },
    expiring,
  ],
}

/** Index names of earlier releases. */
const obsolete: Readonly<Partial<Record<keyof Collections, readonly string[]>>> = {
  graphs: ['by_status'],
  artifacts: ['by_age', 'by_key'],
  claims: ['by_expiry'],
  records: ['by_owner', 'by_expiry'],
}

const namesOf = Object.keys(indexes) as (keyof Collections)[]

/** The collections have different document types, which do not matter here. */
const untyped = (collections: Collections, name: keyof Collections): Collection =>
  collections[name] as unknown as Collection

/** The indexes that are missing or differ, as `collection.name`. */
export async function missingIndexes(collections: Collections): Promise<readonly string[]> {
  const missing = await Promise.all(
    namesOf.map(async name => {
      const present = await presentIn(untyped(collections, name))
      const wanted = (indexes[name] ?? []).filter(index => !present.some(each => isSame(each, index)))
      return wanted.map(index => `${name}.${index.name}`)
    }),
  )
  return missing.flat()
}

/**
 * Without the limits of other commands, because the server answers only when an index is complete, which takes minutes on
 * a large store. A server that hangs meanwhile is detected by its monitoring. The driver reads the option, but declares it for the whole client only.
 */
const whenBuilt: CreateIndexesOptions & { readonly socketTimeoutMS: number } = {
  socketTimeoutMS: 0,
}

/** Creates missing indexes and drops obsolete ones. Takes long on a large store. */
export async function createIndexes(collections: Collections): Promise<void> {
  for (const name of namesOf) {
    const collection = untyped(collections, name)
    const present = await presentIn(collection)
    for (const { name: old } of present) {
      if (old && obsolete[name]?.includes(old)) await dropIndex(collection, old)
    }
    await retryNotFound(() => collection.createIndexes([...(indexes[name] ?? [])], whenBuilt))
  }
}

const namespaceNotFound = 26
const indexNotFound = 27

const isNotFound = (error: unknown): boolean => hasCode(error, namespaceNotFound)

/**
 * How long to wait before asking again for a collection that the server cannot find. DocumentDB briefly loses sight of
 * existing collections while others are created or dropped.
 */
const settleMs = 100

const retryNotFound = <T>(ask: () => Promise<T>): Promise<T> =>
  ask().catch(error => (isNotFound(error) ? pause(settleMs).then(ask) : Promise.reject(error)))

/** The indexes of the collection; none if it does not exist. */
async function presentIn(collection: Collection): Promise<readonly IndexDescriptionInfo[]> {
  try {
    return await retryNotFound(() => collection.indexes())
  } catch (error) {
    if (isNotFound(error)) return []
    throw error
  }
}

/** Tolerates that another process has dropped the index. */
async function dropIndex(collection: Collection, name: string): Promise<void> {
  try {
    await collection.dropIndex(name)
  } catch (error) {
    if (!hasCode(error, indexNotFound)) throw error
  }
}

const isSame = (present: IndexDescriptionInfo, wanted: Index): boolean =>
  present.name === wanted.name &&
  isDeepStrictEqual(Object.entries(present.key), Object.entries(wanted.key)) &&
  present.expireAfterSeconds === wanted.expireAfterSeconds
