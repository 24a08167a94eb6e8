/**
 * Factories for all errors that callers can get, each with a stable code, an HTTP status and a remedy. REST and GraphQL
 * share them (contract, "REST").
 */

import { type ErrorCode, errorCodes } from './codes.ts'

/** A fault in the request. `path` is a JSON path such as `data[0].type`. */
export interface ErrorDetail {
  readonly path: string
  readonly message: string
}

export interface AppErrorOptions {
  readonly details?: readonly ErrorDetail[]
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  readonly retryAfter?: number
  /** Further response headers, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the attempt timed out, crashed a browser or drew in vain, and another one probably would too. */
  readonly costly?: boolean
  readonly cause?: unknown
}

/** Statuses of temporary errors, which always have a `Retry-After`. */
const temporary: ReadonlySet<number> = new Set([429, 503, 504])
const temporarySeconds = 5

/** An error that the caller may see. All other errors are faults of ours and are reported as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** The HTTP status of its code. */
  readonly status: number
  readonly details: readonly ErrorDetail[] | undefined
  readonly retryAfter: number | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly costly: boolean

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.status = errorCodes[code].status
    this.details = options.details
    this.retryAfter = options.retryAfter ?? (temporary.has(this.status) ? temporarySeconds : undefined)
    this.headers = options.headers ?? {}
    this.costly = options.costly ?? false
  }
}

export const invalidJson = (message: string) => new AppError('invalid_json', message)

export const invalidParameter = (path: string, message: string) => invalidParameters([{ path, message }])

/** Several faults in parameters, each under its name. `words` completes the message, which begins with their number. */
export const invalidParameters = (details: readonly ErrorDetail[], words = 'parameters are wrong') =>
  new AppError('invalid_parameter', summaryOf(details, `${details.length} ${words}`), { details })

/** The message of an error with details: that of a single one, or how many there are. */
const summaryOf = (details: readonly ErrorDetail[], several: string): string =>
  details.length === 1 ? `${details[0]?.path}: ${details[0]?.message}` : `${several}; see details`

/** GraphQL only: the document, its variables or the request cannot be executed. */
export const invalidQuery = (message: string) => new AppError('invalid_query', message)

/** GraphQL only: the query was refused before any work was done. */
export const queryTooComplex = (message: string) => new AppError('query_too_complex', message)

export const unauthenticated = (message = 'send a valid API key as "Authorization: Bearer <API_KEY>"') =>
  new AppError('unauthenticated', message, { headers: { 'WWW-Authenticate': 'Bearer' } })

export const forbidden = (message: string) => new AppError('forbidden', message)

/** `name` is the environment variable that sets the quota. */
export const quotaExceeded = (name: string, message: string, retryAfter?: number) =>
  new AppError('quota_exceeded', `${name}: ${message}`, retryAfter === undefined ? {} : { retryAfter })

/** `reason` says why there cannot be one. */
export const graphNotFound = (given: string, reason?: string) =>
  new AppError(
    'graph_not_found',
    `there is no graph ${JSON.stringify(given.slice(0, 64))}${reason === undefined ? '' : `: ${reason}`}`,
  )

/** Without `newest`, the version is no longer kept. */
export const versionNotFound = (version: number, newest = version) =>
  new AppError(
    'version_not_found',
    version > newest
      ? `this graph has no version ${version}, its newest is ${newest}; leave the version out to get that`
      : `version ${version} of this graph is no longer kept; leave the version out to get the newest`,
  )

export const versionConflict = (newest: number) =>
  new AppError(
    'version_conflict',
    `the graph has changed, its newest version is ${newest}; read it again before you change it`,
  )

const withRemedy = (message: string, remedy: string | undefined): string =>
  remedy === undefined ? message : `${message}; ${remedy}`

export const notFound = (path: string, remedy?: string) =>
  new AppError('not_found', withRemedy(`there is nothing at ${JSON.stringify(path.slice(0, 200))}`, remedy))

export const methodNotAllowed = (method: string, allow: string, remedy?: string) =>
  new AppError('method_not_allowed', withRemedy(`${method} is not possible here; use ${allow}`, remedy), {
    headers: { Allow: allow },
  })

export const idempotencyConflict = () =>
  new AppError('idempotency_conflict', 'this Idempotency-Key was used with another body; take a new key')

export const payloadTooLarge = (message: string) => new AppError('payload_too_large', message)

/** Also for a pdf, which is printed from the svg. */
export const svgTooLarge = () =>
  new AppError(
    'payload_too_large',
    'the svg of this figure would have more than 64 MB; ask for a png, webp or jpeg',
    { costly: true },
  )

/** GraphQL only: the caller accepts none of the media types of answers. */
export const notAcceptable = (offered: readonly string[]) =>
  new AppError('not_acceptable', `answers come as ${offered.join(', ')}; accept one of them`)

/** Explains common wrong types: those of figures in notebooks and of forms, which curl sends, and charsets other than UTF-8. */
function remedyFor(given: string): string {
  if (given.startsWith('application/vnd.plotly')) return '; the same bytes will do, with that Content-Type'
  if (given.startsWith('application/x-www-form')) return '; add the header "Content-Type: application/json"'
  if (given.startsWith('multipart/')) return '; send the JSON itself as the body, not in a form'
  return /charset/i.test(given) ? '; encode it as UTF-8' : ''
}

const json = 'application/json'

export const unsupportedMediaType = (given: string, wanted = json) =>
  new AppError(
    'unsupported_media_type',
    `the body must be sent as ${wanted}, not ${given || 'without a Content-Type'}${wanted === json ? remedyFor(given) : ''}`,
  )

export const invalidFigure = (details: readonly ErrorDetail[]) =>
  new AppError('invalid_figure', summaryOf(details, `the figure has ${details.length} faults`), { details })

/** The charting library has refused the figure, and would again. */
export const renderFailed = (message: string) => new AppError('render_failed', message)

/** `retryAfter` is in seconds. */
export const rateLimited = (retryAfter: number) =>
  new AppError('rate_limited', `too many requests; retry in ${retryAfter} s`, { retryAfter })

/** `retryAfter` is in seconds. */
export const overloaded = (message: string, retryAfter = 2) =>
  new AppError('overloaded', message, { retryAfter })

/** A part of the service does not answer; callers may retry. */
export const unavailable = (message: string, cause?: unknown) =>
  new AppError('unavailable', message, { cause })

/** The request was interrupted by a shutdown or came too late. */
export const shuttingDown = (cause?: unknown) =>
  unavailable('the service is shutting down; try again on a new connection', cause)

/** Each attempt to change a graph met the change of another. */
export const tooManyConcurrentChanges = () =>
  unavailable('this graph is being changed by too many at once; retry in a moment')

/** Seconds before a figure that timed out or crashed a browser may be tried again. */
const costlyRetrySeconds = 60

/** The figure itself was too slow, so an early retry would be too. */
export const renderTimeout = (message: string, retryAfter = costlyRetrySeconds) =>
  new AppError('render_timeout', message, { retryAfter, costly: true })

/** The browser crashed, most likely out of memory. The figure would crash the next one too. */
export const browserEnded = (cause: unknown) =>
  new AppError(
    'unavailable',
    'the browser ended twice while drawing this figure; make it smaller, or retry later',
    { retryAfter: costlyRetrySeconds, costly: true, cause },
  )

/** The request is not valid HTTP, or its target is not valid for a server. */
export const invalidRequest = (message: string, headers: Readonly<Record<string, string>> = {}) =>
  new AppError('invalid_request', message, { headers })

export const requestTimeout = (message: string, headers: Readonly<Record<string, string>> = {}) =>
  new AppError('request_timeout', message, { headers })

/** Several workers have died while rendering this figure, most likely because of it. */
export const workersEnded = (cause: unknown) =>
  new AppError('unavailable', 'the workers that drew this image ended; retry later', {
    retryAfter: costlyRetrySeconds,
    costly: true,
    cause,
  })

/** The caller disconnected or the graph was deleted, so nobody waits for the result. */
export const cancelled = () => new AppError('cancelled', 'this render is not wanted any more')

/** A fault of ours. Callers get no details; the log has the cause. */
export const internal = (cause: unknown) =>
  new AppError('internal', 'something failed on our side; it has been logged', { cause })
