/** The context of a request. */

import type Koa from 'koa'
import type { Coding } from './content-coding.ts'

/** The state that middleware sets for routes. */
export interface RequestState {
  /** Sent as `X-Request-Id`. */
  requestId: string
  /** The path template of the route, set by each route for logs and metrics. */
  route: string
  /** Counts bytes of the body as held until the request is over. Throws `overloaded`. */
  holdBody?: (bytes: number) => void
  /**
   * Counts bytes of the answer as held until the request is over. Throws `overloaded`. Called before the bytes are made if
   * their number is known. The last call replaces earlier ones.
   */
  holdAnswer?: (bytes: number) => void
  /** Returns the answer in a content coding, possibly cached from an earlier request. */
  inCoding?: (coding: Coding) => Promise<Buffer>
  /** Set if the path ends with a slash, and a route has the address without it. */
  existsWithoutSlash?: true
}

export type Context = Koa.ParameterizedContext<RequestState>
export type Middleware = Koa.Middleware<RequestState>
