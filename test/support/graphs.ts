/** The use-cases of graphs on a store, without HTTP and without anything that draws. */

import type { Actor, Scope } from '../../src/domain/actor.ts'
import { readAppend } from '../../src/domain/figure/append/append-request.ts'
import { shapeOf } from '../../src/domain/figure/append/figure-shape.ts'
import { readSubmission } from '../../src/domain/figure/submission.ts'
import type { GraphChange } from '../../src/domain/graph/feed.ts'
import type { OwnedGraph } from '../../src/domain/graph/graph.ts'
import { createGraphs } from '../../src/domain/graph/graphs.ts'
import { accountIdOf, type GraphId, keyIdOf } from '../../src/domain/ids.ts'
import type { GraphStore, Store } from '../../src/domain/ports.ts'

export const actorOf = (
  account: string,
  scopes: readonly Scope[] = ['graphs:write', 'graphs:delete', 'graphs:read'],
): Actor => ({
  accountId: accountIdOf(account),
  scopes: new Set(scopes),
  credential: { kind: 'key', id: keyIdOf('k') },
})

/** `calls` replace those of the store. `lifetime` is that of new graphs, in milliseconds. */
export function graphsOn(store: Store, calls: Partial<GraphStore> = {}, lifetime: number | null = null) {
  const prerendered: OwnedGraph[] = []
  const evicted: GraphId[] = []
  const published: GraphChange[] = []
  const graphs = createGraphs({
    store: { ...store, graphs: { ...store.graphs, ...calls } },
    images: { prerender: graph => prerendered.push(graph), evict: graphId => evicted.push(graphId) },
    bodies: { readSubmission, readAppend, shapeOf },
    lifetimes: { of: async () => lifetime },
    feed: { publish: change => published.push(change) },
  })
  return { graphs, prerendered, evicted, published }
}

export const bodyOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
