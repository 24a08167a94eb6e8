/** The dependencies of routes, provided by the composition root. */

import type { Registry } from 'prom-client'
import type { Accounts } from '../../accounts/accounts.ts'
import type { Keys } from '../../accounts/api-keys/keys.ts'
import type { KeyReveals } from '../../accounts/key-reveals.ts'
import type { Rate } from '../../config/kinds.ts'
import type { Addresses } from '../../domain/addresses.ts'
import type { BodyReaders } from '../../domain/figure/body-readers.ts'
import type { Feed } from '../../domain/graph/feed.ts'
import type { Graphs } from '../../domain/graph/graphs.ts'
import type { Images } from '../../domain/image/images.ts'
import type { UnstoredRenders } from '../../domain/image/renders/unstored-render.ts'
import type { Log } from '../../log.ts'
import type { Middleware } from '../context.ts'
import type { InFlightBounds } from '../limits/bound-bytes.ts'
import type { FollowerBounds, Followers } from '../limits/followers.ts'
import type { LimiterFactory } from '../limits/limiters.ts'
import type { Limits } from '../limits/limits.ts'

export interface HttpConfig {
  readonly baseUrl: string
  readonly plotUrl: string
  readonly maxBodyBytes: number
  readonly rateLimit: Rate | null
  readonly trustProxy: number
  readonly signup: 'open' | 'invite' | 'closed'
  /** Whether `/metrics` has an address of its own; default false. */
  readonly metricsElsewhere?: boolean
  /** How long a body may pause before the request fails with 408; default 20 s. */
  readonly bodyIdleMs?: number
  /** Whether GraphQL introspection is allowed; default true. */
  readonly graphqlIntrospection?: boolean
  /** Whether each request is logged; default true. */
  readonly requestLines?: boolean
}

export interface HttpDeps {
  readonly config: HttpConfig
  readonly log: Log
  readonly addresses: Addresses
  readonly graphs: Graphs
  /** The changes of graphs, for followers. */
  readonly feed: Feed
  readonly bodies: BodyReaders
  readonly images: Images
  readonly renders: UnstoredRenders
  readonly keys: Keys
  readonly accounts: Accounts
  readonly keyReveals: KeyReveals
  /** Resolves if the store answers and, in a process that renders, the canary was rendered; else rejects with the reason. */
  readonly ready: () => Promise<void>
  /** Resolves if the canary was rendered, here or by a worker; else rejects with the reason. */
  readonly draws: () => Promise<void>
  readonly metrics: Registry
  /** Absent if tracing is off. */
  readonly traceRequests?: Middleware | undefined
  /** Aborted when the service shuts down, which ends endless answers such as event streams. */
  readonly closing?: AbortSignal
  /** Limits on held bytes; default `inFlightBounds`. */
  readonly inFlight?: InFlightBounds
  /** Limits on followers; default `followerBounds`. */
  readonly followerBounds?: FollowerBounds
  /** Makes the counters of rate limits; default: in memory. */
  readonly limiters?: LimiterFactory
}

/** The dependencies that `createServer` passes to every route. All APIs share the limits. */
export interface RouteDeps extends HttpDeps {
  readonly limits: Limits
  /** The followers of graphs, through any API. */
  readonly followers: Followers
}
