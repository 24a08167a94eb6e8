/** Scans a body as JSON. All readers of bodies report the same errors. */

import { isUtf8 } from 'node:buffer'
import { invalidJson } from '../../../errors/errors.ts'
import { shortened } from '../faults.ts'
import { otherFile } from './other-files.ts'
import { NotJson, scan, type Visitor } from './scan.ts'
import { encodingError, syntaxError } from './syntax.ts'

/**
 * Scans a body as one JSON text. Throws `invalid_json` with the position of the fault. `example` is shown in the error
 * for an empty body.
 */
export function scanBody(bytes: Buffer, visitor: Visitor, example: string): void {
  if (!isUtf8(bytes)) {
    const other = otherFile(bytes)
    throw other === null ? encodingError(bytes) : invalidJson(other)
  }
  // RFC 8259 allows parsers to ignore a byte order mark, which some editors and shells always write.
  const at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  if (bytes.length === at) throw invalidJson(`the body is empty; send ${example}`)
  try {
    scan(bytes, visitor, at)
  } catch (error) {
    if (!(error instanceof NotJson)) throw error
    const other = otherFile(bytes)
    throw other === null ? syntaxError(bytes, error, example) : invalidJson(other)
  }
}

/** The error for a name that stands twice in an object whose members parsers could choose differently. */
export const sentTwice = (name: string) =>
  invalidJson(`the body has ${JSON.stringify(shortened(name))} twice; send it once`)
