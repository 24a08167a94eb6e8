/** Word of changes: who follows a graph hears of each new version, and of its end. */

import type { GraphId } from '../ids.ts'

/** A graph that has a new version; null: it was deleted. */
export interface GraphChange {
  readonly graphId: GraphId
  readonly version: number | null
}

export interface Feed {
  /** Tells every follower, wherever it is connected. Never rejects: a follower that hears nothing asks again. */
  publish(change: GraphChange): void
  /** Calls `hear` for each change of that graph, and perhaps for one that is known already, until the returned function is called. */
  follow(graphId: GraphId, hear: (change: GraphChange) => void): () => void
  /** Which graphs are followed here. */
  followed(): readonly GraphId[]
}

/** The feed of one process. */
export function createFeed(): Feed {
  const followers = new Map<GraphId, Set<(change: GraphChange) => void>>()
  return {
    publish(change) {
      for (const hear of followers.get(change.graphId) ?? []) hear(change)
    },
    followed: () => [...followers.keys()],
    follow(graphId, hear) {
      const all = followers.get(graphId) ?? new Set()
      followers.set(graphId, all.add(hear))
      return () => {
        all.delete(hear)
        if (all.size === 0 && followers.get(graphId) === all) followers.delete(graphId)
      }
    },
  }
}
