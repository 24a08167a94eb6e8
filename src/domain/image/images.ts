/** The images of a graph: from memory, from the store, or rendered now. */

import { LRUCache } from 'lru-cache'
import { AppError, graphNotFound, renderFailed } from '../../errors/errors.ts'
import {
  type Artifact,
  defaultLook,
  type GraphRecord,
  type ImageSpec,
  isGraphId,
  variantOf,
} from '../graph/graph.ts'
import type { RenderDispatcher, Store } from '../ports.ts'
import { createInFlightRenders, lookName, type OwnedGraph } from './in-flight.ts'
import { createQuarantine } from './quarantine.ts'
import { createVariantBudget } from './variant-budget.ts'

export interface Image {
  readonly record: GraphRecord
  readonly artifact: Artifact
}

/** Who asks for an image. */
export interface Asker {
  /** Aborted when the caller hung up. */
  readonly signal?: AbortSignal
  /** The network address, whose budget renders of other sizes are taken from. */
  readonly address?: string
}

export interface Images {
  /**
   * The image of that look and format, rendered now where need be. Rejects with `graph_not_found`, `render_failed`,
   * `render_timeout`, `overloaded`, `rate_limited`, or `cancelled` when the asker hung up.
   */
  get(graphId: string, spec: ImageSpec, asker?: Asker): Promise<Image>
  /** Makes the first files of a graph in the background. */
  prerender(graph: OwnedGraph): void
  /**
   * Sees to it that the first files are made, in the background; resolves when they are, rejects as `get` does. One
   * that is being made already is only followed.
   */
  resume(graph: OwnedGraph): Promise<void>
  /** Drops what memory and the queue hold of a deleted graph. */
  evict(graphId: string): void
}

export interface ImagesDeps {
  readonly store: Store
  readonly dispatcher: RenderDispatcher
  /** How many bytes of images are kept in memory. */
  readonly memoryBytes: number
  /** Told of background renders that failed; their outcome is also in the graph's rendering state. */
  readonly onBackgroundError: (error: unknown, graphId: string) => void
}

export function createImages(deps: ImagesDeps): Images {
  const { store, memoryBytes, onBackgroundError } = deps
  const quarantine = createQuarantine(store)
  const variantBudget = createVariantBudget()
  // Grouped by graph, so that evicting one is one delete.
  const memory = new LRUCache<string, ReadonlyMap<string, Artifact>>({
    maxSize: memoryBytes,
    sizeCalculation: artifacts =>
      [...artifacts.values()].reduce((sum, each) => sum + each.bytes.byteLength + 256, 1),
  })
  const inFlight = createInFlightRenders(deps.dispatcher, (graphId, look, artifacts) => {
    for (const [format, artifact] of artifacts) remember(graphId, { ...look, format }, artifact)
  })

  // Refusals this process saw itself. What is only in the store may be the word of a page that was not ours, under a
  // version that could not tell: that figure is drawn once more.
  const refused = new LRUCache<string, true>({ max: 100_000 })

  function rememberRefusal(graphId: string, error: unknown): void {
    if (error instanceof AppError && error.code === 'render_failed') refused.set(graphId, true)
  }

  function remember(graphId: string, spec: ImageSpec, artifact: Artifact): void {
    memory.set(graphId, new Map(memory.get(graphId)).set(variantOf(spec), artifact))
  }

  async function find(graphId: string, spec: ImageSpec): Promise<Artifact | null> {
    const remembered = memory.get(graphId)?.get(variantOf(spec))
    if (remembered) return remembered
    const stored = await store.artifacts.get(graphId, variantOf(spec))
    if (stored) remember(graphId, spec, stored)
    return stored
  }

  return {
    async get(graphId, spec, { signal, address = null } = {}) {
      const record = isGraphId(graphId) ? await store.graphs.find(graphId) : null
      if (!record) throw graphNotFound(graphId)
      const found = await find(graphId, spec)
      if (found) return { record, artifact: found }
      // The charting library refused this figure before and would again.
      const { status, error } = record.rendering
      if (status === 'failed' && error !== null && refused.has(graphId)) throw renderFailed(error)
      await quarantine.check(graphId)

      const { format, ...look } = spec
      const isVariant = lookName(look) !== lookName(defaultLook)
      const beforeStart = () => (isVariant ? variantBudget.spend(graphId, address, look) : null)
      const artifacts = await inFlight.join(record, format, look, { signal, beforeStart }).catch(error => {
        rememberRefusal(graphId, error)
        throw error
      })
      const artifact = artifacts.get(format)
      if (!artifact) throw graphNotFound(graphId)
      return { record, artifact }
    },

    prerender(graph) {
      inFlight.prerender(graph).catch(error => {
        rememberRefusal(graph.graphId, error)
        onBackgroundError(error, graph.graphId)
      })
    },

    async resume(graph) {
      await quarantine.check(graph.graphId)
      await inFlight.prerender(graph)
    },

    evict(graphId) {
      memory.delete(graphId)
      inFlight.evict(graphId)
    },
  }
}
