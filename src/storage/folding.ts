/**
 * Decides when appended points are folded into their figure. A fold rewrites the whole figure, so it waits until the
 * appends since the last fold are large compared to that.
 */

export interface FoldState {
  /** The number of appends since the figure was written, without those of kept versions. */
  readonly count: number
  readonly bytes: number
  /** The size of the figure's data. */
  readonly figureBytes: number
}

export const isWorthFolding = ({ count, bytes, figureBytes }: FoldState): boolean =>
  bytes >= Math.max(64 * 1024, figureBytes / 2) || count >= Math.max(512, figureBytes / 2048)
