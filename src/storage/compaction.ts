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

export const isWorthCompacting = ({ count, bytes, figureBytes }: CompactionState): boolean =>
  bytes >= Math.max(64 * 1024, figureBytes / 2) || count >= Math.max(512, figureBytes / 2048)
