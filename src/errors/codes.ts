/**
 * All error codes, from which AppError, the OpenAPI document, the GraphQL schema and docs/errors.md derive. They are
 * stable, because programs rely on them (contract, "REST").
 */

interface CodeRow {
  /** The HTTP status, which GraphQL does not use. */
  readonly status: number
  readonly when: string
  /** Set if the code occurs only in GraphQL, or only inside the service. */
  readonly only?: 'graphql' | 'inside'
}

/** By code: its HTTP status, and when it occurs, as docs/errors.md and the OpenAPI document say it. */
export const errorCodes = {
  invalid_json: { status: 400, when: 'the body is not JSON; the message names the position' },
  invalid_parameter: {
    status: 400,
    when: 'a parameter, header or argument is wrong; the details list each of them',
  },
  invalid_request: { status: 400, when: 'the request is not valid HTTP' },
  invalid_query: {
    status: 400,
    when: 'the query, or the request that contains it, is not valid',
    only: 'graphql',
  },
  query_too_complex: { status: 400, when: 'the query exceeds a limit', only: 'graphql' },
  // The spelling of Apollo's persisted query protocol.
  PERSISTED_QUERY_NOT_FOUND: { status: 400, when: 'no query with this hash is known', only: 'graphql' },
  unauthenticated: { status: 401, when: 'the key is missing, malformed, unknown, revoked or expired' },
  forbidden: { status: 403, when: 'the key lacks the scope, or the graph belongs to another account' },
  quota_exceeded: { status: 403, when: 'a quota of the account is used up; the message names it' },
  graph_not_found: { status: 404, when: 'there is no such graph, or it was deleted' },
  version_not_found: { status: 404, when: 'this version of the graph does not exist or is not kept' },
  not_found: { status: 404, when: 'there is nothing at this address or with this name' },
  method_not_allowed: {
    status: 405,
    when: 'the address does not support the method; `Allow` lists those that it does',
  },
  not_acceptable: { status: 406, when: 'no accepted media type is available', only: 'graphql' },
  request_timeout: { status: 408, when: 'the request was not received in time' },
  idempotency_conflict: { status: 409, when: 'the Idempotency-Key was used with another body' },
  version_conflict: {
    status: 412,
    when: 'If-Match or `ifVersion` is not the newest version, or another condition is not met',
  },
  payload_too_large: { status: 413, when: 'the body or the image is larger than the service accepts' },
  unsupported_media_type: { status: 415, when: 'the body has an unsupported media type or encoding' },
  range_not_satisfiable: { status: 416, when: 'the range is outside the file' },
  invalid_figure: {
    status: 422,
    when: 'the figure is not valid; the details list every error with its path',
  },
  render_failed: {
    status: 422,
    when: "the charting library refused the figure; the message is the library's own",
  },
  rate_limited: { status: 429, when: 'more requests than the limit allows' },
  headers_too_large: { status: 431, when: 'the headers are too long' },
  cancelled: { status: 499, when: 'nobody waits for the answer any more', only: 'inside' },
  internal: { status: 500, when: 'an error of the service, which logs the details' },
  not_implemented: {
    status: 501,
    when: 'oEmbed was requested as XML, or a body has another Transfer-Encoding than chunked',
  },
  overloaded: { status: 503, when: 'the service is too busy' },
  unavailable: {
    status: 503,
    when: 'the store or the workers cannot be reached, or the service is shutting down',
  },
  render_timeout: { status: 504, when: 'drawing exceeded its deadline' },
} as const satisfies Readonly<Record<string, CodeRow>>

export type ErrorCode = keyof typeof errorCodes

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text)

/** The codes that occur in REST or GraphQL answers. */
export const codesOf = (api: 'rest' | 'graphql'): readonly ErrorCode[] =>
  Object.entries<CodeRow>(errorCodes).flatMap(([code, { only }]) =>
    isErrorCode(code) && (only === undefined || only === api) ? [code] : [],
  )
