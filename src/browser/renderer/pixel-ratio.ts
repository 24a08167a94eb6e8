/** The size of the canvases of WebGL, relative to that of the image. */

import type { PreparedFigure } from '../figure/prepare.ts'

export const usualPixelRatio = 2
/** At twice their size, parallel coordinates of more pixels take more memory than browsers give: 9 million took 4 GB. */
const maxPixels = 12_000_000

/** 1 for large parallel coordinates, which are drawn on several canvases. */
export function pixelRatioOf({ data, layout }: Pick<PreparedFigure, 'data' | 'layout'>): number {
  const pixels = Number(layout.width) * Number(layout.height)
  return pixels > maxPixels && data.every(({ type }) => type === 'parcoords') ? 1 : usualPixelRatio
}
