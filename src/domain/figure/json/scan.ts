/**
 * A streaming JSON scanner (RFC 8259) over bytes. It calls a visitor with the offsets of all values and allocates nothing.
 * It has no depth limit and does not recurse, so that ten megabytes of `[` are scanned like any other text.
 */

/** The byte range of one JSON value. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Receives what a scan finds. Offsets are in bytes; `end` is exclusive. */
export interface Visitor {
  openObject(start: number): void
  openArray(start: number): void
  /** The innermost open object or array has ended. */
  close(end: number): void
  /** The name of a member, including the quotes. `plain`: without escapes. */
  key(start: number, end: number, plain: boolean): void
  /** A string (including the quotes), number, true, false or null. */
  scalar(start: number, end: number): void
}

/** Says where a text stops being JSON and what was expected there. */
export class NotJson extends Error {
  readonly offset: number
  readonly expected: string

  constructor(offset: number, expected: string) {
    super(`expected ${expected}`)
    this.offset = offset
    this.expected = expected
  }
}

const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const dot = 0x2e
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Scans `bytes` (valid UTF-8) from `at` to the end as one JSON text. Throws `NotJson` at the first byte that JSON does
 * not allow; discard what the visitor has received then.
 */
export function scan(bytes: Uint8Array, visitor: Visitor, at = 0): void {
  // A stack with the closing bracket of each open container.
  let closers = new Uint8Array(256)
  let depth = 0
  let i = skipSpace(bytes, at)

  while (true) {
    // 0 stands for the end of the text: no value begins with this byte.
    const c = i < bytes.length ? (bytes[i] as number) : 0
    if (c === openBrace || c === openBracket) {
      if (depth === closers.length) closers = doubled(closers)
      const closer = c + 2
      closers[depth++] = closer
      if (c === openBrace) visitor.openObject(i)
      else visitor.openArray(i)
      i = skipSpace(bytes, i + 1)
      if (i >= bytes.length || bytes[i] !== closer) {
        if (c === openBrace) i = readKey(bytes, i, visitor, 'a name in double quotes or }')
        continue
      }
    } else {
      const start = i
      if (c === quote) i = endOfString(bytes, i)
      else if (c === minus || (c >= zero && c <= nine)) i = endOfNumber(bytes, i)
      else i = endOfWord(bytes, i, depth > 0 && closers[depth - 1] === closeBracket)
      visitor.scalar(start, i)
      i = skipSpace(bytes, i)
    }

    // After a value, its container may end, and so on outwards.
    while (depth > 0 && i < bytes.length && bytes[i] === closers[depth - 1]) {
      depth--
      visitor.close(++i)
      i = skipSpace(bytes, i)
    }
    if (depth === 0) {
      if (i < bytes.length) throw new NotJson(i, 'nothing more after the end of the JSON text')
      return
    }
    const inObject = closers[depth - 1] === closeBrace
    if (i >= bytes.length || bytes[i] !== comma)
      throw new NotJson(i, inObject ? 'a comma or }' : 'a comma or ]')
    i = skipSpace(bytes, i + 1)
    if (inObject) i = readKey(bytes, i, visitor, 'a name in double quotes')
  }
}

/** Reads `"name" :` and returns the offset of the value. */
function readKey(bytes: Uint8Array, start: number, visitor: Visitor, expected: string): number {
  if (start >= bytes.length || bytes[start] !== quote) throw new NotJson(start, expected)
  const end = endOfString(bytes, start)
  visitor.key(start, end, !hasEscape(bytes, start, end))
  const i = skipSpace(bytes, end)
  if (i >= bytes.length || bytes[i] !== colon) throw new NotJson(i, 'a colon after the name')
  return skipSpace(bytes, i + 1)
}

// All loops check the length first, because V8 deoptimises reads beyond the end of an array.
function skipSpace(bytes: Uint8Array, start: number): number {
  let i = start
  while (i < bytes.length && isSpace(bytes[i] as number)) i++
  return i
}

const isSpace = (c: number) => c <= 0x20 && (c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09)

/** The offset after the string that begins at `start`. Throws `NotJson` if it is not a JSON string. */
export function endOfString(bytes: Uint8Array, start: number): number {
  let i = start + 1
  while (i < bytes.length) {
    const c = bytes[i] as number
    if (c === quote) return i + 1
    if (c === backslash) i = endOfEscape(bytes, i)
    else if (c < 0x20) throw new NotJson(i, 'an escape such as \\n for this control character')
    else i++
  }
  throw new NotJson(bytes.length, 'the closing " of a string')
}

function endOfEscape(bytes: Uint8Array, start: number): number {
  const c = bytes[start + 1] as number
  if (start + 1 >= bytes.length) throw new NotJson(bytes.length, 'the closing " of a string')
  if (c !== 0x75) {
    if (!isSimpleEscape(c)) throw new NotJson(start + 1, 'one of " \\ / b f n r t u after the backslash')
    return start + 2
  }
  for (let i = start + 2; i < start + 6; i++) {
    if (i >= bytes.length || !isHex(bytes[i] as number))
      throw new NotJson(i, 'four hexadecimal digits after \\u')
  }
  return start + 6
}

/** `"` `\` `/` `b` `f` `n` `r` `t` */
const isSimpleEscape = (c: number) =>
  c === 0x22 || c === 0x5c || c === 0x2f || c === 0x62 || c === 0x66 || c === 0x6e || c === 0x72 || c === 0x74

const isHex = (c: number) => isDigit(c) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66)

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] === backslash) return true
  return false
}

function endOfNumber(bytes: Uint8Array, start: number): number {
  let i = bytes[start] === minus ? start + 1 : start
  const leading = i
  i = endOfDigits(bytes, i)
  if (i > leading + 1 && bytes[leading] === zero) throw new NotJson(leading + 1, 'no digit after a leading 0')
  if (i < bytes.length && bytes[i] === dot) i = endOfDigits(bytes, i + 1)
  if (i < bytes.length && (bytes[i] === 0x65 || bytes[i] === 0x45)) {
    i++
    if (i < bytes.length && (bytes[i] === 0x2b || bytes[i] === minus)) i++
    i = endOfDigits(bytes, i)
  }
  return i
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  let i = start
  while (i < bytes.length && isDigit(bytes[i] as number)) i++
  if (i === start) throw new NotJson(i, 'a digit')
  return i
}

const isDigit = (c: number) => c >= zero && c <= nine

function endOfWord(bytes: Uint8Array, start: number, inArray: boolean): number {
  for (const word of words) {
    if (spells(bytes, start, word)) return start + word.length
  }
  throw new NotJson(start, inArray ? 'a JSON value or ]' : 'a JSON value')
}

const words = ['true', 'false', 'null'] as const

/** Whether the bytes at `start` are this ASCII word. */
export function spells(bytes: Uint8Array, start: number, word: string): boolean {
  if (start + word.length > bytes.length) return false
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false
  return true
}

function doubled(closers: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(closers.length * 2)
  larger.set(closers)
  return larger
}
