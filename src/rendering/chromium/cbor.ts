/**
 * CBOR (RFC 8949) as the browser uses it on its pipes: maps and lists of indefinite length, each in an envelope with
 * its length; integers of 32 bits; and strings that are not valid UTF-8 as bytes of UTF-16.
 */

const kinds = { unsigned: 0, negative: 1, bytes: 2, text: 3, tag: 6 } as const
/** The tags of embedded CBOR, and of bytes that JSON represents as base64. */
const tags = { envelope: 24, base64: 22 } as const
const envelopeStart = Buffer.from([0xd8, tags.envelope, 0x5a])
/** Includes the four bytes of the length. */
export const envelopeHead = envelopeStart.length + 4

const listStart = 0x9f
const mapStart = 0xbf
const no = 0xf4
const yes = 0xf5
const nothing = 0xf6
const float64 = 0xfb
const stop = 0xff

/** The size in bytes of the envelope that begins here, including its head. Throws if none begins here. */
export function envelopeSize(bytes: Buffer): number {
  if (bytes.compare(envelopeStart, 0, 3, 0, 3) !== 0) throw new Error('the browser sent no message')
  return envelopeHead + bytes.readUInt32BE(envelopeStart.length)
}

/** Encodes a JSON value as the browser reads it. */
export function encodeCbor(value: unknown): Buffer {
  let out = Buffer.allocUnsafe(4096)
  let at = 0

  function reserve(bytes: number): void {
    if (at + bytes > out.length) out = Buffer.concat([out], 2 * (at + bytes))
  }

  function byte(given: number): void {
    reserve(1)
    out[at++] = given
  }

  /** Writes an integer, or the number of bytes that follow. */
  function head(kind: number, count: number): void {
    byte((kind << 5) | 26)
    reserve(4)
    at = out.writeUInt32BE(count, at)
  }

  function text(given: string): void {
    // UTF-8 cannot represent lone surrogates.
    const [kind, encoding] = given.isWellFormed()
      ? ([kinds.text, 'utf8'] as const)
      : ([kinds.bytes, 'utf16le'] as const)
    const length = Buffer.byteLength(given, encoding)
    head(kind, length)
    reserve(length)
    at += out.write(given, at, encoding)
  }

  function number(given: number): void {
    if (Object.is(given | 0, given)) {
      if (given < 0) head(kinds.negative, -1 - given)
      else head(kinds.unsigned, given)
      return
    }
    byte(float64)
    reserve(8)
    at = out.writeDoubleBE(given, at)
  }

  function envelope(start: number, writeParts: () => void): void {
    reserve(envelopeHead)
    const begin = at
    at += envelopeHead
    byte(start)
    writeParts()
    byte(stop)
    envelopeStart.copy(out, begin)
    out.writeUInt32BE(at - begin - envelopeHead, begin + envelopeStart.length)
  }

  function write(part: unknown): void {
    if (typeof part === 'string') text(part)
    else if (typeof part === 'number') number(part)
    else if (Array.isArray(part)) envelope(listStart, () => part.forEach(write))
    else if (typeof part === 'object' && part !== null) {
      envelope(mapStart, () => {
        for (const [name, inner] of Object.entries(part)) {
          if (inner === undefined) continue
          text(name)
          write(inner)
        }
      })
    } else byte(part === true ? yes : part === false ? no : nothing)
  }

  write(value)
  return out.subarray(0, at)
}

/** Decodes what the browser wrote into JSON values. Throws if it is truncated or not a message. */
export function decodeCbor(bytes: Buffer): unknown {
  let at = 0

  function count(size: number): number {
    if (size < 24) return size
    const width = 2 ** (size - 24)
    at += width
    return width === 8 ? Number(bytes.readBigUInt64BE(at - 8)) : bytes.readUIntBE(at - width, width)
  }

  function take(length: number, encoding: 'utf8' | 'utf16le' | 'base64'): string {
    at += length
    if (at > bytes.length) throw new Error('the message ends too early')
    return bytes.toString(encoding, at - length, at)
  }

  function partsUntilStop<T>(part: () => T): T[] {
    const parts: T[] = []
    while (bytes[at] !== stop) parts.push(part())
    at += 1
    return parts
  }

  function value(): unknown {
    const head = bytes.readUInt8(at++)
    switch (head) {
      case no:
        return false
      case yes:
        return true
      case nothing:
        return null
      case float64:
        at += 8
        return bytes.readDoubleBE(at - 8)
      case listStart:
        return partsUntilStop(value)
      case mapStart:
        return Object.fromEntries(partsUntilStop(() => [value(), value()] as [string, unknown]))
    }
    const kind = head >> 5
    const size = count(head & 31)
    if (kind === kinds.unsigned) return size
    if (kind === kinds.negative) return -1 - size
    if (kind === kinds.bytes) return take(size, 'utf16le')
    if (kind === kinds.text) return take(size, 'utf8')
    if (kind !== kinds.tag) throw new Error(`the message has a byte ${head} that begins nothing`)
    const length = count(bytes.readUInt8(at++) & 31)
    return size === tags.envelope ? value() : take(length, 'base64')
  }

  return value()
}
