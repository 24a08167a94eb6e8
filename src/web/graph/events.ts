/**
 * `/:graph_id/events`: sends each new version to followers as server-sent events (contract, "Versions"). An idle follower
 * costs a connection and a few bytes now and then.
 */

import type { ServerResponse } from 'node:http'
import type { GraphChange } from '../../domain/graph/feed.ts'
import type { GraphId } from '../../domain/ids.ts'
import { single } from '../../domain/image/image-parameters.ts'
import { graphNotFound, invalidParameter } from '../../errors/errors.ts'
import type { Context } from '../../http/context.ts'
import type { RouteDeps } from '../../http/deps.ts'
import { onceClosed } from '../../http/disconnect.ts'
import { setVersion } from '../../http/versions.ts'
import { createBroadcast } from './broadcast.ts'

/** After how many milliseconds browsers reconnect. */
const retryMs = 2_000
/** Shorter than the minute after which proxies close an idle connection. */
const beatMs = 25_000
/** The duration of a long poll. */
const pollMs = 25_000
/** Maximum bytes of unsent events. A slower follower gets only the newest change. */
const maxUnsent = 16 * 1024

export interface Events {
  /** Answers with a stream, or with `?poll` once. Rejects with `graph_not_found`, `rate_limited` or `overloaded`. */
  answer(ctx: Context, graphId: GraphId): Promise<void>
}

type EventsDeps = Pick<RouteDeps, 'graphs' | 'feed' | 'closing' | 'followers'>

export function createEvents({ graphs, feed, closing, followers }: EventsDeps): Events {
  const broadcast = createBroadcast(feed)
  const streams = new Set<ServerResponse>()
  let beat: NodeJS.Timeout | undefined
  closing?.addEventListener('abort', () => {
    for (const res of streams) res.end()
  })

  function keepAlive(ctx: Context): void {
    const { res } = ctx
    streams.add(res)
    beat ??= setInterval(() => {
      for (const each of streams) {
        if (each.writableLength === 0 && !each.writableEnded) each.write(':\n\n')
      }
    }, beatMs).unref()
    onceClosed(ctx, () => {
      streams.delete(res)
      if (streams.size > 0) return
      clearInterval(beat)
      beat = undefined
    })
  }

  function stream(ctx: Context, graphId: GraphId, newest: number, seen: number): void {
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
    onceClosed(ctx, broadcast.follow(graphId, teller(res, Math.max(newest, seen))))
  }

  async function poll(ctx: Context, graphId: GraphId, newest: number, seen: number): Promise<void> {
    const version = newest > seen ? newest : await nextVersion(ctx, graphId, seen)
    if (version === null) throw graphNotFound(graphId)
    ctx.set('Cache-Control', 'no-store')
    if (version === undefined) ctx.status = 204
    else {
      setVersion(ctx, { version })
      ctx.body = { version }
    }
  }

  /** The next version. Undefined if none comes in time or the caller leaves; null if the graph is deleted. */
  function nextVersion(ctx: Context, graphId: GraphId, seen: number): Promise<number | null | undefined> {
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
        if (ctx.URL.searchParams.has('poll')) await poll(ctx, graphId, version, seen ?? version)
        else stream(ctx, graphId, version, seen ?? version)
      } finally {
        leave()
      }
    },
  }
}

const eventOf = (version: number) => `id: ${version}\nevent: version\ndata: {"version":${version}}\n\n`
const goneEvent = 'event: gone\ndata: {}\n\n'

/** Writes changes to a stream. A follower that does not read them gets only the newest one later. */
function teller(res: ServerResponse, known: number): (change: GraphChange) => void {
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

/** The version that the caller has: `?after=` or `Last-Event-ID`. */
function seenBy(ctx: Context): number | null {
  const last = ctx.get('Last-Event-ID')
  const given = last === '' ? single(ctx.URL.searchParams, 'after') : last
  if (given === null) return null
  if (/^\d{1,10}$/.test(given)) return Number(given)
  throw invalidParameter(last === '' ? 'after' : 'Last-Event-ID', 'must be the number of a version')
}
