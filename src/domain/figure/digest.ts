/** Names a figure by its texts: equal names, equal figures. */

import { createHash, hash } from 'node:crypto'
import type { Figure } from '../graph/graph.ts'

/** No JSON text has this character, so no two figures put together give the same bytes. */
const separator = '\0'

/** SHA-256, in base64url. Of megabytes it takes milliseconds. */
export function figureDigest({ data, layout, frames }: Figure): string {
  const texts = [data, separator, layout, separator, frames ?? '']
  if (texts.every(text => typeof text === 'string')) return hash('sha256', texts.join(''), 'base64url')
  const sum = createHash('sha256')
  for (const text of texts) sum.update(text)
  return sum.digest('base64url')
}
