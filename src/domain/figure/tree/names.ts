/** Reads member names as strings. Figures use the same few hundred names, so these are interned. */

const known = new Map<number, string>()
const maxKnown = 4096

/** The ASCII text between these offsets. */
export function nameIn(bytes: Buffer, start: number, end: number): string {
  let hash = end - start
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0
  const candidate = known.get(hash)
  if (candidate !== undefined && isText(bytes, start, end, candidate)) return candidate
  const name = bytes.toString('latin1', start, end)
  if (known.size < maxKnown && name.length <= 40) known.set(hash, name)
  return name
}

/** Whether the bytes between these offsets are those of an ASCII text. */
export function isText(bytes: Buffer, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false
  return true
}

/** The same for a text with escapes. Allocates nothing. */
export function isEscapedText(bytes: Buffer, start: number, end: number, text: string): boolean {
  let at = start
  for (let i = 0; i < text.length; i++) {
    if (at >= end || codeAt(bytes, at) !== text.charCodeAt(i)) return false
    at += lengthAt(bytes, at)
  }
  return at === end
}

/** The code of the character at that offset, which may be escaped. 0 for characters that no attribute name contains. */
export function codeAt(bytes: Buffer, at: number): number {
  if (bytes[at] !== 0x5c) return bytes[at] as number
  if (bytes[at + 1] !== 0x75 || bytes[at + 2] !== 0x30 || bytes[at + 3] !== 0x30) return 0
  return (hex[bytes[at + 4] as number] as number) * 16 + (hex[bytes[at + 5] as number] as number)
}

/** The number of bytes that the character takes. */
export const lengthAt = (bytes: Buffer, at: number): number =>
  bytes[at] !== 0x5c ? 1 : bytes[at + 1] === 0x75 ? 6 : 2

/** Values of hexadecimal digits. */
const hex = Uint8Array.from({ length: 256 }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(digit) ? 0 : digit
})
