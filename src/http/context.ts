/** The context of a request. */

import type Koa from 'koa'
import type { Actor } from '../domain/actor.ts'
import type { Coding } from './content-coding.ts'

/** What the outer middleware has settled about a request by the time a route sees it. */
export interface RequestState {
  /** Also in the answer's `X-Request-Id`. */
  requestId: string
  /** The route's template, for logs and metrics: each route sets it, from a bounded set. */
  route: string
  /** Counts bytes of the body as held, until the request is over; throws `overloaded`. */
  holdBody?: (bytes: number) => void
  /**
   * Counts bytes of the answer as held, until the request is over; throws `overloaded`. Called before they are made
   * where their number is known by then; the last call counts.
   */
  holdAnswer?: (bytes: number) => void
  /** The answer in a content coding, where it may have been made for somebody else. */
  inCoding?: (coding: Coding) => Promise<Buffer>
  /** Set where a credential was checked. */
  actor?: Actor
}

export type Context = Koa.ParameterizedContext<RequestState>
export type Middleware = Koa.Middleware<RequestState>
