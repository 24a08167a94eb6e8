/** Markup in the text of an svg. */

import { asBuffer } from '../../bytes.ts'

/** Inserts markup after the opening tag, where it applies to the whole image. Returns a copy. */
export function insertIntoSvg(svg: Uint8Array, markup: string): Buffer {
  const bytes = asBuffer(svg)
  const at = bytes.indexOf('>', bytes.indexOf('<svg')) + 1
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(markup), bytes.subarray(at)])
}
