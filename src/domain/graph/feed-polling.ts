/**
 * Finds changes made by other processes by polling the store: one query for all graphs that are followed in this
 * process, and none while no graph is followed.
 */

import type { GraphId } from '../ids.ts'
import type { GraphStore } from '../ports.ts'
import type { Feed } from './feed.ts'

export interface Polling {
  /** The feed, extended by the changes found in the store. */
  readonly feed: Feed
  stop(): void
}

export function createPolling(
  feed: Feed,
  graphs: Pick<GraphStore, 'findMany'>,
  everyMs: number,
  onError: (error: unknown) => void,
): Polling {
  /** The version last published for each followed graph. */
  const lastVersions = new Map<GraphId, number>()
  let asking = false

  async function ask(): Promise<void> {
    const followed = feed.followed()
    for (const graphId of lastVersions.keys()) if (!followed.includes(graphId)) lastVersions.delete(graphId)
    if (followed.length === 0) return
    const found = await graphs.findMany(followed)
    for (const graphId of followed) {
      const version = found.get(graphId)?.version ?? null
      const before = lastVersions.get(graphId)
      if (version !== null) lastVersions.set(graphId, Math.max(version, before ?? 0))
      // The first version found is published too: it may be new to a follower, and one that knows it ignores it.
      if (before !== undefined && version !== null && version <= before) continue
      if (version === null) lastVersions.delete(graphId)
      feed.publish({ graphId, version })
    }
  }

  const timer = setInterval(() => {
    if (asking) return
    asking = true
    ask()
      .catch(onError)
      .finally(() => {
        asking = false
      })
  }, everyMs)
  timer.unref()

  return {
    feed: {
      ...feed,
      publish(change) {
        if (change.version !== null && lastVersions.has(change.graphId)) {
          lastVersions.set(change.graphId, Math.max(change.version, lastVersions.get(change.graphId) ?? 0))
        }
        feed.publish(change)
      },
    },
    stop: () => clearInterval(timer),
  }
}
