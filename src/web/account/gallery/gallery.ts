/** Pages of the gallery, in both orders. */

import type { Actor } from '../../../domain/actor.ts'
import type { GraphRecord } from '../../../domain/graph/graph.ts'
import type { Graphs } from '../../../domain/graph/graphs.ts'
import { listEnd } from '../../../domain/graph/list-end.ts'
import type { ListCursor } from '../../../domain/ports.ts'
import { type GraphKind, graphKinds } from './graph-kinds.ts'
import type { GalleryOrder } from './graphs-page.ts'

const pageSize = 24

interface GalleryQuery {
  /** A text that titles must contain; empty for all graphs. */
  readonly title: string
  /** Null for all kinds. */
  readonly kind: GraphKind | null
  readonly order: GalleryOrder
  /** Cursors in this order. `after` takes precedence. */
  readonly after: ListCursor | null
  readonly before: ListCursor | null
}

interface GallerySlice {
  readonly graphs: readonly GraphRecord[]
  readonly previous: boolean
  readonly next: boolean
}

/** Reads a page. The store lists the newest graphs first, so the other order is read backwards from its end. */
export async function galleryOf(
  graphs: Pick<Graphs, 'list'>,
  actor: Actor,
  { title, kind, order, after, before }: GalleryQuery,
): Promise<GallerySlice> {
  const back = after === null && before !== null
  const place = after ?? before ?? (order === 'oldest' ? listEnd : null)
  const towardsNewer = back === (order === 'newest')
  const found = await graphs.list(actor, {
    limit: pageSize + 1,
    ...(title && { title }),
    ...(kind && { types: graphKinds[kind].types }),
    ...(place && (towardsNewer ? { before: place } : { after: place })),
  })
  const more = found.length > pageSize
  // When reading towards newer graphs, the additional graph is the first one.
  const slice = towardsNewer ? found.slice(-pageSize) : found.slice(0, pageSize)
  return {
    graphs: order === 'newest' ? slice : slice.toReversed(),
    previous: back ? more : after !== null,
    next: back || more,
  }
}
