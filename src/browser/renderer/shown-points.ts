/**
 * Leaves out points of scattergl that would change no pixel, because points drawn later cover them wholly. In a dense cloud
 * these are nearly all, and drawing a point in software takes more than finding out.
 */

import { createCoveredPixels, type DiscSize } from './covered-pixels.ts'
import { usualPixelRatio } from './pixel-ratio.ts'

/** Of `regl-scatter2d`: the points of a trace. */
export interface PointGroup {
  readonly count: number
  /** Of each point x and y, in the units of `range`. Of other kinds of plots, two buffers. */
  readonly positions: ArrayLike<number> | { readonly x: object; readonly y: object }
  /** The least x and y, and the greatest, of the viewport. */
  readonly range: readonly [number, number, number, number]
  /** In pixels of the canvas. */
  readonly viewport: { readonly width: number; readonly height: number }
  readonly size: number | readonly number[]
  readonly borderSize: number | readonly number[]
  readonly opacity: number
  /** Indices of the palette. */
  readonly color: number | readonly number[]
  /** Of each symbol, whether the points have it; circles are the first. */
  readonly activation: readonly unknown[]
}

/** With fewer points nothing is gained. */
const fewPoints = 5_000
/** In pixels, for roundings of the shader and for where it puts points. */
const margin = 1 / 8
/** Sizes are bytes that stand for at most this. */
const maxSize = 100

/**
 * The points of a trace that are to be drawn, in their order; null where all are. Only circles of one size are looked at.
 * `palette` has four bytes a colour; `ratio` is that of the canvas to the plot, in whose pixels the sizes of points are.
 */
export function shownPoints(
  group: PointGroup,
  palette: ArrayLike<number>,
  ratio = usualPixelRatio,
): Uint32Array | null {
  const { count, positions, range, opacity, color, activation } = group
  const size = sizeOf(group, ratio)
  if (count < fewPoints || opacity !== 1 || activation[0] !== true || !size || !('length' in positions))
    return null

  const [width, height] = [Math.trunc(group.viewport.width), Math.trunc(group.viewport.height)]
  const [left, bottom, right, top] = range
  const isExact = roundedBy(left, right) * width < margin / 2 && roundedBy(bottom, top) * height < margin / 2
  if (!isExact || width <= 0 || height <= 0) return null

  const pixels = createCoveredPixels(width, height, size)
  const isOpaque = (point: number) =>
    palette[4 * (typeof color === 'number' ? color : color[point]!) + 3] === 255
  const shown = new Uint32Array(count)
  let first = count
  for (let point = count - 1; point >= 0; point--) {
    const x = ((positions[2 * point]! - left) / (right - left)) * width
    const y = ((positions[2 * point + 1]! - bottom) / (top - bottom)) * height
    if (pixels.covers(x, y)) continue
    shown[--first] = point
    // Points outside of the viewport are not drawn, although they reach into it.
    const isWithin = x > margin && x < width - margin && y > margin && y < height - margin
    if (isWithin && isOpaque(point)) pixels.cover(x, y)
  }
  return shown.subarray(first)
}

/** Null where a point covers no pixel whatever was below it. */
function sizeOf({ size, borderSize }: PointGroup, ratio: number): DiscSize | null {
  if (typeof size !== 'number' || typeof borderSize !== 'number') return null
  const side = (asShader(size) + asShader(borderSize)) * ratio
  // Points are smooth half a pixel inside and outside of their edge, and borders of theirs.
  const core = side / 2 - asShader(borderSize) * ratio - 0.5 - margin
  return core > 0 ? { core, radius: side / 2 + 0.5 + margin } : null
}

/** By how much of the axis the shader, which adds two numbers of 24 bits, may round the place of a point. */
const roundedBy = (least: number, most: number) =>
  (Math.max(Math.abs(least), Math.abs(most)) / Math.abs(most - least)) * 2 ** -46

const asShader = (size: number) => (Math.round((size * 255) / maxSize) * maxSize) / 255
