/**
 * Decides when a graph is compacted: its appended points are merged into its figure. Compaction rewrites the whole
 * figure, so it waits until the appends since the last one are large compared to that.
 */

export interface CompactionState {
  /** The number of appends since the figure was written, without those of kept versions. */
  readonly count: number
  readonly bytes: number
  /** The size of the figure's data. */
  readonly figureBytes: number
}

/** In versions: how often it is checked whether a graph is worth compacting. */
const checkEvery = 64
/** In bytes. It is also checked after an append of at least this size. */
const largeAppend = 64 * 1024

/** Whether to check a graph after appends of these sizes, in bytes, which made the versions after `from` up to `to`. */
export const isCheckDue = (from: number, to: number, sizes: readonly number[]): boolean =>
  Math.floor(to / checkEvery) > Math.floor(from / checkEvery) || sizes.some(size => size >= largeAppend)

/** Whether merging the appends is worth writing the whole figure. */
export const isWorthCompacting = ({ count, bytes, figureBytes }: CompactionState): boolean =>
  bytes >= Math.max(64 * 1024, figureBytes / 2) || count >= Math.max(512, figureBytes / 2048)
