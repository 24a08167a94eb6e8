/** Long polls for the next version of a graph: a single answer, for clients that cannot read a stream. */

import type { GraphId } from '../../../domain/ids.ts'
import { graphNotFound } from '../../../errors/errors.ts'
import type { Context } from '../../../http/context.ts'
import { onceClosed } from '../../../http/disconnect.ts'
import { setVersion } from '../../../http/representations/versions.ts'
import type { RouteDeps } from '../../../http/routing/deps.ts'

/** The duration of a long poll. */
const pollMs = 25_000

type PollDeps = Pick<RouteDeps, 'feed' | 'closing'>

/** Answers with a version after `seen`: `newest` if it is, else the next one. */
export async function answerPoll(
  deps: PollDeps,
  ctx: Context,
  graphId: GraphId,
  newest: number,
  seen: number,
): Promise<void> {
  const version = newest > seen ? newest : await nextVersion(deps, ctx, graphId, seen)
  if (version === null) throw graphNotFound(graphId)
  ctx.set('Cache-Control', 'no-store')
  if (version === undefined) ctx.status = 204
  else {
    setVersion(ctx, { version })
    ctx.body = { version }
  }
}

/** The next version. Undefined if none comes in time or the caller leaves; null if the graph is deleted. */
function nextVersion(
  { feed, closing }: PollDeps,
  ctx: Context,
  graphId: GraphId,
  seen: number,
): Promise<number | null | undefined> {
  return new Promise(resolve => {
    const done = (version?: number | null) => {
      clearTimeout(timer)
      leave()
      ctx.res.off('close', none)
      closing?.removeEventListener('abort', none)
      resolve(version)
    }
    const none = () => done()
    const timer = setTimeout(none, pollMs)
    const leave = feed.follow(graphId, ({ version }) => {
      if (version === null || version > seen) done(version)
    })
    closing?.addEventListener('abort', none, { once: true })
    onceClosed(ctx, none)
  })
}
