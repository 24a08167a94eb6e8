/** Adds a description to svg files, for screen readers and search. */

import { etagOf } from '../../domain/etag.ts'
import type { File } from '../../http/representations/representations.ts'
import { html } from '../layout/html.ts'
import { insertIntoSvg } from '../styles/svg-markup.ts'

type Content = Pick<File, 'bytes' | 'etag'>

/** Inserts `title` and `desc` elements, which draw nothing and describe the whole image. */
export function describedSvg({ bytes, etag }: Content, title: string | null, description: string): Content {
  const words = html`${title !== null && html`<title>${title}</title>`}<desc>${description}</desc>`.text
  return {
    bytes: async () => insertIntoSvg(typeof bytes === 'function' ? await bytes() : bytes, words),
    etag: `${etag.slice(0, -1)}.${etagOf(words).slice(1, 7)}"`,
  }
}
