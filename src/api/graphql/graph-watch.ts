/** Follows the versions of a graph, for the subscription. */

import type { Feed } from '../../domain/graph/feed.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { Graphs } from '../../domain/graph/graphs.ts'
import type { GraphId } from '../../domain/ids.ts'
import { graphNotFound, overloaded, shuttingDown } from '../../errors/errors.ts'

export type FollowGraph = (graphId: GraphId, signal: AbortSignal) => AsyncIterable<GraphRecord>

export interface GraphWatchDeps {
  readonly graphs: Pick<Graphs, 'find'>
  readonly feed: Pick<Feed, 'follow'>
  readonly closing?: AbortSignal | undefined
}

/** The maximum number of followers. */
const maxFollowers = 2_000

/** Yields the graph now and at each change. A slow reader skips intermediate changes. */
export function createGraphWatch({ graphs, feed, closing }: GraphWatchDeps): FollowGraph {
  let followers = 0
  return async function* follow(graphId, signal) {
    if (followers >= maxFollowers) throw overloaded(`all ${maxFollowers} places to follow graphs are taken`)
    followers += 1
    let changed = Promise.withResolvers<void>()
    const wake = () => changed.resolve()
    const leave = feed.follow(graphId, wake)
    signal.addEventListener('abort', wake)
    closing?.addEventListener('abort', wake)
    let lastSent = 0
    try {
      while (!signal.aborted) {
        changed = Promise.withResolvers<void>()
        const record = await graphs.find(graphId)
        if (!record) throw graphNotFound(graphId)
        if (record.version > lastSent) yield record
        lastSent = record.version
        if (closing?.aborted) throw shuttingDown()
        if (!signal.aborted) await changed.promise
      }
    } finally {
      followers -= 1
      leave()
      closing?.removeEventListener('abort', wake)
    }
  }
}
