/** Notifies thousands of followers of a change in slices, between which other requests are answered. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Feed, GraphChange } from '../../../domain/graph/feed.ts'
import type { GraphId } from '../../../domain/ids.ts'

/** How many followers are notified at a time, which takes about a millisecond. */
const slice = 200

type Listener = (change: GraphChange) => void

interface Group {
  readonly listeners: Set<Listener>
  readonly leave: () => void
  /** Pending changes in order. */
  readonly pending: GraphChange[]
  notifying: boolean
}

/** Wraps a feed so that its followers are notified in slices. */
export function createBroadcast(feed: Pick<Feed, 'follow'>): Pick<Feed, 'follow'> {
  const groups = new Map<string, Group>()

  async function notifyAll(group: Group): Promise<void> {
    group.notifying = true
    for (let change = group.pending.shift(); change; change = group.pending.shift()) {
      let delivered = 0
      for (const notify of [...group.listeners]) {
        notify(change)
        if (++delivered % slice === 0) await nextTurn()
      }
    }
    group.notifying = false
  }

  function begin(graphId: GraphId): Group {
    const leave = feed.follow(graphId, change => {
      group.pending.push(change)
      if (!group.notifying) void notifyAll(group)
    })
    const group: Group = { listeners: new Set(), leave, pending: [], notifying: false }
    groups.set(graphId, group)
    return group
  }

  return {
    follow(graphId, listener) {
      const group = groups.get(graphId) ?? begin(graphId)
      group.listeners.add(listener)
      return () => {
        group.listeners.delete(listener)
        if (group.listeners.size > 0 || groups.get(graphId) !== group) return
        groups.delete(graphId)
        group.leave()
      }
    },
  }
}
