/** Errors as GraphQL answers them: the REST code and details in `extensions` (contract, "GraphQL"). */

import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { type ErrorCode, errorCodes } from '../../errors/codes.ts'
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
  if (!(cause instanceof GraphQLError)) return toGraphQLError(toAppError(cause, log), error)
  const { http } = error.extensions
  return withoutStack({ ...error.toJSON(), extensions: { code: 'invalid_query', ...(http ? { http } : {}) } })
}

function rootOf(error: GraphQLError): unknown {
  const { originalError } = error
  if (originalError === undefined || originalError === null) return error
  return originalError instanceof GraphQLError ? rootOf(originalError) : originalError
}

/** Of an answer without data: what its status is where GraphQL says it by status, `application/graphql-response+json`. */
export function withStatus(error: GraphQLError): GraphQLError {
  const { code, http } = error.extensions
  const { status } = errorCodes[code as ErrorCode]
  return http
    ? error
    : withoutStack({ ...error, extensions: { ...error.extensions, http: { spec: true, status } } })
}

/** An error of ours in GraphQL's clothes, at the field where it was met. */
export const toGraphQLError = (
  { code, message, details, retryAfter }: AppError,
  at?: GraphQLError,
): GraphQLError =>
  withoutStack({
    message,
    locations: at?.locations,
    path: at?.path,
    extensions: { code, ...(details ? { details } : {}), ...(retryAfter ? { retryAfter } : {}) },
  })

/** Only to be written: taking its stack would cost more than the field that failed, and there may be hundreds. */
const withoutStack = (error: Partial<GraphQLFormattedError>): GraphQLError =>
  Object.assign(Object.create(GraphQLError.prototype), error)
