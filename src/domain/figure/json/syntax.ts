/** Error messages for bodies that are not JSON: where the fault is, what was found, and what was expected. */

import { type AppError, invalidJson } from '../../../errors/errors.ts'
import type { NotJson } from './scan.ts'

/** Words of other languages that are often sent although JSON does not have them, each with a remedy. */
const foreign: readonly (readonly [RegExp, string])[] = [
  [/^[+-]?(NaN|Infinity)\b/i, 'JSON has no such number; send null'],
  [/^(None|undefined|NA|nil)\b/, 'JSON has null instead'],
  [/^(True|TRUE)\b/, 'JSON writes true'],
  [/^(False|FALSE)\b/, 'JSON writes false'],
  [/^'/, 'JSON takes double quotes'],
  [/^(\/\/|\/\*|#)/, 'JSON has no comments'],
]

/**
 * The `invalid_json` error for a scan that stopped. The position counts characters from 0, the column counts them from 1.
 * Lines end at line feeds. `example` is shown if the fault is at the beginning.
 */
export function syntaxError(bytes: Buffer, fault: NotJson, example: string): AppError {
  const { offset, expected } = fault
  if (offset >= bytes.length) {
    const what = `expected ${expected}`
    return invalidJson(`the body ends too early, at ${placeOf(bytes, offset)}: ${what}`)
  }
  const rest = bytes.toString('utf8', offset, offset + 120)
  const found = foreign.find(([shape]) => shape.test(rest))
  const remedy = found ? found[1] : remedyAfter(bytes.toString('utf8', offset - 200, offset), example)
  const hint = remedy === null ? '' : `; ${remedy}`
  return invalidJson(
    `the body is not JSON at ${placeOf(bytes, offset)}: ` +
      `found ${JSON.stringify(firstWord(rest))}, expected ${expected}${hint}`,
  )
}

/** The `invalid_json` error for a body that is not UTF-8, with the position of the first byte that is not. */
export function encodingError(bytes: Buffer): AppError {
  const offset = firstInvalid(bytes)
  const found = `0x${(bytes[offset] as number).toString(16)}`
  return invalidJson(
    `the body is not valid UTF-8 at ${placeOf(bytes, offset)}: found the byte ${found}; encode it as UTF-8`,
  )
}

/** Decoding replaces what is not valid, so that the text encoded again differs from there on. */
function firstInvalid(bytes: Buffer): number {
  const valid = Buffer.from(bytes.toString())
  let at = 0
  while (at < bytes.length && bytes[at] === valid[at]) at++
  // The first bytes of the replacement may be those that were replaced.
  while (((valid[at] as number) & 0xc0) === 0x80) at--
  return at
}

function remedyAfter(before: string, example: string): string | null {
  if (/,\s*$/.test(before)) return 'is there a comma too many before it?'
  // An object of JavaScript, or a query alone, begins with a name without quotes.
  return /^\{?$/.test(before.trim()) ? `send ${example}` : null
}

function placeOf(bytes: Buffer, offset: number): string {
  let line = 1
  let lineStart = 0
  for (let i = bytes.indexOf(0x0a); i !== -1 && i < offset; i = bytes.indexOf(0x0a, i + 1)) {
    line++
    lineStart = i + 1
  }
  const column = countCharacters(bytes, lineStart, offset) + 1
  return `position ${countCharacters(bytes, 0, offset)} (line ${line}, column ${column})`
}

/** Counts characters: bytes that are not UTF-8 continuation bytes. */
function countCharacters(bytes: Buffer, start: number, end: number): number {
  let count = 0
  for (let i = start; i < end; i++) if (((bytes[i] as number) & 0xc0) !== 0x80) count++
  return count
}

const firstWord = (text: string) => /^[\w+.-]{1,20}/.exec(text)?.[0] ?? [...text][0] ?? ''
