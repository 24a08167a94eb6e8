/** Static files with a hash in their name, which can be cached for ever. */

import { createHash } from 'node:crypto'

export interface Asset {
  /** The file name with the hash, such as `design.5f0c….css`. */
  readonly name: string
  /** The media type, with a charset for text. */
  readonly type: string
  readonly bytes: Uint8Array
  /** For the `integrity` attribute. */
  readonly integrity: string
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
}

/** `makeAsset('design', 'css', text)`. */
export function makeAsset(stem: string, extension: string, content: string | Uint8Array): Asset {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const digest = createHash('sha384').update(bytes).digest()
  const hash = digest.toString('base64url').replaceAll(/[_-]/g, '').slice(0, 12)
  return {
    name: `${stem}.${hash}.${extension}`,
    type: types[extension] ?? 'application/octet-stream',
    bytes,
    integrity: `sha384-${digest.toString('base64')}`,
  }
}
