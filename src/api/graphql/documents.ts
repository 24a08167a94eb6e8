/**
 * Queries that were met before: their parsed and validated documents, and the texts behind the hashes of automatic
 * persisted queries. Bounded by bytes, since a query may be long: figures can be written into it.
 */

import { createHash } from 'node:crypto'
import type { DocumentNode, GraphQLError } from 'graphql'
import { LRUCache } from 'lru-cache'
import { AppError, invalidQuery } from '../../errors/errors.ts'

const cachedBytes = 4 * 1024 * 1024
const longest = 32 * 1024

export type ByText<T extends object> = LRUCache<string, T>

/** A cache whose keys are the texts of queries. */
export const cachedByText = <T extends object>(): ByText<T> =>
  new LRUCache({
    maxSize: cachedBytes,
    maxEntrySize: longest,
    max: 2_000,
    sizeCalculation: (_value, key) => key.length + 64,
  })

/** What yoga's parser and validation cache takes. Refused documents are kept too: repeating one costs nothing. */
export const documentCaches = () => ({
  documentCache: cachedByText<DocumentNode>(),
  errorCache: cachedByText<GraphQLError>(),
})

/** Message and code are the protocol's: clients look for them, and then send the query with its hash. */
const persistedQueryNotFound = () => new AppError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')

/** The text of a query, given itself, by its hash, or both (then it is remembered). */
export type PersistedQueries = (query: string | undefined, extensions: unknown) => string | undefined

/** Automatic persisted queries, as Apollo's protocol has them: `extensions.persistedQuery.sha256Hash`. */
export function createPersistedQueries(): PersistedQueries {
  const texts = new LRUCache<string, { readonly query: string }>({
    maxSize: cachedBytes,
    maxEntrySize: longest,
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
