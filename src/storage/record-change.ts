/** Applies `Records.update` to a record's JSON text, in the same way for every backend. */

import { isDeepStrictEqual } from 'node:util'

/**
 * The new text, or null if a field of `expect` has another value. All three are JSON objects. Fields that are absent from
 * `change` stay as they are.
 */
export function changeRecord(value: string, change: string, expect: string | null): string | null {
  const before: Record<string, unknown> = JSON.parse(value)
  if (expect !== null) {
    const expected: Record<string, unknown> = JSON.parse(expect)
    const holds = Object.entries(expected).every(([field, wanted]) =>
      isDeepStrictEqual(before[field], wanted),
    )
    if (!holds) return null
  }
  return JSON.stringify({ ...before, ...JSON.parse(change) })
}
