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
      const version = found.get(graphId)?.version
      // The first version found is published too: it may be new to a follower, and one that knows it ignores it.
      if (version === undefined) lastVersions.delete(graphId)
      else if (version > (lastVersions.get(graphId) ?? 0)) lastVersions.set(graphId, version)
      else continue
      feed.publish({ graphId, version: version ?? null })
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
        const { graphId, version } = change
        const last = lastVersions.get(graphId)
        if (last !== undefined && version !== null) lastVersions.set(graphId, Math.max(last, version))
        feed.publish(change)
      },
    },
    stop: () => clearInterval(timer),
  }
}
