/** The size of the canvases of WebGL, relative to that of the image. */

import type { PreparedFigure } from '../figure/prepare.ts'

export const usualPixelRatio = 2
/** Of a canvas, in its pixels. The browser makes buffers that are no longer, so that the plot would lie beside its axes. */
const longestSide = 8192
/** At twice the size of a larger image, depths of four samples a pixel would take more than 1 GiB, which no browser gives. */
const maxPixels = 13_400_000
/** Parallel coordinates are drawn on several canvases. */
const maxParallelPixels = 12_000_000

/** Of the plots that are drawn on canvases as large as the image. Scenes and maps have canvases of their own sizes. */
const types = new Set<unknown>(['scattergl', 'scatterpolargl', 'splom', 'parcoords'])

/** Less for large images, and less than 1 for very long ones. */
export function pixelRatioOf({ data, layout }: Pick<PreparedFigure, 'data' | 'layout'>): number {
  if (!data.some(({ type }) => types.has(type))) return usualPixelRatio
  const [width, height] = [Number(layout.width), Number(layout.height)]
  const most = data.every(({ type }) => type === 'parcoords') ? maxParallelPixels : maxPixels
  const longest = Math.max(width, height)
  if (width * height <= most && usualPixelRatio * longest <= longestSide) return usualPixelRatio
  return Math.min(1, longestSide / longest)
}
