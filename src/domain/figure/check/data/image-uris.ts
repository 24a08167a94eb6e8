/** Images in `data:` URIs, of which a browser shows a broken page if it cannot read them. */

/** Longer texts are not searched for the beginning of an SVG. */
const headLength = 4_096

/** The first bytes of the formats that browsers read, and where they begin. */
const signatures: readonly (readonly [at: number, bytes: string])[] = [
  [0, '\x89PNG\r\n'],
  [0, 'GIF8'],
  [0, '\xff\xd8\xff'],
  [8, 'WEBP'],
  [0, 'BM'],
  [0, '\0\0\x01\0'],
  [0, '\0\0\x02\0'],
  [4, 'ftypavi'],
  [4, 'ftypmif1'],
]

const isRaster = (bytes: string): boolean => signatures.some(([at, sign]) => bytes.startsWith(sign, at))

interface DataUri {
  readonly type: string
  readonly isBase64: boolean
  /** The first characters of the data, decoded. In base64, one for each byte. */
  readonly head: string
  /** As it was sent. */
  readonly data: string
}

function read(uri: string): DataUri | null {
  const start = uri.slice(0, 1_000)
  const [, meta] = /^\s*data:([^,]*),/i.exec(start) ?? []
  if (meta === undefined) return null
  const data = uri.slice(start.indexOf(',') + 1)
  const isBase64 = /;\s*base64\s*$/i.test(meta)
  const head = data.slice(0, headLength)
  const type = (meta.split(';')[0] as string).trim().toLowerCase()
  return { type, isBase64, data, head: isBase64 ? atobHead(head) : unescaped(head) }
}

/** The bytes of the base64 text, as characters; empty if it is none. */
function atobHead(text: string): string {
  const letters = text.replace(/%2b/gi, '+').replace(/%2f/gi, '/').replace(/%3d/gi, '=').replace(/\s/g, '')
  return /^[\w+/-]*=*$/.test(letters) ? Buffer.from(letters, 'base64').toString('latin1') : ''
}

/** The text without percent signs; cut off at one that is not followed by a code. */
const unescaped = (text: string): string =>
  text.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The text of an SVG, without the mark of its encoding; null for other images, and for UTF-16. */
export function svgTextOf(uri: string): string | null {
  const found = read(uri)
  if (found?.type !== 'image/svg+xml') return null
  const { isBase64, data } = found
  const bytes = isBase64 ? Buffer.from(data, 'base64') : null
  if (bytes?.[0] === 0xff || bytes?.[0] === 0xfe) return null
  const text = bytes?.toString() ?? utf8Of(data)
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

function utf8Of(data: string): string {
  try {
    return decodeURIComponent(data)
  } catch {
    return unescaped(data)
  }
}

const namespace = 'http://www.w3.org/2000/svg'

/** Why an image of the layout is not drawn; null if it is. */
export function imageFault(uri: string): string | null {
  const found = read(uri)
  if (found === null) return 'has no comma before its data; send data:image/png;base64,…'
  const { type, isBase64, head, data } = found
  if (type === 'image/svg+xml') return svgFault(head, isBase64 ? '' : data)
  if (isRaster(head)) return null
  if (/^\s*<(?:\?xml|svg|!--)/.test(head))
    return 'is an SVG of another type; begin it with data:image/svg+xml, and write # as %23'
  return 'is not an image that a browser reads; send the bytes of a PNG, JPEG, GIF, WebP or SVG file'
}

function svgFault(head: string, sent: string): string | null {
  if (!head.includes('<svg')) return 'is not an SVG; send one, or the type of the image that it is'
  if (sent.includes('#')) return 'ends at its first #; write # as %23, or send it as base64'
  // The namespace may come later in a long text.
  return head.includes(namespace) || head.length > headLength / 2
    ? null
    : `is not drawn without a namespace; begin it with <svg xmlns="${namespace}" …>`
}

/** Why the image of an image trace is not drawn; null if it is. */
export function imageTraceFault(uri: string): string | null {
  if (!/^data:image\/\w+;base64,/.test(uri)) return 'must begin as data:image/png;base64,… for an image trace'
  const found = read(uri)
  return found && isRaster(found.head)
    ? null
    : 'is not an image that a browser reads; send the bytes of a PNG, JPEG, GIF or WebP file'
}
