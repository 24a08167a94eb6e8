/** Versions in requests and answers: `?version=`, `If-Match`, `Plotgate-Version` (contract, "Versions"). */

import type { GraphRecord, VersionRef } from '../domain/graph/graph.ts'
import type { GraphId } from '../domain/ids.ts'
import { invalidParameter } from '../errors/errors.ts'
import type { Context } from './context.ts'

const versionHeader = 'Plotgate-Version'

/** No graph has ever had so many; stores know no number above. */
const largest = 2 ** 31 - 1

/** A version's number as text; null where it is none. Any beyond the largest stands for one that is not there. */
export const parseVersion = (text: string): number | null =>
  /^[1-9]\d*$/.test(text) ? Math.min(Number(text), largest) : null

/** `?version=n`; undefined where the newest is asked for. Throws `invalid_parameter`. */
export function versionOf(ctx: Context): number | undefined {
  if (!ctx.req.url?.includes('?')) return undefined
  const [given, ...more] = ctx.URL.searchParams.getAll('version')
  if (given === undefined) return undefined
  if (more.length > 0) throw invalidParameter('version', 'is given more than once')
  const version = parseVersion(given)
  if (version === null) throw invalidParameter('version', 'must be a whole number from 1')
  return version
}

/** `Plotgate-Version`. */
export function setVersion(ctx: Context, { version }: Pick<VersionRef, 'version'>): void {
  ctx.res.setHeader(versionHeader, String(version))
}

/** Which version an answer is of, and where the graph does not stay, when it goes (RFC 8594). */
export function setGraphHeaders(ctx: Context, graph: Pick<GraphRecord, 'version' | 'expiresAt'>): void {
  setVersion(ctx, graph)
  if (graph.expiresAt) ctx.res.setHeader('Sunset', graph.expiresAt.toUTCString())
}

/** The tag of a presentation of a version. `edition` names what else its text depends on. */
export const versionTag = (edition: string, { graphId, version }: VersionRef): string =>
  `"${edition}.${graphId}.${version}"`

/** A tag of ours up to the graph's id, as a proxy may have weakened it. */
const tagBegin = /^(?:W\/)?"[\w.-]*$/
/** What follows the id: the version, and what a proxy added to a compressed answer. */
const tagEnd = /^\.(\d{1,10})(?:[.-][a-z]+)?"$/

/**
 * Which version a change may be made on: undefined where any will do, 0 where none can be meant. That is so of an
 * `If-Match` without a tag, as the caller found none to send, and of `If-None-Match: *`, as it means to make what is not
 * there: neither replaces anything unseen. The version is all that counts of a tag: every presentation of it changes
 * with it.
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
