/** Names that would reach the prototype of an object, in whatever spelling. */

import { codeAt, lengthAt } from './names.ts'

/** Whether two underscores in a row are there: what cheaply clears nearly every name of suspicion. */
export function hasDunder(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start + 1; i <= end - 10; i++) if (bytes[i] === 0x5f && bytes[i + 1] === 0x5f) return true
  return false
}

/** The charting library also takes `a.b[0].c` as a name: the forbidden one may hide in such a path. */
export function reachesPrototype(bytes: Buffer, start: number, end: number): boolean {
  if (!mayHold(bytes, start + 1, end - 1)) return false
  const name: string = JSON.parse(bytes.toString('utf8', start, end))
  return /(^|[.[\]])__proto__($|[.[\]])/.test(name)
}

const forbidden = '__proto__'

/** Whether the forbidden name may be in a name that is spelt with escapes: the letters are looked at, none is kept. */
function mayHold(bytes: Buffer, start: number, end: number): boolean {
  let matched = 0
  for (let at = start; at < end; at += lengthAt(bytes, at)) {
    const code = codeAt(bytes, at)
    if (code === forbidden.charCodeAt(matched)) matched++
    else if (code !== 0x5f) matched = 0
    // After two underscores a third may be the second of the name.
    else if (matched !== 2) matched = 1
    if (matched === forbidden.length) return true
  }
  return false
}
