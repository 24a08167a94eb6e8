/** The context of resolvers: use-cases, the caller, and loaders for the duration of a request. */

import type { Actor } from '../../domain/actor.ts'
import type { GraphRecord, Rendering } from '../../domain/graph/graph.ts'
import { requireGraphId } from '../../domain/ids.ts'
import type { Images } from '../../domain/image/images.ts'
import type { Context as HttpContext } from '../../http/context.ts'
import { onceClosed } from '../../http/disconnect.ts'
import { authenticate } from '../../http/routing/authenticate.ts'
import type { RouteDeps } from '../../http/routing/deps.ts'
import { type AnswerBudget, createAnswerBudget } from './answer-budget.ts'
import { boundsFor, type FigureLoader, figureLoader } from './figure-loader.ts'
import type { ReadFigures } from './figure-memory.ts'
import type { FollowGraph } from './graph-watch.ts'
import type { RenderingWatch } from './rendering-watch.ts'

/** Yields changes of a graph until the signal is aborted. */
export type Following<T> = (given: string, signal: AbortSignal) => AsyncGenerator<T, void, undefined>

export interface Context extends Pick<RouteDeps, 'addresses' | 'bodies' | 'graphs' | 'keys' | 'log'> {
  /** Follows a graph's rendering. This and `follow` throw `graph_not_found` for an unknown graph. */
  readonly watch: Following<Rendering>
  /** The state of a graph's image as reported to callers. */
  readonly renderingOf: Images['renderingOf']
  readonly follow: Following<GraphRecord>
  /** Whether the request has an `Authorization` header, valid or not. */
  readonly hasCredential: boolean
  /** Whether the caller has a valid key. */
  readonly isKnown: boolean
  /** The caller. Looked up on first use. Rejects with `unauthenticated`. */
  actor(): Promise<Actor>
  /** Aborted when the caller disconnects. */
  signal(): AbortSignal
  /** Counts a request towards the caller's rate limit, shared with REST. Rejects with `rate_limited`. */
  count(what: 'create' | 'remove', actor: Actor): Promise<void>
  /** The size of this answer, shared by all operations of the request. */
  readonly answer: AnswerBudget
  /** Loads figures in batches, on demand. Null if the graph is gone. */
  readonly figures: FigureLoader
}

/** State shared by all requests. */
export interface Shared {
  readonly watch: RenderingWatch
  readonly follow: FollowGraph
  readonly readFigures: ReadFigures
}

export function createContext(
  deps: RouteDeps,
  { watch, follow, readFigures }: Shared,
  ctx: HttpContext,
  isKnown: boolean,
): Context {
  const { addresses, bodies, followers, graphs, images, keys, limits, log } = deps
  let actor: Promise<Actor> | undefined

  /** Counts the caller as a follower, like those of event streams, while `following` runs. */
  async function* holdingPlace<T>(following: () => AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
    const leave = followers.enter(ctx.ip)
    try {
      yield* following()
    } finally {
      leave()
    }
  }

  return {
    addresses,
    bodies,
    graphs,
    keys,
    // Created on demand, because most requests log nothing.
    get log() {
      const { requestId, route } = ctx.state
      return log.child({ requestId, route })
    },
    watch: (id, signal) => holdingPlace(() => watch.follow(requireGraphId(id), signal)),
    follow: (id, signal) => holdingPlace(() => follow(requireGraphId(id), signal)),
    renderingOf: images.renderingOf,
    hasCredential: ctx.req.headers.authorization !== undefined,
    isKnown,
    actor: () => {
      actor ??= authenticate(deps, ctx)
      return actor
    },
    signal: closingSignal(ctx),
    count: (what, caller) => limits[what](ctx, caller),
    answer: createAnswerBudget(isKnown, ctx.state.holdAnswer),
    figures: figureLoader(readFigures, boundsFor(isKnown)),
  }
}

/** A signal created on demand, because most requests need none. */
function closingSignal(ctx: HttpContext): () => AbortSignal {
  let controller: AbortController | undefined
  return () => {
    if (!controller) {
      const created = new AbortController()
      onceClosed(ctx, () => created.abort())
      controller = created
    }
    return controller.signal
  }
}
