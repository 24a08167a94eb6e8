/** How large images are that stand in a figure: a few kilobytes may become gigabytes once they are decoded. */

/** The number of pixels by the first bytes of an image, one character for each; null if they do not show it. */
function pixelsOf(head: string): number | null {
  const size = (at: number, bytes: number, isLittle = false) => {
    let number = 0
    for (let i = 0; i < bytes; i++)
      number = number * 256 + head.charCodeAt(isLittle ? at + bytes - 1 - i : at + i)
    return number
  }
  const little = (at: number, bytes: number) => size(at, bytes, true)
  let pixels = Number.NaN
  if (head.startsWith('\x89PNG')) pixels = size(16, 4) * size(20, 4)
  else if (head.startsWith('GIF8')) pixels = little(6, 2) * little(8, 2)
  // The height is negative if the first row is the upper one.
  else if (head.startsWith('BM')) pixels = little(18, 4) * Math.abs(little(22, 4) | 0)
  else if (head.startsWith('WEBPVP8X', 8)) pixels = (little(24, 3) + 1) * (little(27, 3) + 1)
  else if (head.startsWith('WEBPVP8L', 8))
    pixels = ((little(21, 2) & 0x3fff) + 1) * (((little(22, 3) >> 6) & 0x3fff) + 1)
  else if (head.startsWith('WEBPVP8 ', 8)) pixels = (little(26, 2) & 0x3fff) * (little(28, 2) & 0x3fff)
  else if (head.startsWith('\xff\xd8')) {
    let at = 2
    // Segments before the one of the frame. Of those that look like it, three are tables.
    while (
      (head[at] === '\xff' && !/[\xc0-\xcf]/.test(head[at + 1] ?? '')) ||
      /[\xc4\xc8\xcc]/.test(head[at + 1] ?? '')
    )
      at += 2 + size(at + 2, 2)
    if (head[at] === '\xff') pixels = size(at + 5, 2) * size(at + 7, 2)
  } else if (head.startsWith('ftypavi', 4)) {
    // The largest of its parts.
    for (let at = head.indexOf('ispe'); at !== -1; at = head.indexOf('ispe', at + 1))
      pixels = Math.max(pixels || 0, size(at + 8, 4) * size(at + 12, 4))
  }
  return Number.isNaN(pixels) ? null : pixels
}

/** In characters of base64. Of a JPEG, what is before the size may be long. */
const headLength = 8_192

/** The number of pixels of an image in a `data:` URI in base64; null if its first bytes do not show it. */
export function pixelsOfUri(uri: string): number | null {
  const bytes = bytesOfUri(uri, headLength)
  // What stands before the size in a JPEG or an AVIF may have any length.
  const isLonger = uri.length > headLength && /^(?:\xff\xd8|....ftypavi)/s.test(bytes)
  return pixelsOf(bytes) ?? (isLonger ? pixelsOf(bytesOfUri(uri, uri.length)) : null)
}

/** The bytes in the first characters of a `data:` URI, one character for each; empty if it is none. */
function bytesOfUri(uri: string, length: number): string {
  // Browsers take tabs and ends of lines out of addresses.
  const [, about = '', data = ''] =
    /^\s*data:([^,]*),(.*)/is.exec(uri.slice(0, length).replace(/[\t\n\r]/g, '')) ?? []
  const text = data.replace(/%(?:([\da-f]{2})|.?$)/gi, (_, code?: string) =>
    code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16)),
  )
  if (!/;\s*base64\s*$/i.test(about)) return text
  const letters = text.replace(/\s+/g, '')
  try {
    return atob(letters.slice(0, letters.length - (letters.length % 4)))
  } catch {
    return ''
  }
}
