/**
 * `/:graph_id/events`: sends each new version to followers as server-sent events (contract, "Versions"). An idle follower
 * costs a connection and a few bytes now and then.
 */

import type { GraphId } from '../../../domain/ids.ts'
import { refuseMisspelt, single } from '../../../domain/query.ts'
import { graphNotFound, invalidParameter } from '../../../errors/errors.ts'
import type { Context } from '../../../http/context.ts'
import { onceClosed } from '../../../http/disconnect.ts'
import type { RouteDeps } from '../../../http/routing/deps.ts'
import { answerPoll } from './event-poll.ts'
import { createEventStreams } from './event-stream.ts'

export interface Events {
  /** Answers with a stream, or with `?poll` once. Rejects with `graph_not_found`, `rate_limited` or `overloaded`. */
  answer(ctx: Context, graphId: GraphId): Promise<void>
}

type EventsDeps = Pick<RouteDeps, 'graphs' | 'feed' | 'closing' | 'followers'>

export function createEvents(deps: EventsDeps): Events {
  const { graphs, feed, followers } = deps
  const stream = createEventStreams(deps)

  return {
    async answer(ctx, graphId) {
      const seen = seenBy(ctx)
      let newest = 0
      let gone = false
      // What changes during the query is heard here, and what changes after it by the stream or poll.
      const leave = feed.follow(graphId, ({ version }) => {
        if (version === null) gone = true
        else newest = Math.max(newest, version)
      })
      try {
        const record = await graphs.find(graphId)
        if (!record || gone) throw graphNotFound(graphId)
        const version = Math.max(newest, record.version)
        onceClosed(ctx, followers.enter(ctx.ip))
        if (ctx.URL.searchParams.has('poll')) await answerPoll(deps, ctx, graphId, version, seen ?? version)
        else stream(ctx, graphId, version, seen ?? version)
      } finally {
        leave()
      }
    },
  }
}

/** The version that the caller has: `?after=` or `Last-Event-ID`. */
function seenBy(ctx: Context): number | null {
  const query = ctx.URL.searchParams
  refuseMisspelt(query.keys(), ['after', 'poll'])
  const last = ctx.get('Last-Event-ID')
  const given = last === '' ? single(query, 'after') : last
  if (given === null) return null
  if (/^\d+$/.test(given)) return Number(given)
  throw invalidParameter(last === '' ? 'after' : 'Last-Event-ID', 'must be the number of a version')
}
