/**
 * When appended points are folded into the figure they were appended to. Each fold writes the figure whole, so it
 * waits until that is little beside what was appended since the last one.
 */

export interface FoldState {
  /** Appends since the figure was written, without those of versions that are kept. */
  readonly count: number
  readonly bytes: number
  /** Of the figure's data. */
  readonly figureBytes: number
}

export const isWorthFolding = ({ count, bytes, figureBytes }: FoldState): boolean =>
  bytes >= Math.max(64 * 1024, figureBytes / 2) || count >= Math.max(512, figureBytes / 2048)
