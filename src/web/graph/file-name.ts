/** File names of downloads. */

const maxLength = 80

/** A file name from the title, without characters that file systems refuse. Without a title, from the graph's name. */
export function fileStem(title: string | null, name: string): string {
  const stem = (title ?? '')
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
    .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069/\\:*?"<>|%]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const kept = [...stem]
    .slice(0, maxLength)
    .join('')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  return kept || `graph-${name.slice(0, 8)}`
}

/** A Content-Disposition header (RFC 6266), with an ASCII file name and a UTF-8 one. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\]/g, '')
    .trim()
  const fallback =
    /^\.?\w*$/.test(ascii) && ascii !== name ? `graph${name.slice(name.lastIndexOf('.'))}` : ascii
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return fallback === name
    ? `${kind}; filename="${name}"`
    : `${kind}; filename="${fallback}"; filename*=UTF-8''${encoded}`
}
