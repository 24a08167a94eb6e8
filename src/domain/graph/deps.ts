/** The dependencies of the graph use-cases. */

import type { BodyReaders } from '../figure/body-readers.ts'
import type { Images } from '../image/images.ts'
import type { Store } from '../ports.ts'
import type { Lifetimes } from './expiry.ts'
import type { Feed } from './feed.ts'

export interface GraphsDeps {
  readonly store: Store
  readonly images: Pick<Images, 'prerender' | 'evict'>
  readonly bodies: Pick<BodyReaders, 'readSubmission' | 'readAppend' | 'shapeOf'>
  readonly lifetimes: Lifetimes
  /** Receives every change once it is durable. */
  readonly feed: Pick<Feed, 'publish'>
}
