/** What `Records.update` does to a record's JSON text: the same on every backend. */

import { isDeepStrictEqual } from 'node:util'

/**
 * The new text, or null when `expect` does not hold. All three are JSON objects; fields absent from `change`
 * stay, fields absent from `expect` are not looked at.
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
