/**
 * Queries that were met before: their parsed and validated documents, and the texts behind the hashes of automatic
 * persisted queries. Bounded by the memory they take.
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
import { AppError, invalidQuery } from '../../errors/errors.ts'
import { checkDocument, checkText } from './limits.ts'
import { schema } from './schema.ts'

const cachedBytes = 4 * 1024 * 1024
const longest = 32 * 1024

/** A text read: its document and what is wrong with it, or why it is no document that is answered. */
export type ReadQuery =
  | { readonly document: DocumentNode; readonly errors: readonly GraphQLError[] }
  | { readonly refusal: unknown }

export interface Documents {
  /**
   * Of a text met before, what was read of it then, a refusal too: repeating one costs nothing. `isKnown`: whether the
   * caller has a valid key.
   */
  read(query: string, isKnown: boolean): ReadQuery
}

export interface DocumentOptions {
  /** Whether clients may ask for the schema. */
  readonly introspection: boolean
}

/** What is read of queries takes some hundred times the memory of their texts: it is what counts. */
const keptBytes = 16 * 1024 * 1024
const mostKeptBytes = 1024 * 1024
/** Of a document, as measured: nodes, and places in the text, that a token may stand for. */
const bytesPerToken = 420
/** An error with its stack, beside its message. */
const bytesPerError = 2_000

export function createDocuments({ introspection }: DocumentOptions): Documents {
  const rules = introspection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
  const known = new LRUCache<string, ReadQuery>({ maxSize: keptBytes, maxEntrySize: mostKeptBytes })

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

/** Each costs as much as a hundred tokens, and one about the parts of an input repeats all of that input. */
const mostErrors = 10

function readWithinLimits(
  query: string,
  isKnown: boolean,
  rules: Rules,
): ReadQuery & { readonly tokens: number } {
  try {
    const tokens = checkText(query, isKnown)
    const document = parse(query)
    checkDocument(document)
    return { document, errors: validate(schema, document, rules, { maxErrors: mostErrors }), tokens }
  } catch (refusal) {
    return { refusal, tokens: 0 }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

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
