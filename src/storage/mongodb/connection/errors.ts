/** Translates errors of the driver into errors of the domain. */

import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb'
import { causeOf } from '../../../errors/cause.ts'
import { type AppError, payloadTooLarge, unavailable } from '../../../errors/errors.ts'

const duplicateKey = 11000
const objectTooLarge = new Set([10334, 17419, 17420])

/**
 * Error codes for which no caller is to blame: not primary, stepping down, shutting down, timed out, no majority, no
 * access, overloaded, out of space, internal failures, and cursors or shard positions lost with a server.
 */
const unavailableCodes = new Set([
  1, 6, 7, 8, 13, 18, 24, 43, 46, 50, 63, 64, 70, 71, 89, 91, 100, 112, 133, 134, 175, 189, 202, 211, 237,
  262, 317, 365, 384, 462, 8000, 9001, 10058, 10107, 11600, 11601, 11602, 12501, 13388, 13435, 13436, 14031,
  16500,
])

/** Whether the server answered with this error. */
export const hasCode = (error: unknown, code: number): boolean =>
  error instanceof MongoServerError && error.code === code

/** Whether a document with this key exists already. */
export const isDuplicate = (error: unknown): boolean => hasCode(error, duplicateKey)

const maxTimeExpired = 50

/** Whether the server stopped because of the time limit. */
export const isTimeout = (error: unknown): boolean => hasCode(error, maxTimeExpired)

const storeUnavailable = (cause: unknown): AppError =>
  unavailable('the store does not answer; retry in a moment', cause)

/** Errors of Node's sockets, which the driver passes on if one breaks between the check of a connection and a write. */
const socketCodes =
  /^(EPIPE|ECONN\w+|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ERR_(STREAM_(DESTROYED|WRITE_AFTER_END|PREMATURE_CLOSE)|SOCKET_CLOSED))$/

const isSocketError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && socketCodes.test(String(error.code))

/** Translates an error to `unavailable` or `payload_too_large`. Others are faults of ours and are returned as they are. */
export function toDomainError(error: unknown): unknown {
  if (isSocketError(error)) return storeUnavailable(error)
  if (!(error instanceof MongoError)) return error
  // If a bulk write loses its connection, the driver wraps the error as if the server had sent it.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError)
    return toDomainError(error.errorResponse)
  if (error instanceof MongoServerError) {
    const code = Number(error.code)
    if (objectTooLarge.has(code)) return tooLarge('figure')
    if (!unavailableCodes.has(code) && !error.hasErrorLabel('RetryableWriteError')) return error
  }
  return storeUnavailable(error)
}

const tooLarge = (what: string) => payloadTooLarge(`the ${what} is larger than the store can hold`)

/** Retries an upsert once: of two concurrent upserts of a new document, one fails with a duplicate key. */
export const retryDuplicate = <T>(write: () => Promise<T>): Promise<T> =>
  write().catch(error => (isDuplicate(error) ? write() : Promise.reject(error)))

/** Whether no server was found in time although none refused. The server, the network or this machine may be busy. */
export const isSelectionTimeout = (error: unknown): boolean => {
  const { cause } = error as Error
  return (
    cause instanceof MongoServerSelectionError &&
    (cause.cause === undefined || cause.cause instanceof MongoNetworkTimeoutError)
  )
}

/** The error for a store that cannot be opened. The driver's message names the server but no password. */
export const notOpened = (error: unknown, remedy = ''): AppError =>
  unavailable(`MONGODB_URL: ${causeOf(error)}${remedy}`, error)

/** The error of a server that does not answer in time. */
export const notReachable = (error: unknown): AppError =>
  notOpened(error, '; start MongoDB there, or correct the address')
