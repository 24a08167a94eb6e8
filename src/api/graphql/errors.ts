/** Presents errors in GraphQL, with the REST code and details in `extensions` (contract, "GraphQL"). */

import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { type ErrorCode, errorCodes } from '../../errors/codes.ts'
import { AppError, internal } from '../../errors/errors.ts'
import type { Log } from '../../log.ts'

/** The error that the caller may see. Unknown errors are logged completely and become `internal`. */
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
  if (!(cause instanceof GraphQLError)) return toGraphQLError(toAppError(cause, log), error)
  const { http } = error.extensions
  const extensions = { code: 'invalid_query', ...(http ? { http } : {}) }
  return withoutStack({ ...error.toJSON(), ...placeOf(error), extensions })
}

function rootOf(error: GraphQLError): unknown {
  const { originalError } = error
  if (originalError === undefined || originalError === null) return error
  return originalError instanceof GraphQLError ? rootOf(originalError) : originalError
}

/** Adds the HTTP status of an answer without data, for the media type `application/graphql-response+json`. */
export function withStatus(error: GraphQLError): GraphQLError {
  const { code, http } = error.extensions
  const { status } = errorCodes[code as ErrorCode]
  return http
    ? error
    : withoutStack({ ...error, extensions: { ...error.extensions, http: { spec: true, status } } })
}

/** Converts one of our errors to a GraphQL error at the field where it occurred. */
export const toGraphQLError = (
  { code, message, details, retryAfter }: AppError,
  at?: GraphQLError,
): GraphQLError =>
  withoutStack({
    message,
    ...(at && placeOf(at)),
    path: at?.path,
    extensions: { code, ...(details ? { details } : {}), ...(retryAfter ? { retryAfter } : {}) },
  })

type PlaceInQuery = Partial<Pick<GraphQLError, 'locations' | 'source' | 'positions'>>

/** Where in the query it is. Yoga copies errors when it writes them, and finds the locations again by the other two. */
const placeOf = ({ locations, source, positions }: GraphQLError): PlaceInQuery => ({
  locations,
  source,
  positions,
})

/** Creates an error for serialisation only, without the cost of a stack, because there may be hundreds. */
const withoutStack = (error: Partial<GraphQLFormattedError> & PlaceInQuery): GraphQLError =>
  Object.assign(Object.create(GraphQLError.prototype), error)
