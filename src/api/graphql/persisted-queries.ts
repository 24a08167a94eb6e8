/** Automatic persisted queries by Apollo's protocol: clients send the hash of a query in place of its text. */

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError, invalidQuery } from '../../errors/errors.ts'

/** In characters: of all cached queries together, and of one. */
const maxSize = 4 * 1024 * 1024
const maxEntrySize = 32 * 1024

/** Message and code are defined by the protocol. Clients then send the query together with its hash. */
const persistedQueryNotFound = () => new AppError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')

/** Returns the text of a query given by its text, its hash, or both (which stores it). */
export type PersistedQueries = (query: string | undefined, extensions: unknown) => string | undefined

/** The hash is `extensions.persistedQuery.sha256Hash`. Forgets the queries that were not used for longest. */
export function createPersistedQueries(): PersistedQueries {
  const texts = new LRUCache<string, { readonly query: string }>({
    maxSize,
    maxEntrySize,
    sizeCalculation: ({ query }) => query.length + 128,
  })
  return (query, extensions) => {
    const persisted = (extensions as { persistedQuery?: { version?: unknown; sha256Hash?: unknown } } | null)
      ?.persistedQuery
    if (!persisted) return query
    const { version, sha256Hash } = persisted
    if (version !== 1 || typeof sha256Hash !== 'string') {
      throw invalidQuery('persistedQuery must be { version: 1, sha256Hash }')
    }
    if (query === undefined) {
      const known = texts.get(sha256Hash)
      if (!known) throw persistedQueryNotFound()
      return known.query
    }
    if (createHash('sha256').update(query).digest('hex') !== sha256Hash) {
      throw invalidQuery('sha256Hash is not the SHA-256 of the query, in lower-case hexadecimal')
    }
    texts.set(sha256Hash, { query })
    return query
  }
}
