/**
 * Caches parsed and validated documents of queries, and the texts of automatic persisted queries by their hashes. Limited by
 * the memory they take.
 */

import { createHash } from 'node:crypto'
import {
  type DocumentNode,
  type GraphQLError,
  NoSchemaIntrospectionCustomRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { messageOf } from '../../errors/cause.ts'
import { AppError, invalidQuery } from '../../errors/errors.ts'
import { checkDocument, checkText } from './limits.ts'
import { schema } from './schema.ts'

const cachedBytes = 4 * 1024 * 1024
const longest = 32 * 1024

/** The result of reading a query: its document and validation errors, or the reason for its refusal. */
export type ReadQuery =
  | { readonly document: DocumentNode; readonly errors: readonly GraphQLError[] }
  | { readonly refusal: unknown }

export interface Documents {
  /**
   * Reads a query, or returns the cached result of the same text, including refusals. `isKnown` says whether the caller has a
   * valid key.
   */
  read(query: string, isKnown: boolean): ReadQuery
}

export interface DocumentOptions {
  /** Whether introspection is allowed. */
  readonly introspection: boolean
}

/** The size of the cache in bytes of documents, which take about a hundred times the memory of their texts. */
const keptBytes = 16 * 1024 * 1024
const maxKeptBytes = 1024 * 1024
/** The measured memory of a document per token. */
const bytesPerToken = 420
/** The memory of an error with its stack, not counting its message. */
const bytesPerError = 2_000

export function createDocuments({ introspection }: DocumentOptions): Documents {
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
  const known = new LRUCache<string, ReadQuery>({ maxSize: keptBytes, maxEntrySize: maxKeptBytes })

  return {
    read(query, isKnown) {
      const key = `${isKnown ? '+' : '-'}${query}`
      const met = known.get(key)
      if (met) return met
      const { tokens, ...read } = readWithinLimits(query, isKnown, rules)
      const errors = 'errors' in read ? read.errors : [read.refusal]
      const size =
        2 * query.length +
        tokens * bytesPerToken +
        errors.reduce<number>((sum, error) => sum + bytesPerError + 2 * messageOf(error).length, 0)
      known.set(key, read, { size })
      return read
    },
  }
}

type Rules = Parameters<typeof validate>[2]

/** The maximum number of validation errors. Each costs as much as a hundred tokens and may quote a whole input. */
const maxErrors = 10

function readWithinLimits(
  query: string,
  isKnown: boolean,
  rules: Rules,
): ReadQuery & { readonly tokens: number } {
  try {
    const tokens = checkText(query, isKnown)
    const document = parse(query)
    checkDocument(document)
    return { document, errors: validate(schema, document, rules, { maxErrors }), tokens }
  } catch (refusal) {
    return { refusal, tokens: 0 }
  }
}

/** Message and code are defined by the protocol. Clients then send the query together with its hash. */
const persistedQueryNotFound = () => new AppError('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound')

/** Returns the text of a query given by its text, its hash, or both (which stores it). */
export type PersistedQueries = (query: string | undefined, extensions: unknown) => string | undefined

/** Automatic persisted queries by Apollo's protocol: `extensions.persistedQuery.sha256Hash`. */
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
