/** What routes receive from the composition root. */

import type { Registry } from 'prom-client'
import type { Accounts } from '../accounts/accounts.ts'
import type { Keys } from '../accounts/api-keys/keys.ts'
import type { KeyReveals } from '../accounts/key-reveals.ts'
import type { RateLimit } from '../config.ts'
import type { BodyReaders } from '../domain/figure/body-readers.ts'
import type { Addresses } from '../domain/graph/addresses.ts'
import type { Feed } from '../domain/graph/feed.ts'
import type { Graphs } from '../domain/graph/graphs.ts'
import type { Images } from '../domain/image/images.ts'
import type { UnstoredRenders } from '../domain/image/unstored-render.ts'
import type { Log } from '../log.ts'
import type { Middleware } from './context.ts'
import type { FollowerBounds, Followers } from './followers.ts'
import type { InFlightBounds } from './middleware/bound-bytes.ts'
import type { LimiterFactory } from './middleware/limiters.ts'
import type { Limits } from './middleware/limits.ts'

export interface HttpConfig {
  readonly baseUrl: string
  readonly plotUrl: string
  readonly maxBodyBytes: number
  readonly rateLimit: RateLimit | null
  readonly trustProxy: number
  readonly signup: 'open' | 'invite' | 'closed'
  /** `/metrics` has an address of its own; default false. */
  readonly metricsElsewhere?: boolean
  /** How long a body may pause before 408; default 20 s. */
  readonly bodyIdleMs?: number
  /** Whether GraphQL clients may ask for the schema; default true. */
  readonly graphqlIntrospection?: boolean
  /** Whether each request is a line of the log; default true. */
  readonly requestLines?: boolean
}

export interface HttpDeps {
  readonly config: HttpConfig
  readonly log: Log
  readonly addresses: Addresses
  readonly graphs: Graphs
  /** Word of changes, for who follows a graph. */
  readonly feed: Feed
  readonly bodies: BodyReaders
  readonly images: Images
  readonly renders: UnstoredRenders
  readonly keys: Keys
  readonly accounts: Accounts
  readonly keyReveals: KeyReveals
  /** Resolves when the store answers and, where this process draws, a canary was; else rejects, saying which failed. */
  readonly ready: () => Promise<void>
  /** Resolves when a canary was drawn, wherever images are made; else rejects with the reason. */
  readonly draws: () => Promise<void>
  readonly metrics: Registry
  /** Absent where nothing is traced. */
  readonly traceRequests?: Middleware | undefined
  /** Aborted when the service is about to leave: answers that have no end of their own end then. */
  readonly closing?: AbortSignal
  /** What callers may make the process hold; default `inFlightBounds`. */
  readonly inFlight?: InFlightBounds
  /** How many may follow graphs; default `followerBounds`. */
  readonly followerBounds?: FollowerBounds
  /** Where rate limits are counted; this process's memory unless the root brings a shared place. */
  readonly limiters?: LimiterFactory
}

/** What `createServer` hands to every route: limits are counted once, whichever API a caller uses. */
export interface RouteDeps extends HttpDeps {
  readonly limits: Limits
  /** Places of all who follow graphs, whichever way. */
  readonly followers: Followers
}
