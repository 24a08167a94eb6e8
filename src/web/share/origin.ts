/** The origin in the address, from which a chart is accepted. */

import { single } from '../../domain/query.ts'
import { invalidParameter } from '../../errors/errors.ts'

/** The origin of local files in browsers. */
const opaque = 'null'

/** Null if the address has none. Throws `invalid_parameter` if it is not the origin of a web page. */
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
