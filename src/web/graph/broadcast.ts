/** One change to thousands of followers: told in slices, between which the thread answers others. */

import type { Feed, GraphChange } from '../../domain/graph/feed.ts'
import type { GraphId } from '../../domain/ids.ts'

/** Followers told at a time: about a millisecond. */
const slice = 200

type Tell = (change: GraphChange) => void

interface Group {
  readonly tellers: Set<Tell>
  readonly leave: () => void
  /** Changes that are still to be told, in their order. */
  readonly pending: GraphChange[]
  telling: boolean
}

/** A feed whose followers are told so. */
export function createBroadcast(feed: Pick<Feed, 'follow'>): Pick<Feed, 'follow'> {
  const groups = new Map<string, Group>()

  async function tellAll(group: Group): Promise<void> {
    group.telling = true
    for (let change = group.pending.shift(); change; change = group.pending.shift()) {
      let told = 0
      for (const tell of [...group.tellers]) {
        tell(change)
        if (++told % slice === 0) await nextTurn()
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
