/** What an error of the driver means to a caller. */

import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb'
import { causeOf } from '../../errors/cause.ts'
import { type AppError, payloadTooLarge, unavailable } from '../../errors/errors.ts'

const duplicateKey = 11000
const objectTooLarge = new Set([10334, 17419, 17420])

/**
 * Not primary, stepping down, shutting down, timed out, no majority, no access, overloaded, out of space, failed by
 * itself, a cursor or a shard's place lost with a server: nothing a caller did.
 */
const storeIsAway = new Set([
  1, 6, 7, 8, 13, 18, 24, 43, 46, 50, 63, 64, 70, 71, 89, 91, 100, 112, 133, 134, 175, 189, 202, 211, 237,
  262, 317, 365, 384, 462, 8000, 9001, 10058, 10107, 11600, 11601, 11602, 12501, 13388, 13435, 13436, 14031,
  16500,
])

export const isDuplicate = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === duplicateKey

const maxTimeExpired = 50

/** Whether the server gave up at the time it was allowed. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === maxTimeExpired

const storeAway = (cause: unknown): AppError =>
  unavailable('the store does not answer; retry in a moment', cause)

/** `unavailable` and `payload_too_large` as such; what is left is a fault of ours and stays as it is. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof MongoError)) return error
  // Of a bulk write that lost its connection the driver says so as if the server had.
  if (error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError)
    return toAppError(error.errorResponse)
  if (error instanceof MongoServerError) {
    const code = Number(error.code)
    if (objectTooLarge.has(code)) return tooLarge('figure')
    if (!storeIsAway.has(code) && !error.hasErrorLabel('RetryableWriteError')) return error
  }
  return storeAway(error)
}

const tooLarge = (what: string) => payloadTooLarge(`the ${what} is larger than the store can hold`)

/** Of two who write a document for the first time, one may meet the other's: then it is there to be changed. */
export const retryDuplicate = <T>(write: () => Promise<T>): Promise<T> =>
  write().catch(error => (isDuplicate(error) ? write() : Promise.reject(error)))

/** Whether no server was found in time, though none refused: it, the way to it or this machine may be busy. */
export const foundNoneInTime = (error: unknown): boolean => {
  const { cause } = error as Error
  return (
    cause instanceof MongoServerSelectionError &&
    (cause.cause === undefined || cause.cause instanceof MongoNetworkTimeoutError)
  )
}

/** No store can be opened at the address that was given. The driver's words name the server and no password. */
export const notReachable = (error: unknown): AppError => unavailable(`MONGODB_URL: ${causeOf(error)}`, error)
