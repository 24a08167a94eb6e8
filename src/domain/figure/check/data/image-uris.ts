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

/** The media type of a `data:` URI; null for other addresses. */
export const dataTypeOf = (uri: string): string | null => read(uri)?.type ?? null

/** The text of an SVG, without the mark of its encoding; null for other images. */
export function svgTextOf(uri: string): string | null {
  const found = read(uri)
  return found?.type === 'image/svg+xml' ? textOf(found) : null
}

/** The text of a style sheet; null for other data. */
export function sheetTextOf(uri: string): string | null {
  const found = read(uri)
  return found?.type === 'text/css' ? textOf(found) : null
}

/** In the encoding that its first bytes or its XML declaration names, else in UTF-8. */
function textOf({ isBase64, data }: DataUri): string {
  const bytes = isBase64
    ? Buffer.from(unescaped(data), 'base64')
    : Buffer.from(unescaped(Buffer.from(data).toString('latin1')), 'latin1')
  try {
    return new TextDecoder(encodingOf(bytes)).decode(bytes)
  } catch {
    return bytes.toString()
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1')
  return /^<\?xml[^>]{0,100}encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1] ?? 'utf-8'
}

const namespace = 'http://www.w3.org/2000/svg'

/** Why an image of the layout is not drawn; null if it is. */
export function imageFault(uri: string): string | null {
  const found = read(uri)
  if (found === null) return 'has no comma before its data; send data:image/png;base64,…'
  const { type, isBase64, head, data } = found
  if (type === 'image/svg+xml') return svgFault(textOf(found), isBase64 ? '' : data)
  if (isRaster(head)) return null
  if (/^\s*<(?:\?xml|svg|!--)/.test(head))
    return 'is an SVG of another type; begin it with data:image/svg+xml, and write # as %23'
  return 'is not an image that a browser reads; send the bytes of a PNG, JPEG, GIF, WebP or SVG file'
}

function svgFault(text: string, sent: string): string | null {
  const begin = text.indexOf('<svg')
  if (begin === -1) return 'is not an SVG; send one, or the type of the image that it is'
  const head = text.slice(0, begin + headLength)
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
