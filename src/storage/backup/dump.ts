/** Everything a store holds that cannot be made again, in batches that any other store takes. */

import type { GraphRecord } from '../../domain/graph/graph.ts'
import type { Store } from '../../domain/ports.ts'
import type { PackedFigure } from '../figure-codec.ts'
import type { LayoutPrefix } from '../layout-prefix.ts'

export type DumpItem =
  | { readonly kind: 'layoutPrefix'; readonly prefix: LayoutPrefix }
  | { readonly kind: 'graph'; readonly record: GraphRecord; readonly figure: PackedFigure }
  | {
      readonly kind: 'record'
      readonly collection: string
      readonly id: string
      readonly owner: string | null
      readonly expiresAt: Date | null
      /** A JSON object. */
      readonly value: string
    }

/**
 * A store that can be backed up. Left out: pictures, which are drawn again when asked for, and idempotency
 * claims, which live for a day.
 */
export interface PortableStore extends Store {
  /**
   * Graphs first, each after the layout prefix it needs, then records in the order of their insertion, so that every
   * graph's account comes along.
   */
  dump(): AsyncIterable<DumpItem>
  /** Stores these; what has the same id is replaced. */
  load(items: readonly DumpItem[]): Promise<void>
  /** Whether there is neither a graph nor a record. */
  isEmpty(): Promise<boolean>
}

const batchItems = 200
const batchBytes = 8 * 1024 * 1024

/** Items in batches of bounded number and size. */
export async function* inBatches(
  items: AsyncIterable<DumpItem> | Iterable<DumpItem>,
): AsyncIterable<DumpItem[]> {
  let batch: DumpItem[] = []
  let bytes = 0
  for await (const item of items) {
    batch.push(item)
    bytes += sizeOf(item)
    if (batch.length < batchItems && bytes < batchBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  if (batch.length > 0) yield batch
}

function sizeOf(item: DumpItem): number {
  if (item.kind === 'graph') return item.figure.body.byteLength
  return item.kind === 'record' ? item.value.length : item.prefix.text.length
}
