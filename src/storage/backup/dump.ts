/** Everything a store holds that cannot be made again, in batches that any other store takes. */

import type { Warning } from '../../domain/figure/warning.ts'
import type { GraphRecord, VersionStamp } from '../../domain/graph/graph.ts'
import type { GraphId } from '../../domain/ids.ts'
import type { Store } from '../../domain/ports.ts'
import { type AppError, invalidParameter } from '../../errors/errors.ts'
import { unreachable } from '../../errors/unreachable.ts'
import type { ArtifactIndex } from '../artifact-index.ts'
import type { PackedFigure } from '../figure-codec.ts'
import type { LayoutPrefix } from '../layout-prefix.ts'

export type DumpItem =
  | { readonly kind: 'layoutPrefix'; readonly prefix: LayoutPrefix }
  | {
      readonly kind: 'graph'
      readonly record: GraphRecord
      /** Of the version `base`, which is the record's where nothing was appended since. */
      readonly figure: PackedFigure
      readonly base: VersionStamp
    }
  /** A figure that was replaced. */
  | {
      readonly kind: 'pastFigure'
      readonly graphId: GraphId
      readonly at: VersionStamp
      readonly title: string | null
      readonly traceTypes: readonly string[]
      readonly warnings: readonly Warning[]
      readonly figure: PackedFigure
    }
  /** A packed segment, which made that version. */
  | {
      readonly kind: 'append'
      readonly graphId: GraphId
      readonly at: VersionStamp
      readonly body: Uint8Array
    }
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
 * A store that can be backed up. Left out: images, which are drawn again when asked for, and idempotency
 * claims, which live for a day.
 */
export interface PortableStore extends Store {
  readonly artifacts: ArtifactIndex
  /**
   * Graphs first, each after the layout prefix it needs and before what is kept of its past, then records in the order of their insertion, so that every
   * graph's account comes along.
   */
  dump(): AsyncIterable<DumpItem>
  /**
   * Stores all of it; what has the same id is replaced. The embedded store does it in one transaction; MongoDB batch by
   * batch, and what it refuses in the middle leaves those before.
   */
  load(batches: AsyncIterable<readonly DumpItem[]>, options: LoadOptions): Promise<void>
  /** Where `load` is no transaction. */
  readonly restoring: RestoreMarks | null
  /** Whether there is neither a graph nor a record. */
  isEmpty(): Promise<boolean>
}

export interface LoadOptions {
  /** Where it is a transaction, it rejects with `notEmpty` when something is there as it begins. */
  readonly intoEmpty: boolean
}

export const notEmpty = (): AppError =>
  invalidParameter('FILE', 'the store is not empty; --force replaces what has the same id and keeps the rest')

/** A restore that is under way, or did not come to its end. */
export interface RestoreMark {
  /** Hash of the backup's file. */
  readonly backup: string
  /** Nothing was there before: what is there now came with it. */
  readonly intoEmpty: boolean
  readonly begunAt: Date
  /** Whose it is; missing in what earlier versions wrote, as is the next. */
  readonly run?: string
  /** Grows while that restore goes on. */
  readonly beats?: number
}

/** What a store keeps of a restore that it cannot take back: with the mark, it is opened for another restore alone. */
export interface RestoreMarks {
  find(): Promise<RestoreMark | null>
  /** Sets it where there is none, or in place of one that is as it was found. False: another restore was faster. */
  begin(mark: RestoreMark, instead: RestoreMark | null): Promise<boolean>
  /** Says that this restore goes on. False: another one has taken its place. */
  renew(mark: RestoreMark): Promise<boolean>
  end(mark: RestoreMark): Promise<void>
  /** Removes all that is stored. */
  clear(): Promise<void>
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
  switch (item.kind) {
    case 'graph':
    case 'pastFigure':
      return item.figure.body.byteLength
    case 'append':
      return item.body.byteLength
    case 'record':
      return item.value.length
    case 'layoutPrefix':
      return item.prefix.text.length
    default:
      return unreachable(item)
  }
}
