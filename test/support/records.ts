/** Graphs as a store keeps them, for suites that put them there themselves. */

import type { Figure } from '../../src/domain/figure/text.ts'
import type { GraphRecord, RenderStatus } from '../../src/domain/graph/graph.ts'
import { accountIdOf, createGraphIds, type GraphId } from '../../src/domain/ids.ts'
import type { Store } from '../../src/domain/ports.ts'

/** The smallest there is. */
export const emptyFigure: Figure = { data: '[]', layout: '{}', frames: null }

/** A graph of that moment, in its first version, of account `a`. */
export const graphRecord = (graphId: GraphId, own: Partial<GraphRecord> = {}): GraphRecord => {
  const createdAt = own.createdAt ?? new Date()
  return {
    graphId,
    accountId: accountIdOf('a'),
    createdAt,
    updatedAt: createdAt,
    version: 1,
    expiresAt: null,
    title: null,
    traceTypes: [],
    warnings: [],
    rendering: renderingOf('pending'),
    ...own,
  }
}

export const renderingOf = (status: RenderStatus): GraphRecord['rendering'] => ({
  status,
  error: null,
  omitted: [],
})

const newGraphId = createGraphIds()

/** Stores a graph of the empty figure. */
export async function storeGraph(store: Store, own: Partial<GraphRecord> = {}): Promise<GraphId> {
  const graphId = newGraphId()
  await store.graphs.insert(graphRecord(graphId, own), emptyFigure)
  return graphId
}
