/** One page of the gallery, in either order. */

import type { Actor } from '../../domain/actor.ts'
import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { Graphs } from '../../domain/graph/graphs.ts'
import { beforeAllGraphIds } from '../../domain/ids.ts'
import type { ListCursor } from '../../domain/ports.ts'
import { type GraphKind, graphKinds } from './graph-kinds.ts'
import type { GalleryOrder } from './graphs-page.ts'

const pageSize = 24

/** Before the oldest of all graphs. */
const beginning: ListCursor = { createdAt: new Date(0), graphId: beforeAllGraphIds }

interface GalleryQuery {
  /** What titles contain; empty for all. */
  readonly title: string
  /** Null for all. */
  readonly kind: GraphKind | null
  readonly order: GalleryOrder
  /** Places in this order; `after` counts where both are given. */
  readonly after: ListCursor | null
  readonly before: ListCursor | null
}

interface GallerySlice {
  readonly graphs: readonly GraphRecord[]
  readonly previous: boolean
  readonly next: boolean
}

/** The store lists the newest first: from its end, the other order is its way back. */
export async function galleryOf(
  graphs: Pick<Graphs, 'list'>,
  actor: Actor,
  { title, kind, order, after, before }: GalleryQuery,
): Promise<GallerySlice> {
  const back = after === null && before !== null
  const place = after ?? before ?? (order === 'oldest' ? beginning : null)
  const towardsNewer = back === (order === 'newest')
  const found = await graphs.list(actor, {
    limit: pageSize + 1,
    ...(title && { title }),
    ...(kind && { types: graphKinds[kind].types }),
    ...(place && (towardsNewer ? { before: place } : { after: place })),
  })
  const more = found.length > pageSize
  // Of those towards newer ones, the one too many is the first.
  const slice = towardsNewer ? found.slice(-pageSize) : found.slice(0, pageSize)
  return {
    graphs: order === 'newest' ? slice : slice.toReversed(),
    previous: back ? more : after !== null,
    next: back || more,
  }
}
