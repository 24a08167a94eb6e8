/** Notifies thousands of followers of a change in slices, between which other requests are answered. */

import type { Feed, GraphChange } from '../../domain/graph/feed.ts'
import type { GraphId } from '../../domain/ids.ts'

/** How many followers are notified at a time, which takes about a millisecond. */
const slice = 200

type Tell = (change: GraphChange) => void

interface Group {
  readonly tellers: Set<Tell>
  readonly leave: () => void
  /** Pending changes in order. */
  readonly pending: GraphChange[]
  telling: boolean
}

/** Wraps a feed so that its followers are notified in slices. */
export function createBroadcast(feed: Pick<Feed, 'follow'>): Pick<Feed, 'follow'> {
  const groups = new Map<string, Group>()

  async function tellAll(group: Group): Promise<void> {
    group.telling = true
    for (let change = group.pending.shift(); change; change = group.pending.shift()) {
      let delivered = 0
      for (const tell of [...group.tellers]) {
        tell(change)
        if (++delivered % slice === 0) await nextTurn()
      }
    }
    group.telling = false
  }

  function begin(graphId: GraphId): Group {
    const leave = feed.follow(graphId, change => {
      group.pending.push(change)
      if (!group.telling) void tellAll(group)
    })
    const group: Group = { tellers: new Set(), leave, pending: [], telling: false }
    groups.set(graphId, group)
    return group
  }

  return {
    follow(graphId, hear) {
      const group = groups.get(graphId) ?? begin(graphId)
      group.tellers.add(hear)
      return () => {
        group.tellers.delete(hear)
        if (group.tellers.size > 0 || groups.get(graphId) !== group) return
        groups.delete(graphId)
        group.leave()
      }
    },
  }
}

const nextTurn = () => new Promise<void>(resolve => setImmediate(resolve))
