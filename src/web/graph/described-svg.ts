/** Adds a description to svg files, for screen readers and search. */

import { etagOf, type File } from '../../http/representations/representations.ts'
import { html } from '../layout/html.ts'

type Content = Pick<File, 'bytes' | 'etag'>

/** Inserts `title` and `desc` elements, which draw nothing. */
export function describedSvg({ bytes, etag }: Content, title: string | null, description: string): Content {
  const words = html`${title !== null && html`<title>${title}</title>`}<desc>${description}</desc>`.text
  return {
    bytes: async () => insertWords(typeof bytes === 'function' ? await bytes() : bytes, words),
    etag: `${etag.slice(0, -1)}.${etagOf(words).slice(1, 7)}"`,
  }
}

/** Inserts them after the opening tag, where they describe the whole image. */
function insertWords(svg: Uint8Array, words: string): Buffer {
  const bytes = Buffer.from(svg.buffer, svg.byteOffset, svg.byteLength)
  const end = bytes.indexOf('>', bytes.indexOf('<svg')) + 1
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(words), bytes.subarray(end)])
}
