/** Converts inputs to what REST receives for the same operation. */

import { type IdempotencyKey, readIdempotencyKey } from '../../domain/graph/claims.ts'
import { type RequestedExpiry, readExpiry } from '../../domain/graph/expiry.ts'
import { invalidParameter } from '../../errors/errors.ts'
import { JsonText, writeJson } from './json.ts'

/** `operation` distinguishes equal keys of different mutations. Throws `invalid_parameter`. */
export const idempotencyOf = (
  key: string | null | undefined,
  operation: string,
): IdempotencyKey | undefined =>
  key === null || key === undefined ? undefined : readIdempotencyKey('idempotencyKey', key, operation)

/** The version that a change requires to be the newest; undefined for any. Throws `invalid_parameter`. */
export function ifVersionOf(given: number | null | undefined): number | undefined {
  if (given === null || given === undefined) return undefined
  if (given < 1) throw invalidParameter('ifVersion', 'must be the number of a version')
  return given
}

/** Undefined if not given. */
export const expiryOf = (expires: string | null | undefined): RequestedExpiry | undefined =>
  expires === null || expires === undefined ? undefined : readExpiry('expires', expires)

/** The REST body for an input. JSON texts in it stay byte for byte. */
export function bodyOf(input: Readonly<Record<string, unknown>>): Uint8Array {
  const members = Object.entries(input).flatMap(([key, value], index) => [
    Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(key)}:`),
    value instanceof JsonText ? value.bytes : Buffer.from(writeJson(value)),
  ])
  return Buffer.concat([...members, Buffer.from(members.length === 0 ? '{}' : '}')])
}
