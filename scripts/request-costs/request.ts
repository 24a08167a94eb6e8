/** One kind of request, as the bytes that are sent. */

import type { RequestKind } from './measure.ts'

export const crlf = '\r\n'

/** `head` is method and address. A body is JSON unless `headers` say otherwise. */
export function kind(
  name: string,
  head: string,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = {},
): RequestKind {
  const all: Record<string, string> = { Host: 'costs', Connection: 'close', ...headers }
  if (body.length > 0 && !('Transfer-Encoding' in all)) {
    all['Content-Length'] ??= String(Buffer.byteLength(body))
    all['Content-Type'] ??= 'application/json'
  }
  const lines = Object.entries(all).map(([key, value]) => `${key}: ${value}${crlf}`)
  return {
    name,
    bytes: Buffer.concat([Buffer.from(`${head} HTTP/1.1${crlf}${lines.join('')}${crlf}`), Buffer.from(body)]),
    requests: 1,
  }
}
