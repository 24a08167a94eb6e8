/**
 * Every error a caller can meet: one named factory each, with its stable code, its HTTP status and a remedy.
 * REST and GraphQL both answer from these (contract, "REST").
 */

import { type ErrorCode, errorCodes } from './codes.ts'

/** A place in what the caller sent, and what is wrong there. `path` is a JSON path such as `data[0].type`. */
export interface ErrorDetail {
  readonly path: string
  readonly message: string
}

export interface AppErrorOptions {
  readonly details?: readonly ErrorDetail[]
  /** Seconds after which a retry makes sense; becomes `Retry-After`. */
  readonly retryAfter?: number
  /** Further response headers, such as `Allow`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Trying cost a page its life or its deadline, and would again. */
  readonly costly?: boolean
  readonly cause?: unknown
}

/** What passes by itself: whoever is told so is told when to come again, whatever the place that says it. */
const passing: ReadonlySet<number> = new Set([429, 503, 504])
const passingSeconds = 5

/** An error that its caller may see as it is. Every other one is a fault of ours, and told as `internal`. */
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
    this.retryAfter = options.retryAfter ?? (passing.has(this.status) ? passingSeconds : undefined)
    this.headers = options.headers ?? {}
    this.costly = options.costly ?? false
  }
}

export const invalidJson = (message: string) => new AppError('invalid_json', message)

export const invalidParameter = (path: string, message: string) => invalidParameters([{ path, message }])

export const invalidParameters = (details: readonly ErrorDetail[]) =>
  new AppError(
    'invalid_parameter',
    details.length === 1
      ? `${details[0]?.path}: ${details[0]?.message}`
      : `${details.length} parameters are wrong; see details`,
    { details },
  )

/** What each of the checks returns; else one rejection with the faults of all that failed by `invalid_parameter`. */
export async function allFaults<T extends readonly unknown[]>(
  ...checks: { readonly [I in keyof T]: () => Promise<T[I]> }
): Promise<T> {
  const settled = await Promise.allSettled(checks.map(check => check()))
  const failures = settled.flatMap(each => (each.status === 'rejected' ? [each.reason as unknown] : []))
  const other = failures.find(error => !(error instanceof AppError) || error.code !== 'invalid_parameter')
  if (other !== undefined) throw other
  if (failures.length > 0)
    throw invalidParameters(failures.flatMap(error => (error as AppError).details ?? []))
  // All are fulfilled here, and each is what its check in the tuple resolves with.
  return settled.map(each => (each as PromiseFulfilledResult<unknown>).value) as unknown as T
}

/** GraphQL only: the document, its variables or the request around it are not a query that can be run. */
export const invalidQuery = (message: string) => new AppError('invalid_query', message)

/** GraphQL only: refused before any work was done. */
export const queryTooComplex = (message: string) => new AppError('query_too_complex', message)

export const unauthenticated = (message = 'send a valid API key as "Authorization: Bearer <API_KEY>"') =>
  new AppError('unauthenticated', message, { headers: { 'WWW-Authenticate': 'Bearer' } })

export const forbidden = (message: string) => new AppError('forbidden', message)

/** `name`: the variable that says how much an account may use. */
export const quotaExceeded = (name: string, message: string, retryAfter?: number) =>
  new AppError('quota_exceeded', `${name}: ${message}`, retryAfter === undefined ? {} : { retryAfter })

export const graphNotFound = (given: string) =>
  new AppError('graph_not_found', `there is no graph ${JSON.stringify(given.slice(0, 64))}`)

/** A number that never was, or a version older than those that are kept. */
export const versionNotFound = (version: number) =>
  new AppError(
    'version_not_found',
    `version ${version} of this graph is not kept; leave the version out to get the newest`,
  )

export const versionConflict = (newest: number) =>
  new AppError(
    'version_conflict',
    `the graph has changed, its newest version is ${newest}; read it, and try again with its tag`,
  )

export const notFound = (path: string) =>
  new AppError(
    'not_found',
    `there is nothing at ${JSON.stringify(path.slice(0, 200))}${path.endsWith('/') ? '; leave out the slash at its end' : ''}`,
  )

export const methodNotAllowed = (method: string, allow: string) =>
  new AppError('method_not_allowed', `${method} is not possible here; use ${allow}`, {
    headers: { Allow: allow },
  })

export const idempotencyConflict = () =>
  new AppError('idempotency_conflict', 'this Idempotency-Key was used with another body; take a new key')

export const payloadTooLarge = (message: string) => new AppError('payload_too_large', message)

/** GraphQL only: the caller takes none of the media types that there are answers in. */
export const notAcceptable = (offered: readonly string[]) =>
  new AppError('not_acceptable', `answers come as ${offered.join(', ')}; accept one of them`)

/** Notebooks hold figures under that type; JSON is UTF-8. */
function remedyFor(given: string): string {
  if (given.startsWith('application/vnd.plotly')) return '; the same bytes will do, with that Content-Type'
  return /charset/i.test(given) ? '; encode it as UTF-8' : ''
}

export const unsupportedMediaType = (given: string, wanted = 'application/json') =>
  new AppError(
    'unsupported_media_type',
    `the body must be sent as ${wanted}, not ${given || 'without a Content-Type'}${remedyFor(given)}`,
  )

export const invalidFigure = (details: readonly ErrorDetail[]) =>
  new AppError(
    'invalid_figure',
    details.length === 1
      ? `${details[0]?.path}: ${details[0]?.message}`
      : `the figure has ${details.length} faults; see details`,
    { details },
  )

export const renderFailed = (message: string) => new AppError('render_failed', message)

export const rateLimited = (retryAfter: number) =>
  new AppError('rate_limited', `too many requests; retry in ${retryAfter} s`, { retryAfter })

/** `retryAfter` in seconds. */
export const overloaded = (message: string, retryAfter = 2) =>
  new AppError('overloaded', message, { retryAfter })

export const unavailable = (message: string, cause?: unknown) =>
  new AppError('unavailable', message, { cause })

/** Whatever was being done ends with the process, or was asked for too late. */
export const shuttingDown = (cause?: unknown) => unavailable('the service is shutting down', cause)

/** Each attempt to change a graph met the change of another. */
export const changedByTooMany = () =>
  unavailable('this graph is being changed by too many at once; retry in a moment')

/** Seconds before a figure that met its deadline, or cost a browser its life, is worth another try. */
const costlyRetrySeconds = 60

/** The figure itself was too slow: trying again before `retryAfter` would only be slow again. */
export const renderTimeout = (message: string, retryAfter = costlyRetrySeconds) =>
  new AppError('render_timeout', message, { retryAfter, costly: true })

/** Most likely for want of memory: the figure would end the next browsers too. */
export const browserEnded = (cause: unknown) =>
  new AppError(
    'unavailable',
    'the browser ended twice while drawing this figure; make it smaller, or retry later',
    { retryAfter: costlyRetrySeconds, costly: true, cause },
  )

/** What was sent is not HTTP, or its target is none of a server. */
export const invalidRequest = (message: string) => new AppError('invalid_request', message)

export const requestTimeout = (message: string, headers: Readonly<Record<string, string>> = {}) =>
  new AppError('request_timeout', message, { headers })

/** Processes that draw ended with this figure again and again: most likely it is the figure that ends them. */
export const workersEnded = (cause: unknown) =>
  new AppError('unavailable', 'the workers that drew this image ended; retry later', {
    retryAfter: costlyRetrySeconds,
    costly: true,
    cause,
  })

/** Nobody wants the answer any more: the caller hung up, or the graph was deleted. */
export const cancelled = () => new AppError('cancelled', 'this render is not wanted any more')

export const internal = (cause: unknown) =>
  new AppError('internal', 'something failed on our side; it has been logged', { cause })
