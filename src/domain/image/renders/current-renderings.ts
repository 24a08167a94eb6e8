/**
 * Rendering states that are known to this process but not yet written to the store. An image is sent before its state
 * is stored, and the next read must not return the older state.
 */

import { type GraphRecord, type Rendering, type VersionRef, versionName } from '../../graph/graph.ts'
import type { Store } from '../../ports.ts'

export interface CurrentRenderings {
  /** The store, whose records show the announced states. */
  readonly store: Store
  /** Makes reads return this state until the returned function is called, once the store has it. */
  announce(ref: VersionRef, rendering: Rendering): () => void
}

export function createCurrentRenderings(store: Store): CurrentRenderings {
  const announced = new Map<string, Rendering>()

  function current(record: GraphRecord): GraphRecord {
    const rendering = announced.get(versionName(record))
    // A version that is ready stays ready while further formats of it are rendered.
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
