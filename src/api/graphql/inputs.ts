/** Inputs as what REST would have received. */

import type { IdempotencyKey } from '../../domain/graph/claims.ts'
import { type Expiry, readExpiry } from '../../domain/graph/expiry.ts'
import { invalidParameter } from '../../errors/errors.ts'
import { JsonText, writeJson } from './json.ts'

/** As over REST, where it is a header. */
const keyShape = /^[\x21-\x7e]{1,255}$/

/** `operation` keeps equal keys of different mutations apart. Rejects with `invalid_parameter`. */
export function idempotencyOf(key: string | null | undefined, operation: string): IdempotencyKey | undefined {
  if (key === null || key === undefined) return undefined
  if (keyShape.test(key)) return { key, operation }
  throw invalidParameter('idempotencyKey', 'must be 1 to 255 visible ASCII characters without spaces')
}

/** Undefined where it is not said. */
export const expiryOf = (expires: string | null | undefined): Expiry | undefined =>
  expires === null || expires === undefined ? undefined : readExpiry('expires', expires)

/** The body that REST would have received: texts stay the bytes they are. */
export function bodyOf(input: Readonly<Record<string, unknown>>): Uint8Array {
  const members = Object.entries(input).flatMap(([key, value], index) => [
    Buffer.from(`${index === 0 ? '{' : ','}${JSON.stringify(key)}:`),
    value instanceof JsonText ? value.bytes : Buffer.from(writeJson(value)),
  ])
  return Buffer.concat([...members, Buffer.from(members.length === 0 ? '{}' : '}')])
}
