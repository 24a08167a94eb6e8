/** Converts inputs to what REST receives for the same operation. */

import type { IdempotencyKey } from '../../domain/graph/claims.ts'
import { type RequestedExpiry, readExpiry } from '../../domain/graph/expiry.ts'
import { invalidParameter } from '../../errors/errors.ts'
import { JsonText, writeJson } from './json.ts'

/** The syntax of Idempotency-Keys, as in REST's header. */
const keyShape = /^[\x21-\x7e]{1,255}$/

/** `operation` distinguishes equal keys of different mutations. Throws `invalid_parameter`. */
export function idempotencyOf(key: string | null | undefined, operation: string): IdempotencyKey | undefined {
  if (key === null || key === undefined) return undefined
  if (keyShape.test(key)) return { key, operation }
  throw invalidParameter('idempotencyKey', 'must be 1 to 255 visible ASCII characters without spaces')
}

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
