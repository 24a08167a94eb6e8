/**
 * Which part of the service a request is for: {plot_url} or the rest (contract, `PLOT_URL`).
 *
 * On one host the path decides. Where PLOT_URL has a host of its own, that host serves the files of graphs and
 * nothing else, every other host everything else. A path prefix in either address is taken off where a request
 * carries it, and not missed where a proxy has taken it off before.
 */

import { invalidRequest } from '../../errors/errors.ts'
import type { Context, Middleware } from '../context.ts'
import { notFoundRoute } from './errors.ts'

type Part = 'base' | 'plots'

interface Placement {
  readonly part: Part
  /** The path within that part, query included. */
  readonly url: string
}

/** How a request finds its part. Throws where the two addresses cannot be told apart. */
export function createPlacement(baseUrl: string, plotUrl: string): (host: string, url: string) => Placement {
  const base = new URL(baseUrl)
  const plots = new URL(plotUrl)
  const basePath = base.pathname.replace(/\/+$/, '')
  const plotPath = plots.pathname.replace(/\/+$/, '')

  if (base.host !== plots.host) {
    // A proxy may drop the port from Host, so it counts only where it alone makes the difference.
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
  return (_host, url) => {
    for (const mount of mounts) {
      const within = mount === '' ? null : beneath(url, mount)
      if (within !== null) return { part: 'plots', url: within }
    }
    const within = beneath(url, basePath)
    if (plotPath === '' && within === null) return { part: 'plots', url }
    return { part: 'base', url: within ?? url }
  }
}

/** What follows the prefix, from its slash on; null where the prefix is not there. */
function beneath(url: string, prefix: string): string | null {
  if (!url.startsWith(prefix)) return null
  const next = url[prefix.length]
  if (next === '/') return url.slice(prefix.length)
  return next === undefined || next === '?' ? `/${url.slice(prefix.length)}` : null
}

/** Any host is served (contract), but it must be one (RFC 9112, 3.2). */
const isHost = (host: string): boolean => !/[\s/?#@\\]/.test(host) && URL.canParse(`http://${host}/`)

/** `rawHeaders` is names and values by turns. */
function hostLines(rawHeaders: readonly string[]): number {
  let lines = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') lines += 1
  }
  return lines
}

/** Rewrites `ctx.url` to the path within its part; `ctx.originalUrl` keeps what was sent. */
export function hostRouting(baseUrl: string, plotUrl: string, plotSpace: Middleware): Middleware {
  const place = createPlacement(baseUrl, plotUrl)
  const ownHost = new URL(baseUrl).host
  return (ctx, next) => {
    const { req } = ctx
    let url = req.url ?? '/'
    let host = req.headers.host ?? ''
    if (host === '' && req.httpVersion === '1.1') throw invalidRequest('the Host header is missing')
    if (hostLines(req.rawHeaders) > 1) throw invalidRequest('there is more than one Host header')
    if (!url.startsWith('/')) {
      // The absolute form, as sent to proxies; the Host header does not count beside it (RFC 9112, 3.2.2).
      const target = URL.parse(url)
      if (!target?.host || !/^https?:$/.test(target.protocol))
        throw invalidRequest('the request target is not a path; send one such as /v1/graph')
      host = target.host
      url = target.pathname + target.search
      ctx.originalUrl = url
    }
    if (host !== '' && !isHost(host)) throw invalidRequest('the Host header names no host')
    // What builds whole addresses of requests (Koa, GraphQL) finds a host that is one.
    req.headers.host = host || ownHost
    const placement = place(host, url)
    if (req.url !== placement.url) req.url = placement.url
    return placement.part === 'plots'
      ? plotSpace(ctx, async () => notFoundRoute(ctx as Context, next))
      : next()
  }
}
