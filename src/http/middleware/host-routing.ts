/**
 * Decides whether a request is for {plot_url} or for the rest of the service (contract, `PLOT_URL`).
 *
 * If both have the same host, the path decides. If PLOT_URL has a host of its own, that host serves only the files of
 * graphs, and all other hosts serve everything else. A path prefix in either address is optional in requests, because a
 * proxy may have removed it.
 */

import { invalidRequest } from '../../errors/errors.ts'
import type { Context, Middleware } from '../context.ts'
import { pathOf } from '../path-of.ts'
import { requireSingle } from '../single-header.ts'
import { notFoundRoute } from './errors.ts'

type Part = 'base' | 'plots'

interface Placement {
  readonly part: Part
  /** The path within that part, with the query. */
  readonly url: string
}

/** Returns a function that places a request. Throws if the two addresses cannot be distinguished. */
export function createPlacement(baseUrl: string, plotUrl: string): (host: string, url: string) => Placement {
  const base = new URL(baseUrl)
  const plots = new URL(plotUrl)
  const basePath = pathOf(baseUrl)
  const plotPath = pathOf(plotUrl)

  if (base.host !== plots.host) {
    // Proxies may drop the port from Host, so it is compared only if the host names are equal.
    const name = (host: string) => (base.hostname === plots.hostname ? host : host.replace(/:\d+$/, ''))
    const plotHost = name(plots.host)
    return (host, url) =>
      name(host.toLowerCase()) === plotHost
        ? { part: 'plots', url: beneath(url, plotPath) ?? url }
        : { part: 'base', url: beneath(url, basePath) ?? url }
  }

  if (basePath === plotPath) throw new Error(`PLOT_URL must differ from BASE_URL, both are ${baseUrl}`)
  const stripped = beneath(plotPath, basePath)
  const mounts = stripped === null || stripped === plotPath ? [plotPath] : [plotPath, stripped]
  const isAround = beneath(basePath, plotPath) !== null
  return (_host, url) => {
    const inBase = beneath(url, basePath)
    if (isAround && inBase !== null) return { part: 'base', url: inBase }
    for (const mount of mounts) {
      const inPlots = beneath(url, mount)
      if (inPlots !== null) return { part: 'plots', url: inPlots }
    }
    return { part: 'base', url: inBase ?? url }
  }
}

/** The path after the prefix, beginning with a slash; null if it does not have the prefix. */
function beneath(url: string, prefix: string): string | null {
  if (!url.startsWith(prefix)) return null
  const next = url[prefix.length]
  if (next === '/') return url.slice(prefix.length)
  return next === undefined || next === '?' ? `/${url.slice(prefix.length)}` : null
}

/** Any host is served (contract), but it must be valid (RFC 9112, 3.2). */
const isHost = (host: string): boolean => !/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}/`)

/** Rewrites `ctx.url` to the path within its part. `ctx.originalUrl` stays the path that was sent. */
export function hostRouting(baseUrl: string, plotUrl: string, plotSpace: Middleware): Middleware {
  const place = createPlacement(baseUrl, plotUrl)
  const ownHost = new URL(baseUrl).host
  return (ctx, next) => {
    const { req } = ctx
    let url = req.url ?? '/'
    let host = req.headers.host ?? ''
    if (host === '' && req.httpVersion === '1.1') throw invalidRequest('the Host header is missing')
    requireSingle(req, 'Host')
    if (!url.startsWith('/')) {
      // In the absolute form, the Host header is ignored (RFC 9112, 3.2.2).
      const target = URL.parse(url)
      if (!target?.host || !/^https?:$/.test(target.protocol))
        throw invalidRequest('the request target is not a path; send one such as /v1/graph')
      host = target.host
      url = target.pathname + target.search
      ctx.originalUrl = url
      // Koa makes `ctx.URL` from this one.
      ctx.request.originalUrl = url
    }
    if (host !== '' && !isHost(host)) throw invalidRequest('the Host header names no host')
    // Koa and GraphQL build absolute URLs of requests, which need a valid host.
    req.headers.host = host || ownHost
    const placement = place(host, url)
    if (req.url !== placement.url) req.url = placement.url
    return placement.part === 'plots'
      ? plotSpace(ctx, async () => notFoundRoute(ctx as Context, next))
      : next()
  }
}
