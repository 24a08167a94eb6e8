/** Answers to requests that no middleware sees: invalid HTTP, tunnels, too many at once, and those during a shutdown. */

import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError, invalidRequest, methodNotAllowed, requestTimeout } from '../../errors/errors.ts'
import { envelopeOf } from '../middleware/errors.ts'
import { sandbox } from '../sandbox-headers.ts'

/** The headers of answers that never reach a route. The requested address is unknown, so they are the strictest. */
const headersOf = ({ headers, retryAfter }: AppError, body: string): Record<string, string> => ({
  'X-Request-Id': randomUUID(),
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': String(Buffer.byteLength(body)),
  'Content-Security-Policy': `${sandbox}; default-src 'none'`,
  'X-Content-Type-Options': 'nosniff',
  // Lets pages of other origins read the error.
  'Access-Control-Allow-Origin': '*',
  'Cache-Control': 'no-store',
  ...headers,
  ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
  Connection: 'close',
})

/** Answers a request that no route is asked for. */
export function refuse(res: ServerResponse, error: AppError): void {
  const body = envelopeOf(error)
  res.writeHead(error.status, headersOf(error, body))
  res.end(body)
}

const brokenRequests: Readonly<Record<string, AppError>> = {
  HPE_HEADER_OVERFLOW: new AppError('headers_too_large', 'the headers have more than 16 KiB; send fewer'),
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout('the request was not complete in time'),
}
const notHttp = invalidRequest('this is not a valid HTTP/1.1 request')

/** Answers invalid HTTP, of which the parser makes no request. */
export function refuseBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  const begun = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage?.headersSent === true
  if (!socket.writable || begun) {
    socket.destroy()
    return
  }
  answerBare(socket, brokenRequests[error.code ?? ''] ?? notHttp)
}

const noTunnel = methodNotAllowed('CONNECT', 'GET, HEAD, POST, PUT, DELETE, OPTIONS')

/** Answers CONNECT, after which Node would close the connection without an answer. */
export const refuseTunnel = (socket: Socket): void => answerBare(socket, noTunnel)

function answerBare(socket: Socket, error: AppError): void {
  const body = envelopeOf(error)
  const headers = Object.entries(headersOf(error, body)).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${headers.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
}
