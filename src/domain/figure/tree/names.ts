/** Names of members as strings. Figures use the same few hundred: these are made once. */

const known = new Map<number, string>()
const mostKnown = 4096

/** The ASCII text between these offsets. */
export function nameIn(bytes: Buffer, start: number, end: number): string {
  let hash = end - start
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0
  const candidate = known.get(hash)
  if (candidate !== undefined && isText(bytes, start, end, candidate)) return candidate
  const name = bytes.toString('latin1', start, end)
  if (known.size < mostKnown && name.length <= 40) known.set(hash, name)
  return name
}

/** Whether the bytes between these offsets are those of an ASCII text. */
export function isText(bytes: Buffer, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false
  return true
}
