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

export const errorCodes = {
  invalid_json: { status: 400, when: 'the body is not JSON; the place is named' },
  invalid_parameter: { status: 400, when: 'a parameter, header or argument is wrong; each is named' },
  invalid_request: { status: 400, when: 'the request is not valid HTTP' },
  invalid_query: { status: 400, when: 'the query, or what is around it, cannot be run', only: 'graphql' },
  query_too_complex: { status: 400, when: 'the query costs more than is allowed', only: 'graphql' },
  // The spelling of Apollo's persisted query protocol.
  PERSISTED_QUERY_NOT_FOUND: { status: 400, when: 'the hash is of no query known here', only: 'graphql' },
  unauthenticated: { status: 401, when: 'no key, or one that is malformed, unknown, revoked or expired' },
  forbidden: { status: 403, when: 'the key lacks the scope, or the graph is of another account' },
  quota_exceeded: { status: 403, when: 'a quota of the account is used up; it is named' },
  graph_not_found: { status: 404, when: 'there is no such graph; also after its deletion' },
  version_not_found: { status: 404, when: 'that version of the graph is not kept' },
  not_found: { status: 404, when: 'there is nothing at this address, or of this name' },
  method_not_allowed: { status: 405, when: 'the method is not possible there; `Allow` has those that are' },
  not_acceptable: { status: 406, when: 'no answer in a media type that is accepted', only: 'graphql' },
  request_timeout: { status: 408, when: 'the request stopped arriving' },
  idempotency_conflict: { status: 409, when: 'the Idempotency-Key was used with another body' },
  version_conflict: {
    status: 412,
    when: 'If-Match or `ifVersion` is not the newest version, or another condition does not hold',
  },
  payload_too_large: { status: 413, when: 'the body or the image is larger than the service takes' },
  unsupported_media_type: { status: 415, when: 'the body is of another type or coding' },
  range_not_satisfiable: { status: 416, when: 'the range is not within the file' },
  invalid_figure: { status: 422, when: 'the figure is not valid; every fault is listed with its path' },
  render_failed: { status: 422, when: 'the charting library refused the figure; its message' },
  rate_limited: { status: 429, when: 'more requests than the limit allows' },
  headers_too_large: { status: 431, when: 'the headers are too long' },
  cancelled: { status: 499, when: 'nobody wants the answer any more', only: 'inside' },
  internal: { status: 500, when: 'a fault of the service, logged whole there' },
  not_implemented: { status: 501, when: 'oEmbed was asked for xml' },
  overloaded: { status: 503, when: 'all places are taken' },
  unavailable: { status: 503, when: 'the store or the workers are away, or the service is shutting down' },
  render_timeout: { status: 504, when: 'the render passed its deadline' },
} as const satisfies Readonly<Record<string, CodeRow>>

export type ErrorCode = keyof typeof errorCodes

export const isErrorCode = (text: string): text is ErrorCode => Object.hasOwn(errorCodes, text)

/** The codes that occur in REST or GraphQL answers. */
export const codesOf = (api: 'rest' | 'graphql'): readonly ErrorCode[] =>
  Object.entries<CodeRow>(errorCodes).flatMap(([code, { only }]) =>
    isErrorCode(code) && (only === undefined || only === api) ? [code] : [],
  )
