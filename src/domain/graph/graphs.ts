/** The use-cases of graphs, called by every API and page. */

import { graphNotFound, versionConflict } from '../../errors/errors.ts'
import type { Actor } from '../actor.ts'
import type { Figure } from '../figure/text.ts'
import type { GraphId } from '../ids.ts'
import { requireOwner, requireScope } from '../policy.ts'
import type { ListQuery } from '../ports.ts'
import { type Changes, type Condition, createChanges, type WriteOptions } from './changes.ts'
import { createCreation } from './creation.ts'
import type { GraphsDeps } from './deps.ts'
import type { Graph, GraphRecord, VersionRef, VersionStamp } from './graph.ts'
import { createGraphReads } from './graph-reads.ts'

export interface Graphs extends Changes {
  /** Stores the figure in a body (spec 4.1, 4.4, 4.6), and takes over its bytes. Durable once it resolves. */
  create(actor: Actor, body: Uint8Array, options?: WriteOptions): Promise<Graph>
  /** Reads a version (default: the newest) with its figure (spec 4.2). Rejects with `graph_not_found` or `version_not_found`. */
  read(graphId: GraphId, version?: number): Promise<Graph>
  /** The same without the figure (spec 4.5, 4.7). Null if the graph does not exist. */
  find(graphId: GraphId, version?: number): Promise<GraphRecord | null>
  /** The kept versions of a graph, newest first. Empty if the graph does not exist. */
  versions(graphId: GraphId): Promise<readonly VersionStamp[]>
  findMany(graphIds: readonly GraphId[]): Promise<ReadonlyMap<string, GraphRecord>>
  /** By `versionName`. */
  figures(refs: readonly VersionRef[]): Promise<ReadonlyMap<string, Figure>>
  /** Removes the graph and all files generated from it (spec 4.3). */
  remove(actor: Actor, graphId: GraphId, condition?: Condition): Promise<void>
  /** Evicts a removed graph from memory and notifies its followers. */
  forget(graphId: GraphId): void
  /** The actor's own graphs, newest first. */
  list(actor: Actor, query: Omit<ListQuery, 'accountId'>): Promise<readonly GraphRecord[]>
  count(actor: Actor): Promise<number>
}

export function createGraphs(deps: GraphsDeps): Graphs {
  const { store, images, feed } = deps
  const reads = createGraphReads(store.graphs)
  const { find, readNewest, readVersion } = reads

  function forget(graphId: GraphId): void {
    images.evict(graphId)
    feed.publish({ graphId, version: null })
  }

  return {
    forget,
    create: createCreation(deps, reads),
    ...createChanges(deps, reads),

    read: (graphId, version) => (version === undefined ? readNewest(graphId) : readVersion(graphId, version)),

    find,
    versions: graphId => store.graphs.versions(graphId),
    findMany: graphIds => store.graphs.findMany(graphIds),
    figures: refs => store.graphs.figures(refs),

    async remove(actor, graphId, { ifVersion } = {}) {
      requireScope(actor, 'graphs:delete')
      const record = await find(graphId)
      if (!record) throw graphNotFound(graphId)
      requireOwner(actor, record)
      const removed = await store.graphs.remove(graphId, ifVersion)
      const left = removed ? null : await find(graphId)
      if (left) throw versionConflict(left.version)
      forget(graphId)
      if (!removed) throw graphNotFound(graphId)
    },

    async list(actor, query) {
      requireScope(actor, 'graphs:read')
      return store.graphs.list({ ...query, accountId: actor.accountId })
    },

    async count(actor) {
      requireScope(actor, 'graphs:read')
      return store.graphs.count(actor.accountId)
    },
  }
}
