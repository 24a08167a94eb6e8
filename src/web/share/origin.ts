/** The origin that a chart is taken from, as the address names it. */

import { single } from '../../domain/image/image-parameters.ts'
import { invalidParameter } from '../../errors/errors.ts'

/** What browsers call the origin of a file on the reader's own disk. */
const opaque = 'null'

/** Null where the address names none. Rejects with `invalid_parameter` what is no origin of a web page. */
export function readOrigin(query: URLSearchParams): string | null {
  const text = single(query, 'origin')
  if (text === null || text === opaque) return text
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && (url.protocol === 'https:' || url.protocol === 'http:') && url.origin === text) return text
  throw invalidParameter(
    'origin',
    'must be the origin of the page with the chart, such as https://example.org',
  )
}
