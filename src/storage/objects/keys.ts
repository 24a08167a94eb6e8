/** Keys of objects. All keys of a graph begin with its id, and no key is ever used twice. */

import { randomBytes } from 'node:crypto'
import type { VersionRef } from '../../domain/graph/graph.ts'
import { type GraphId, parseGraphId } from '../../domain/ids.ts'

/** The common prefix of the keys of a graph's objects. */
export const graphPrefix = (graphId: GraphId): string => `${graphId}/`

/** `graphId/version.variant.random`, the variant in base64url. */
export function newKey({ graphId, version }: VersionRef, variant: string): string {
  const name = Buffer.from(variant).toString('base64url')
  return `${graphPrefix(graphId)}${version}.${name}.${randomBytes(9).toString('base64url')}`
}

/** The image that a key belongs to; null for an object that is not ours. */
export function parseKey(key: string): { readonly ref: VersionRef; readonly variant: string } | null {
  const [, id = '', version, name = ''] = /^([^/]+)\/(\d+)\.([\w-]+)\.[\w-]+$/.exec(key) ?? []
  const graphId = parseGraphId(id)
  if (graphId === null) return null
  return { ref: { graphId, version: Number(version) }, variant: Buffer.from(name, 'base64url').toString() }
}
