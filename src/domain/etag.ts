/** Entity tags, which stored images have and files are sent with. */

import { createHash } from 'node:crypto'

/** A strong ETag of this content, with quotes. */
export const etagOf = (content: string | Uint8Array): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`
