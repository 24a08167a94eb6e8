/** Renders and compresses the nine megabytes of GraphiQL in a separate process, whose memory is freed at its end. */

import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { renderPage } from './graphiql-page.ts'

/** The compressed page. */
export interface PackedPage {
  readonly gzip: Uint8Array
  readonly br: Uint8Array
  readonly etag: string
  readonly policy: string
}

const { html, policy } = renderPage()
const packed: PackedPage = {
  gzip: gzipSync(html),
  br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  etag: `"${createHash('sha256').update(html).update(policy).digest('base64url').slice(0, 27)}"`,
  policy,
}
process.send?.(packed, () => process.disconnect?.())
