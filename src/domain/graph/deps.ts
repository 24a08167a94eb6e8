/** The dependencies of the graph use-cases. */

import type { BodyReaders } from '../figure/body-readers.ts'
import type { GraphId } from '../ids.ts'
import type { Store } from '../ports.ts'
import type { Lifetimes } from './expiry.ts'
import type { Feed } from './feed.ts'
import type { OwnedGraph } from './graph.ts'

/** What changes of graphs do to their images. */
export interface GraphImages {
  /** Renders the first files of a version in the background. Skips versions of a graph that changes often. */
  prerender(graph: OwnedGraph): void
  /** Drops a deleted graph's images from memory and its renders from the queue. */
  evict(graphId: GraphId): void
}

export interface GraphsDeps {
  readonly store: Store
  readonly images: GraphImages
  readonly bodies: Pick<BodyReaders, 'readSubmission' | 'readAppend' | 'shapeOf'>
  readonly lifetimes: Lifetimes
  /** Receives every change once it is durable. */
  readonly feed: Pick<Feed, 'publish'>
}
