/** A body as JSON: what every reader of one refuses in the same words. */

import { isUtf8 } from 'node:buffer'
import { invalidJson } from '../../errors/errors.ts'
import { NotJson, scan, type Visitor } from './scan.ts'
import { syntaxError } from './syntax.ts'

/**
 * Reads a body as one JSON text. Throws `invalid_json`, with the position where the text stops being JSON;
 * `example` is what an empty body should have been.
 */
export function scanBody(bytes: Buffer, visitor: Visitor, example: string): void {
  if (!isUtf8(bytes)) throw invalidJson('the body is not valid UTF-8; encode it as UTF-8')
  // RFC 8259 lets a reader pass over a byte order mark; some editors and shells cannot help writing one.
  const at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  if (bytes.length === at) throw invalidJson(`the body is empty; send ${example}`)
  try {
    scan(bytes, visitor, at)
  } catch (error) {
    throw error instanceof NotJson ? syntaxError(bytes, error) : error
  }
}
