/** Renders and compresses the nine megabytes of GraphiQL in a separate process, whose memory is freed at its end. */

import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { etagOf } from '../../domain/etag.ts'
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
  etag: etagOf(html + policy),
  policy,
}
process.send?.(packed, () => process.disconnect?.())
