/** A store whose content can be written to a backup and read back, in a format that all backends share. */

import type { Warning } from '../domain/figure/warning.ts'
import type { GraphRecord, VersionStamp } from '../domain/graph/graph.ts'
import type { GraphId } from '../domain/ids.ts'
import type { Store } from '../domain/ports.ts'
import { type AppError, invalidParameter } from '../errors/errors.ts'
import { unreachable } from '../errors/unreachable.ts'
import type { ArtifactIndex } from './artifact-index.ts'
import type { PackedFigure } from './figure-codec.ts'
import type { LayoutPrefix } from './layout-prefix.ts'

export type DumpItem =
  | { readonly kind: 'layoutPrefix'; readonly prefix: LayoutPrefix }
  | {
      readonly kind: 'graph'
      readonly record: GraphRecord
      /** The figure of version `base`, which is the record's version if nothing was appended since. */
      readonly figure: PackedFigure
      readonly base: VersionStamp
    }
  /** An earlier figure that was replaced. */
  | {
      readonly kind: 'pastFigure'
      readonly graphId: GraphId
      readonly at: VersionStamp
      readonly title: string | null
      readonly traceTypes: readonly string[]
      readonly warnings: readonly Warning[]
      readonly figure: PackedFigure
    }
  /** The packed segment of an append, which made that version. */
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
 * A store that can be backed up. Images are left out, because they are rendered again on request, and so are idempotency
 * claims, because they expire after a day.
 */
export interface PortableStore extends Store {
  readonly artifacts: ArtifactIndex
  /**
   * Yields graphs, each after its layout prefix and before its older versions, then records in order of insertion. Records
   * come last so that the accounts of all graphs are included.
   */
  dump(): AsyncIterable<DumpItem>
  /**
   * Stores all items and replaces existing ones with the same id. The embedded store uses one transaction. MongoDB loads
   * batch by batch, so that a failure leaves the earlier batches in place.
   */
  load(batches: AsyncIterable<readonly DumpItem[]>, options: LoadOptions): Promise<void>
  /** Marks unfinished restores; null if `load` is a transaction. */
  readonly restoring: RestoreMarks | null
  /** Whether the store has neither graphs nor records. */
  isEmpty(): Promise<boolean>
}

export interface LoadOptions {
  /** Reject with `notEmpty` if the store has content. Only checked where `load` is a transaction. */
  readonly intoEmpty: boolean
}

/** The error of a restore into a store with content, with the ways to go on. */
export const notEmpty = (): AppError =>
  invalidParameter('FILE', 'the store is not empty; --force replaces what has the same id and keeps the rest')

/** A restore that is running or was interrupted. */
export interface RestoreMark {
  /** A hash of the backup file. */
  readonly backup: string
  /** The store was empty before, so all of its content comes from this restore. */
  readonly intoEmpty: boolean
  readonly begunAt: Date
  /** Identifies the run. Earlier releases did not write this field and the next. */
  readonly run?: string
  /** Incremented while the restore is running. */
  readonly beats?: number
}

/** The mark of a restore that cannot be rolled back. While it exists, the store can only be opened for another restore. */
export interface RestoreMarks {
  find(): Promise<RestoreMark | null>
  /** Sets the mark if there is none, or replaces `instead` if that is unchanged. False if another restore was faster. */
  begin(mark: RestoreMark, instead: RestoreMark | null): Promise<boolean>
  /** Keeps the mark alive. False if another restore has taken over. */
  renew(mark: RestoreMark): Promise<boolean>
  end(mark: RestoreMark): Promise<void>
  /** Removes the whole content of the store. */
  clear(): Promise<void>
}

const batchItems = 200
const batchBytes = 8 * 1024 * 1024

/** Groups items into batches of limited number and size. */
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
