/** Errors as GraphQL answers them: the REST code and details in `extensions` (contract, "GraphQL"). */

import { GraphQLError } from 'graphql'
import { AppError, internal } from '../../errors/errors.ts'
import type { Log } from '../../log.ts'

/** The error that the caller may see. What is not ours is logged whole and told blandly. */
export function toAppError(error: unknown, log: Log): AppError {
  if (error instanceof AppError) {
    if (error.status >= 500 && error.cause !== undefined) log.error({ err: error.cause }, error.message)
    return error
  }
  log.error({ err: error }, 'a resolver failed')
  return internal(error)
}

/** A GraphQL error whose extensions a client can act on. Errors of the query itself keep their message. */
export function presentError(error: unknown, log: Log): GraphQLError {
  if (!(error instanceof GraphQLError)) return toGraphQLError(toAppError(error, log))
  const cause = rootOf(error)
  if (cause instanceof GraphQLError) {
    const { http } = error.extensions
    return new GraphQLError(error.message, {
      nodes: error.nodes,
      source: error.source,
      positions: error.positions,
      path: error.path,
      extensions: { code: 'invalid_query', ...(http ? { http } : {}) },
    })
  }
  return toGraphQLError(toAppError(cause, log), error)
}

function rootOf(error: GraphQLError): unknown {
  const { originalError } = error
  if (originalError === undefined || originalError === null) return error
  return originalError instanceof GraphQLError ? rootOf(originalError) : originalError
}

/** An error of ours in GraphQL's clothes. */
export function toGraphQLError(error: AppError, at?: GraphQLError): GraphQLError {
  const { code, details, retryAfter } = error
  return new GraphQLError(error.message, {
    nodes: at?.nodes,
    path: at?.path,
    extensions: { code, ...(details ? { details } : {}), ...(retryAfter ? { retryAfter } : {}) },
  })
}
