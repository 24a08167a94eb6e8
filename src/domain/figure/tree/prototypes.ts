/** Detects names that would reach an object's prototype, however they are spelt. */

import { codeAt, lengthAt } from './names.ts'

/** Whether the name contains two underscores in a row. A cheap test that rules out nearly every name. */
export function hasDunder(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start + 1; i <= end - 10; i++) if (bytes[i] === 0x5f && bytes[i + 1] === 0x5f) return true
  return false
}

/** Whether the name is `__proto__` or a path such as `a.__proto__.c`, which the charting library accepts as a name. */
export function reachesPrototype(bytes: Buffer, start: number, end: number): boolean {
  if (!mayHold(bytes, start + 1, end - 1)) return false
  const name: string = JSON.parse(bytes.toString('utf8', start, end))
  return /(^|[.[\]])__proto__($|[.[\]])/.test(name)
}

const forbidden = '__proto__'

/** Whether a name with escapes may be `__proto__`, or have it after a dot or bracket. Allocates nothing. */
function mayHold(bytes: Buffer, start: number, end: number): boolean {
  let matched = 0
  for (let at = start; at < end; at += lengthAt(bytes, at)) {
    const code = codeAt(bytes, at)
    matched = code === forbidden.charCodeAt(matched) ? matched + 1 : 0
    if (matched === forbidden.length) return true
  }
  return false
}
