/** Versions in requests and answers: `?version=`, `If-Match`, `Plotgate-Version` (contract, "Versions"). */

import type { GraphRecord, VersionRef } from '../../domain/graph/graph.ts'
import type { GraphId } from '../../domain/ids.ts'
import { refuseMisspelt, single } from '../../domain/query.ts'
import { invalidParameter } from '../../errors/errors.ts'
import type { Context } from '../context.ts'

const versionHeader = 'Plotgate-Version'

/** Parses a version number; null if it is invalid. No graph has versions beyond the exact numbers. */
export const parseVersion = (text: string): number | null =>
  /^[1-9]\d*$/.test(text) ? Math.min(Number(text), Number.MAX_SAFE_INTEGER) : null

/** Parses `?version=n` of a request; undefined for the newest. Throws `invalid_parameter`. */
export const versionOf = (ctx: Context): number | undefined =>
  ctx.req.url?.includes('?') ? versionIn(ctx.URL.searchParams) : undefined

/** Parses `version=n` of a query; undefined for the newest. Throws `invalid_parameter`. */
export function versionIn(query: URLSearchParams): number | undefined {
  refuseMisspelt(query.keys(), ['version'])
  const given = single(query, 'version')
  if (given === null) return undefined
  const version = parseVersion(given)
  if (version === null) throw invalidParameter('version', 'must be a whole number from 1')
  return version
}

/** `Plotgate-Version`. */
export function setVersion(ctx: Context, { version }: Pick<VersionRef, 'version'>): void {
  ctx.res.setHeader(versionHeader, String(version))
}

/** Sets `Plotgate-Version`, and `Sunset` if the graph expires (RFC 8594). */
export function setGraphHeaders(ctx: Context, graph: Pick<GraphRecord, 'version' | 'expiresAt'>): void {
  setVersion(ctx, graph)
  if (graph.expiresAt) ctx.res.setHeader('Sunset', graph.expiresAt.toUTCString())
}

/** The ETag of a presentation of a version. `prefix` identifies the presentation and all else that its text depends on. */
export const versionTag = (prefix: string, { graphId, version }: VersionRef): string =>
  `"${prefix}.${graphId}.${version}"`

/**
 * Matches the beginning of our tags, before the graph_id. Proxies that compress answers make them weak, and RFC 9110, 13.1.1
 * would then refuse every change; as they name a version, they match here.
 */
const tagBegin = /^(?:W\/)?"[\w.-]*$/
/** Matches the part after the graph_id: the version, and a suffix that a proxy may have added when compressing. */
const tagEnd = /^\.(\d{1,10})(?:[.-][a-z]+)?"$/

/**
 * The version that a change requires to be the newest: undefined for any, 0 if the condition cannot hold. It cannot for an
 * `If-Match` without a tag of this graph, and for `If-None-Match: *`, which asks to create something new. Only the version in
 * a tag is compared, because all presentations of a graph change with it.
 */
export function ifMatchVersion(ctx: Context, graphId: GraphId): number | undefined {
  const { headers } = ctx.req
  if (headers['if-none-match']?.trim() === '*') return 0
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  const versions = header.split(',').map(tag => {
    const [begin = '', end = '', ...more] = tag.trim().split(graphId)
    const [, version = 0] = (more.length === 0 && tagBegin.test(begin) && tagEnd.exec(end)) || []
    return Number(version)
  })
  return Math.max(...versions)
}
