/** The name under which a browser saves a file of a graph. */

const maxLength = 80

/** `Sales by month` stays readable; what file systems refuse, or could take for a path, is left out. Without a title: of its name. */
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

/** A Content-Disposition (RFC 6266): plain ASCII for old readers, UTF-8 for the others. */
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
