/** Refuses requests whose end a proxy in front may see elsewhere than we do, which would smuggle requests past it. */

import { AppError, invalidRequest } from '../../errors/errors.ts'
import type { Middleware } from '../context.ts'

const close = { Connection: 'close' }
const versions = new Set(['1.0', '1.1'])

const unknownCoding = (given: string) =>
  new AppError(
    'not_implemented',
    `Transfer-Encoding ${JSON.stringify(given.slice(0, 64))} is not understood; send chunked, and name compression in Content-Encoding`,
    { headers: close },
  )

/** Checks the version and the transfer coding (RFC 9112, 6.1). The parser refuses all other invalid framing. */
export const requireKnownFraming: Middleware = (ctx, next) => {
  const { httpVersion, headers } = ctx.req
  if (!versions.has(httpVersion)) throw invalidRequest('send HTTP/1.1 or HTTP/1.0', close)
  const coding = headers['transfer-encoding']
  if (coding === undefined) return next()
  if (httpVersion === '1.0')
    throw invalidRequest('HTTP/1.0 knows no Transfer-Encoding; send HTTP/1.1, or a Content-Length', close)
  if (coding.trim().toLowerCase() !== 'chunked') throw unknownCoding(coding)
  return next()
}
