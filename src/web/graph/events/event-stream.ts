/** Streams of server-sent events: each new version of a graph, until the follower leaves. */

import type { ServerResponse } from 'node:http'
import type { GraphChange } from '../../../domain/graph/feed.ts'
import type { GraphId } from '../../../domain/ids.ts'
import type { Context } from '../../../http/context.ts'
import { onceClosed } from '../../../http/disconnect.ts'
import type { RouteDeps } from '../../../http/routing/deps.ts'
import { createBroadcast } from './broadcast.ts'

/** After how many milliseconds browsers reconnect. */
const retryMs = 2_000
/** Shorter than the minute after which proxies close an idle connection. */
const heartbeatMs = 25_000
/** Maximum bytes of unsent events. A slower follower gets only the newest change. */
const maxUnsent = 16 * 1024

/** Answers with a stream of the versions after `seen`, of which `newest` exists already. */
export type EventStream = (ctx: Context, graphId: GraphId, newest: number, seen: number) => void

export function createEventStreams({ feed, closing }: Pick<RouteDeps, 'feed' | 'closing'>): EventStream {
  const broadcast = createBroadcast(feed)
  const keepAlive = createKeepAlive(closing)

  return (ctx, graphId, newest, seen) => {
    const { res } = ctx
    ctx.respond = false
    ctx.status = 200
    res.useChunkedEncodingByDefault = false
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Keeps proxies from buffering the events.
      'X-Accel-Buffering': 'no',
      // The end of the connection ends the stream, so events need no chunked encoding.
      Connection: 'close',
    })
    res.write(`retry: ${retryMs}\n\n`)
    if (newest > seen) res.write(eventOf(newest))
    if (ctx.method === 'HEAD' || closing?.aborted) {
      res.end()
      return
    }
    keepAlive(ctx)
    onceClosed(ctx, broadcast.follow(graphId, changeWriter(res, Math.max(newest, seen))))
  }
}

/** Writes to idle streams now and then, and ends all when the service closes. */
function createKeepAlive(closing: AbortSignal | undefined): (ctx: Context) => void {
  const streams = new Set<ServerResponse>()
  let heartbeat: NodeJS.Timeout | undefined
  closing?.addEventListener('abort', () => {
    for (const res of streams) res.end()
  })

  return ctx => {
    const { res } = ctx
    streams.add(res)
    heartbeat ??= setInterval(() => {
      for (const each of streams) {
        if (each.writableLength === 0 && !each.writableEnded) each.write(':\n\n')
      }
    }, heartbeatMs).unref()
    onceClosed(ctx, () => {
      streams.delete(res)
      if (streams.size > 0) return
      clearInterval(heartbeat)
      heartbeat = undefined
    })
  }
}

const eventOf = (version: number) => `id: ${version}\nevent: version\ndata: {"version":${version}}\n\n`
const goneEvent = 'event: gone\ndata: {}\n\n'

/** Writes changes to a stream. A follower that does not read them gets only the newest one later. */
function changeWriter(res: ServerResponse, known: number): (change: GraphChange) => void {
  let lastSent = known
  let waiting = false
  let late: number | null = null
  return ({ version }) => {
    // A replacement that was stored just before the graph was deleted may be published after it.
    if (res.writableEnded) return
    if (version === null) {
      res.end(goneEvent)
      return
    }
    if (version <= lastSent) return
    lastSent = version
    if (waiting) {
      late = version
      return
    }
    res.write(eventOf(version))
    if (res.writableLength < maxUnsent) return
    waiting = true
    res.once('drain', () => {
      waiting = false
      if (late !== null && !res.writableEnded) res.write(eventOf(late))
      late = null
    })
  }
}
