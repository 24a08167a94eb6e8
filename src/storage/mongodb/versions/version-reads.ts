/** Reads versions of graphs in MongoDB. */

import type { GraphRecord, VersionStamp } from '../../../domain/graph/graph.ts'
import type { GraphId } from '../../../domain/ids.ts'
import type { ClaimedChange } from '../../../domain/ports.ts'
import type { PackedFigure } from '../../figure-codec.ts'
import {
  type AppendDoc,
  type Collections,
  type FigureRef,
  fromGraphDoc,
  type GraphDoc,
  type HeldClaim,
  type PastFigure,
} from '../documents/documents.ts'
import { packedFigure } from '../figures.ts'

/** A figure, and the packed segments that were appended to it up to a version. */
export interface StoredVersion {
  readonly base: FigureRef
  readonly figure: PackedFigure
  readonly appends: readonly Uint8Array[]
}

/** How often a graph is read again after a concurrent change. */
const attempts = 5

/** The number of the newest version of a graph. */
export const newestOf = (doc: Pick<GraphDoc, 'version'>): number => doc.version ?? 1

/** Where the newest figure of a graph is: the one to which points are appended. */
export const figureOf = (doc: GraphDoc): FigureRef =>
  doc.figure ?? { id: doc._id, version: 1, createdAt: doc.createdAt }

/** The figure that a version is based on: the newest one, or one that was replaced. */
export function baseOf(doc: GraphDoc, version: number): FigureRef | PastFigure | null {
  const newest = figureOf(doc)
  if (version >= newest.version) return newest
  return doc.past?.find(each => each.version <= version) ?? null
}

const isKept = (doc: GraphDoc, version: number, kept: number): boolean =>
  version <= newestOf(doc) && version >= newestOf(doc) - kept

/** The valid appends to a figure, according to the graph's version. Leaves out unfinished attempts. */
export function appendsTo(doc: GraphDoc, base: FigureRef, docs: readonly AppendDoc[]): readonly AppendDoc[] {
  const later = [figureOf(doc), ...(doc.past ?? [])]
    .map(({ version }) => version)
    .filter(v => v > base.version)
  const end = later.length > 0 ? Math.min(...later) - 1 : newestOf(doc)
  return docs.filter(({ first, last }) => first > base.version && last <= end)
}

async function readAppends(
  { appends }: Collections,
  doc: GraphDoc,
  base: FigureRef,
  upTo: number,
): Promise<readonly AppendDoc[]> {
  if (upTo === base.version) return []
  const found = await appends
    .find({ graphId: doc._id, first: { $gt: base.version, $lte: upTo } })
    .sort({ first: 1 })
    .toArray()
  return appendsTo(doc, base, found)
}

/** Null if that version (default: the newest) is not kept. */
export async function readStored(
  collections: Collections,
  graphId: GraphId,
  version: number | null,
  kept: number,
): Promise<StoredVersion | null> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const doc = await collections.graphs.findOne({ _id: graphId })
    const wanted = version ?? (doc ? newestOf(doc) : 0)
    const base = doc && isKept(doc, wanted, kept) ? baseOf(doc, wanted) : null
    if (!doc || !base) return null
    const [figure, docs] = await Promise.all([
      collections.figures.findOne({ _id: base.id }),
      readAppends(collections, doc, base, wanted),
    ])
    const appends = docs
      .flatMap(({ segments }) => segments.map(({ body }) => body))
      .slice(0, wanted - base.version)
    // The figure was compacted or pruned since the graph was read, so read the graph again.
    const packed = figure && (await packedFigure(collections, figure))
    if (packed && appends.length === wanted - base.version) return { base, figure: packed, appends }
  }
  return null
}

/** The graph as of an older version. */
export async function readRecord(
  collections: Collections,
  graphId: GraphId,
  version: number,
  kept: number,
): Promise<GraphRecord | null> {
  const doc = await collections.graphs.findOne({ _id: graphId })
  const base = doc && isKept(doc, version, kept) ? baseOf(doc, version) : null
  if (!doc || !base) return null
  if (version === newestOf(doc)) return fromGraphDoc(doc)
  const at = (await stampsOf(collections, doc, version)).find(each => each.version === version)
  if (!at) return null
  const past = doc.past?.find(each => each.id === base.id)
  const { title, traceTypes, warnings } = past ?? fromGraphDoc(doc)
  // Only the rendering state of the newest version is stored.
  const rendering = { status: 'pending', error: null, omitted: [] } as const
  return { ...fromGraphDoc(doc), title, traceTypes, warnings, rendering, version, updatedAt: at.createdAt }
}

/** The kept versions, newest first. */
export async function stampsOf(
  { appends }: Collections,
  doc: GraphDoc,
  oldest: number,
): Promise<readonly VersionStamp[]> {
  const bases = [figureOf(doc), ...(doc.past ?? [])]
  const found = await appends
    .find({ graphId: doc._id, last: { $gte: oldest } }, { projection: { 'segments.body': 0 } })
    .sort({ first: 1 })
    .toArray()
  const stamps = bases.flatMap(base => [
    { version: base.version, createdAt: base.createdAt },
    ...appendsTo(doc, base, found).flatMap(({ first, segments }) =>
      segments.map(({ createdAt }, i) => ({ version: first + i, createdAt })),
    ),
  ])
  return stamps.filter(({ version }) => version >= oldest).sort((a, b) => b.version - a.version)
}

/** The packed segments after a version; null if the figure was replaced since. */
export async function readSince(
  collections: Collections,
  graphId: GraphId,
  version: number,
): Promise<readonly Uint8Array[] | null> {
  const doc = await collections.graphs.findOne({ _id: graphId })
  const base = doc && figureOf(doc)
  if (!doc || !base || version < base.version) return null
  const docs = await readAppends(collections, doc, base, newestOf(doc))
  const bodies = docs
    .flatMap(({ first, segments }) => segments.map(({ body }, i) => ({ version: first + i, body })))
    .filter(each => each.version > version)
  return bodies.length === newestOf(doc) - version ? bodies.map(({ body }) => body) : null
}

/** The change made under a claim, from `claims`, or from the change itself if its writer died before updating the claim. */
export async function readClaimed(
  collections: Collections,
  graphId: GraphId,
  claimId: string,
): Promise<ClaimedChange | null> {
  const now = new Date()
  const answered = await collections.claims.findOne({ _id: claimId, expiresAt: { $gt: now } })
  if (answered)
    return { graphId: answered.graphId, bodyHash: answered.bodyHash, version: answered.version ?? 1 }
  const doc = await collections.graphs.findOne({ _id: graphId })
  if (!doc) return null
  const isIt = (claim: HeldClaim | undefined) => claim?.id === claimId && claim.expiresAt > now
  for (const { claim, version } of [figureOf(doc), ...(doc.past ?? [])])
    if (claim && isIt(claim)) return { graphId, bodyHash: claim.bodyHash, version }
  const held = await collections.appends.findOne({ graphId, 'segments.claim.id': claimId })
  const base = held && baseOf(doc, held.first)
  if (!held || !base || appendsTo(doc, base, [held]).length === 0) return null
  const at = held.segments.findIndex(({ claim }) => isIt(claim))
  const claim = held.segments[at]?.claim
  return claim ? { graphId, bodyHash: claim.bodyHash, version: held.first + at } : null
}
