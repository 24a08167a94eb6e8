/** The feed of changes: followers of a graph are notified of each new version and of its removal. */

import type { GraphId } from '../ids.ts'

/** A new version of a graph, or null if it was removed. */
export interface GraphChange {
  readonly graphId: GraphId
  readonly version: number | null
}

export interface Feed {
  /** Notifies all followers, in other processes too. Never rejects: missed changes are found by polling. */
  publish(change: GraphChange): void
  /**
   * Calls `hear` for each change of the graph until the returned function is called. A change may be reported twice.
   */
  follow(graphId: GraphId, hear: (change: GraphChange) => void): () => void
  /** The graphs that are followed in this process. */
  followed(): readonly GraphId[]
}

/** A feed within one process. */
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
