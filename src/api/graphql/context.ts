/** What every resolver receives: the use-cases, who is asking, and loaders that live as long as one request. */

import type { Actor } from '../../domain/actor.ts'
import type { GraphRecord, Rendering } from '../../domain/graph/graph.ts'
import { requireGraphId } from '../../domain/ids.ts'
import { AppError } from '../../errors/errors.ts'
import type { Context as HttpContext } from '../../http/context.ts'
import type { RouteDeps } from '../../http/deps.ts'
import { whenOver } from '../../http/hung-up.ts'
import {
  type AnswerBudget,
  createAnswerBudget,
  maxAnonymousAnswerBytes,
  maxAnswerBytes,
} from './answer-budget.ts'
import { boundsFor, type FigureLoader, figureLoader } from './figure-loader.ts'
import type { ReadFigures } from './figure-memory.ts'
import type { FollowGraph } from './graph-watch.ts'
import type { RenderingWatch } from './rendering-watch.ts'

/** Tells of a graph until the signal aborts. */
export type Following<T> = (given: string, signal: AbortSignal) => AsyncGenerator<T, void, undefined>

export interface Context extends Pick<RouteDeps, 'addresses' | 'bodies' | 'graphs' | 'keys' | 'log'> {
  /** The rendering of a graph and its changes; both end with `graph_not_found` where a text names none. */
  readonly watch: Following<Rendering>
  readonly follow: Following<GraphRecord>
  /** Whether the request came with an `Authorization` header, valid or not. */
  readonly hasCredential: boolean
  /** Whether the caller has a valid key. */
  readonly isKnown: boolean
  /** Who is asking; rejects with `unauthenticated`. Looked up once, and only when something needs it. */
  actor(): Promise<Actor>
  /** Aborted when the caller has gone. */
  signal(): AbortSignal
  /** Takes one place in the caller's rate, shared with REST; rejects with `rate_limited`. */
  count(what: 'create' | 'remove', actor: Actor): Promise<void>
  /** What this answer will print; shared by all operations of one request. */
  readonly answer: AnswerBudget
  /** A graph's figure, or null where the graph is gone. Read together, and never read unless asked for. */
  readonly figures: FigureLoader
}

/** What outlives requests: shared by all of them. */
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
  const { addresses, bodies, followers, graphs, keys, limits, log } = deps
  const { authorization } = ctx.req.headers
  let actor: Promise<Actor> | undefined

  async function authenticate(): Promise<Actor> {
    try {
      return await keys.authenticate(authorization)
    } catch (error) {
      if (error instanceof AppError && error.status === 401) await limits.refusal(ctx)
      throw error
    }
  }

  /** Followers are counted together with those of a graph's events, for each address. */
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
    // Made only where there is something to say.
    get log() {
      const { requestId, route } = ctx.state
      return log.child({ requestId, route })
    },
    watch: (id, signal) => holdingPlace(() => watch.follow(requireGraphId(id), signal)),
    follow: (id, signal) => holdingPlace(() => follow(requireGraphId(id), signal)),
    hasCredential: authorization !== undefined,
    isKnown,
    actor: () => {
      actor ??= authenticate()
      return actor
    },
    signal: closingSignal(ctx),
    count: (what, caller) => limits[what](ctx, caller),
    answer: createAnswerBudget(isKnown ? maxAnswerBytes : maxAnonymousAnswerBytes, ctx.state.holdAnswer),
    figures: figureLoader(readFigures, boundsFor(isKnown)),
  }
}

/** Made only for who follows something: most requests are over before anybody could leave. */
function closingSignal(ctx: HttpContext): () => AbortSignal {
  let controller: AbortController | undefined
  return () => {
    if (!controller) {
      const created = new AbortController()
      whenOver(ctx, () => created.abort())
      controller = created
    }
    return controller.signal
  }
}
