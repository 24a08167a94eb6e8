/** The context of a request. */

import type Koa from 'koa'
import type { Actor } from '../domain/actor.ts'

/** What the outer middleware has settled about a request by the time a route sees it. */
export interface RequestState {
  /** Also in the answer's `X-Request-Id`. */
  requestId: string
  /** The route's template, for logs and metrics: each route sets it, from a bounded set. */
  route: string
  /** Counts bytes of the body as held, until the request is over; throws `overloaded`. */
  holdBody?: (bytes: number) => void
  /** Set where a credential was checked. */
  actor?: Actor
}

export type Context = Koa.ParameterizedContext<RequestState>
export type Middleware = Koa.Middleware<RequestState>
