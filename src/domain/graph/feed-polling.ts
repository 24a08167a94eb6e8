/**
 * Changes that other processes made, found by asking the store: once for all graphs that are followed here, and not at
 * all while none is.
 */

import type { GraphId } from '../ids.ts'
import type { GraphStore } from '../ports.ts'
import type { Feed } from './feed.ts'

export interface Polling {
  /** A feed that also tells what the store says. */
  readonly feed: Feed
  stop(): void
}

export function createPolling(
  feed: Feed,
  graphs: Pick<GraphStore, 'findMany'>,
  everyMs: number,
  onError: (error: unknown) => void,
): Polling {
  /** What was told last of each graph that is followed. */
  const told = new Map<GraphId, number>()
  let asking = false

  async function ask(): Promise<void> {
    const followed = feed.followed()
    for (const graphId of told.keys()) if (!followed.includes(graphId)) told.delete(graphId)
    if (followed.length === 0) return
    const found = await graphs.findMany(followed)
    for (const graphId of followed) {
      const version = found.get(graphId)?.version ?? null
      const before = told.get(graphId)
      if (version !== null) told.set(graphId, Math.max(version, before ?? 0))
      // What is met first may be new to a follower who came a moment before; who knows it passes it over.
      if (before !== undefined && version !== null && version <= before) continue
      if (version === null) told.delete(graphId)
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
        if (change.version !== null && told.has(change.graphId)) {
          told.set(change.graphId, Math.max(change.version, told.get(change.graphId) ?? 0))
        }
        feed.publish(change)
      },
    },
    stop: () => clearInterval(timer),
  }
}
