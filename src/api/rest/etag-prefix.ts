/** The beginning of the ETags of this API. */

import { createHash } from 'node:crypto'
import type { HttpConfig } from '../../http/routing/deps.ts'

/**
 * A version never changes, so ETags need no hash of the bytes: an answer depends only on id, version, presentation and
 * addresses. This identifies the latter two.
 */
export const etagPrefix = ({ plotUrl }: Pick<HttpConfig, 'plotUrl'>): string =>
  createHash('sha256').update(`1 ${plotUrl}`).digest('base64url').slice(0, 6)
