/** Wires the use-cases to their resources. Used by the service and, with other resources, by tests. */

import type { Registry } from 'prom-client'
import { createAccounts } from '../accounts/accounts.ts'
import { createKeys } from '../accounts/api-keys/keys.ts'
import { createGraphLifetimes } from '../accounts/graph-lifetimes.ts'
import { createKeyReveals } from '../accounts/key-reveals.ts'
import { createAddresses } from '../domain/addresses.ts'
import type { BodyReaders } from '../domain/figure/body-readers.ts'
import type { Feed } from '../domain/graph/feed.ts'
import { createGraphs } from '../domain/graph/graphs.ts'
import { createImages } from '../domain/image/images.ts'
import type { RenderDispatcher, UnstoredDispatcher } from '../domain/image/ports.ts'
import { createUnstoredRenders } from '../domain/image/renders/unstored-render.ts'
import type { VariantBudget } from '../domain/image/variant-budget.ts'
import type { Store } from '../domain/ports.ts'
import type { HttpConfig, HttpDeps } from '../http/routing/deps.ts'
import type { Log } from '../log.ts'
import { canaryInTime } from './canary.ts'
import type { Tracing } from './tracing.ts'

/** Resources with files, threads, browsers and connections. */
export interface Resources extends Pick<HttpDeps, 'limiters' | 'closing'> {
  readonly store: Store
  readonly dispatcher: RenderDispatcher & UnstoredDispatcher
  readonly bodies: BodyReaders
  readonly feed: Feed
  /** Default: a budget of this process. */
  readonly variantBudget?: VariantBudget
  readonly metrics: Registry
  readonly log: Log
  readonly tracing?: Tracing | null
  /** Rejects while the service is not ready. */
  ready(): Promise<void>
}

const imageMemoryBytes = 128 * 1024 * 1024

/** Makes the dependencies of the HTTP server, of which only `keys` must be closed. */
export function wire(config: HttpConfig, resources: Resources): HttpDeps {
  const { store, dispatcher, bodies, feed, log, tracing, variantBudget } = resources
  const images = createImages({
    store,
    dispatcher,
    memoryBytes: imageMemoryBytes,
    variantBudget,
    onBackgroundError: (error, graphId) => log.debug({ err: error, graphId }, 'a background render failed'),
  })
  const graphs = createGraphs({ store, images, bodies, feed, lifetimes: createGraphLifetimes(store) })
  return {
    ...resources,
    config,
    addresses: createAddresses(config.plotUrl),
    images,
    graphs: tracing?.graphs(graphs) ?? graphs,
    traceRequests: tracing?.requests,
    renders: createUnstoredRenders({
      dispatcher,
      artifacts: store.artifacts,
      readSubmission: bodies.readSubmission,
    }),
    keys: createKeys(store),
    accounts: createAccounts(store, {
      signup: config.signup,
      onEvent: event => log.info(event, 'account'),
      onError: error => log.error({ err: error }, 'the graphs of a deleted account could not be removed'),
    }),
    keyReveals: createKeyReveals(store),
    draws: () => canaryInTime(dispatcher),
  }
}
