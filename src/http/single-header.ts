/**
 * Headers that have one value. Node passes on the first line of several and a proxy in front may have checked the last one,
 * so that the two would see different requests.
 */

import type { IncomingMessage } from 'node:http'
import { invalidRequest } from '../errors/errors.ts'

/** Of the headers whose further lines Node drops. It joins the lines of most others, so that all of them are seen. */
type SingleHeader = 'Authorization' | 'Content-Type' | 'Host' | 'If-Modified-Since' | 'If-Unmodified-Since'

/** Whether a header stands on more than one line. `rawHeaders` contains names and values alternately. */
export function isRepeated(
  { rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>,
  header: SingleHeader,
): boolean {
  const wanted = header.toLowerCase()
  let lines = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === wanted.length && name.toLowerCase() === wanted) lines += 1
  }
  return lines > 1
}

/** Throws `invalid_request` if the header stands on more than one line. */
export function requireSingle(req: Pick<IncomingMessage, 'rawHeaders'>, header: SingleHeader): void {
  if (isRepeated(req, header)) throw invalidRequest(`there is more than one ${header} header`)
}
