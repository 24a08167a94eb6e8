/**
 * What this process knows of renderings before the store does: an image is answered while its outcome is being
 * written, and whoever asks next must not be told an older state.
 */

import { type GraphRecord, type Rendering, type VersionRef, versionName } from '../graph/graph.ts'
import type { Store } from '../ports.ts'

export interface CurrentRenderings {
  /** The store, its records showing what was announced. */
  readonly store: Store
  /** True from now on, until what is returned is called: the store says it then. */
  announce(ref: VersionRef, rendering: Rendering): () => void
}

export function createCurrentRenderings(store: Store): CurrentRenderings {
  const announced = new Map<string, Rendering>()

  function current(record: GraphRecord): GraphRecord {
    const rendering = announced.get(versionName(record))
    // A version that is ready stays so while further formats of it are drawn.
    return rendering && record.rendering.status !== 'ready' ? { ...record, rendering } : record
  }

  const { graphs } = store
  return {
    store: {
      ...store,
      graphs: {
        ...graphs,
        async find(graphId) {
          const record = await graphs.find(graphId)
          return record && current(record)
        },
        async findMany(graphIds) {
          const found = await graphs.findMany(graphIds)
          return new Map([...found].map(([graphId, record]) => [graphId, current(record)]))
        },
        async list(query) {
          return (await graphs.list(query)).map(current)
        },
      },
    },

    announce(ref, rendering) {
      const name = versionName(ref)
      announced.set(name, rendering)
      return () => {
        if (announced.get(name) === rendering) announced.delete(name)
      }
    },
  }
}
