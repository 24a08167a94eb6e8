/** The limits of queries, checked before any work is done (contract, "GraphQL"). */

import { complexityFromQuery } from '@pothos/plugin-complexity'
import {
  type DocumentNode,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  Source,
  TokenKind,
  visit,
} from 'graphql'
import { invalidQuery, queryTooComplex } from '../../errors/errors.ts'
import type { Context } from './context.ts'
import { createMeasure, fragmentsOf, pairsIn } from './document-size.ts'
import { keyRemedy } from './faults.ts'
import { schema } from './schema.ts'

const maxDepth = 12
const maxAliases = 30
const maxCost = 5_000
const maxDirectives = 50
/** The limit of fields per operation, with its fragments expanded. */
const maxFields = 1_000
/** The limit of pairs of fields of one name in one place. Validation compares each pair, in somewhat over a microsecond. */
const maxPairs = 5_000
/** The limit of brackets within each other. */
const maxNesting = 150
const maxTokens = 10_000
/** The limit of callers without a valid key. Each token takes some microseconds to parse and validate. */
const maxAnonymousTokens = 3_000
/** The limit of definitions, because validation compares fragments with each other. */
const maxDefinitions = 100
const maxNameLength = 200
const maxSchemas = 2
export const maxBatch = 10

/**
 * Checks a text before it is parsed: the number of tokens and the nesting of brackets, because deep nesting would overflow
 * the parser's stack. Throws the same syntax errors as the parser. Returns the number of tokens.
 */
export function checkText(text: string, isKnown: boolean): number {
  const max = isKnown ? maxTokens : maxAnonymousTokens
  const lexer = new Lexer(new Source(text))
  let tokens = 0
  let depth = 0
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    const { kind } = token
    if (kind === TokenKind.NAME && token.end - token.start > maxNameLength) {
      throw queryTooComplex(`a name has more than ${maxNameLength} characters`)
    }
    if (opening.has(kind)) depth++
    else if (closing.has(kind)) depth--
    if (++tokens > max) {
      throw queryTooComplex(
        `the query has more than ${max} tokens; send figures and other values as variables${keyRemedy(isKnown)}`,
      )
    }
    if (depth > maxNesting) {
      throw queryTooComplex(`brackets are nested more than ${maxNesting} deep; send figures as variables`)
    }
  }
  return tokens
}

/** Applies the token limit of anonymous callers to all queries of a batch together. */
export function checkTogether(texts: readonly string[]): void {
  let tokens = 0
  for (const text of texts) {
    try {
      tokens += checkText(text, false)
    } catch {
      // Errors of a single query are reported with its own answer.
    }
    if (tokens > maxAnonymousTokens) {
      throw queryTooComplex(
        `the queries have more than ${maxAnonymousTokens} tokens together; send fewer at a time${keyRemedy(false)}`,
      )
    }
  }
}

const opening: ReadonlySet<string> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closing: ReadonlySet<string> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

/**
 * Checks a document after parsing and before validation: its size with all fragments expanded. Each fragment is measured
 * once, so that nested fragments cannot make this check or the validation expensive. Fragments that cannot be measured with
 * an operation are refused here, with the errors of the validation, which would read them whatever their size.
 */
export function checkDocument(document: DocumentNode): void {
  const { definitions } = document
  if (definitions.length > maxDefinitions) {
    throw queryTooComplex(`${definitions.length} definitions; at most ${maxDefinitions} are answered`)
  }
  checkDirectives(document)
  const fragments = fragmentsOf(definitions)
  const { sizeOf, measured } = createMeasure(fragments)

  let pairs = 0
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    const { depth, fields, aliases } = sizeOf(definition.selectionSet)
    if (depth > maxDepth)
      throw queryTooComplex(`the query is ${depth} levels deep; at most ${maxDepth} are answered`)
    if (aliases > maxAliases) throw queryTooComplex(`${aliases} aliases; at most ${maxAliases} are answered`)
    if (fields > maxFields) throw queryTooComplex(`${fields} fields; at most ${maxFields} are answered`)
    pairs += pairsIn([definition.selectionSet], fragments)
    if (pairs > maxPairs) {
      throw queryTooComplex('the same fields are repeated too often in one place; ask for each once')
    }
  }
  const unused = [...fragments.keys()].find(name => !measured.has(name))
  if (unused !== undefined) throw invalidQuery(`Fragment "${unused}" is never used.`)
}

/** Limits the number of directives, and how often the schema is asked for. */
function checkDirectives(document: DocumentNode): void {
  let directives = 0
  let schemas = 0
  visit(document, {
    Directive: () => {
      directives++
    },
    Field({ name: { value } }) {
      if (value === '__schema' || value === '__type') schemas++
    },
  })
  if (schemas > maxSchemas) throw queryTooComplex(`the schema is asked for ${schemas} times; ask once`)
  if (directives > maxDirectives) {
    throw queryTooComplex(`${directives} directives; at most ${maxDirectives} are answered`)
  }
}

/**
 * The cost of an operation by the costs in the schema: 1 per field, 10 per figure, multiplied by the length of lists. Throws
 * `query_too_complex` above the limit.
 */
export function costOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
  context: Context,
): number {
  const definitions = document.definitions.filter(
    each => each === operation || each.kind === Kind.FRAGMENT_DEFINITION,
  )
  const { complexity } = complexityFromQuery(
    { ...document, definitions },
    { schema, variables, ctx: context },
  )
  if (complexity <= maxCost) return complexity
  throw queryTooComplex(
    `the query costs ${complexity}; at most ${maxCost} is answered: ask for fewer items, or fewer fields of each`,
  )
}
