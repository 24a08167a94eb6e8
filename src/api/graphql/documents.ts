/** Caches parsed and validated documents of queries, limited by the memory they take. */

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
import { checkDocument, checkText } from './limits.ts'
import { schema } from './schema.ts'

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
