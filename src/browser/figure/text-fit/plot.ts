/** The positions of the subplots of a figure. */

import { type JsonObject, partOf } from '../../json.ts'
import type { FitContext } from './context.ts'
import { numberOr } from './measure.ts'

export interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The area of all subplots, in pixels, and the margins around it. */
export function plotOf({ figure: { layout }, defaults, space }: FitContext): Plot {
  const margin = { ...partOf(defaults, 'margin'), ...partOf(layout, 'margin') }
  const [left, right, top, bottom] = ['l', 'r', 't', 'b'].map(side => numberOr(margin[side], 0))
  return {
    left: left!,
    right: right!,
    top: top!,
    width: space.width - left! - right!,
    height: space.height - top! - bottom!,
  }
}

/** From and to: as shares of the plot's width or height, or in pixels. */
export type Range = readonly [number, number]

/** The range of a `domain`; the whole by default. */
export function rangeOf(value: unknown): Range {
  const [from, to] = Array.isArray(value) ? value : []
  return [numberOr(from, 0), numberOr(to, 1)]
}

/** The ranges of a subplot's `domain`: its own, or its cell of the layout's grid, as the library divides it. */
export function domainOf(domain: JsonObject, grid: JsonObject): { readonly x: Range; readonly y: Range } {
  const gap = Array.isArray(grid.subplots) ? 0.2 : 0.1
  const row = grid.roworder === 'bottom to top' ? domain.row : numberOr(grid.rows, 1) - 1 - Number(domain.row)
  return {
    x: cellOf(domain.x, domain.column, grid.columns, numberOr(grid.xgap, gap), partOf(grid, 'domain').x),
    y: cellOf(
      domain.y,
      domain.row === undefined ? undefined : row,
      grid.rows,
      numberOr(grid.ygap, gap),
      partOf(grid, 'domain').y,
    ),
  }
}

function cellOf(own: unknown, at: unknown, count: unknown, gap: number, whole: unknown): Range {
  if (own !== undefined || typeof at !== 'number' || typeof count !== 'number' || !(at < count))
    return rangeOf(own)
  const [from, to] = rangeOf(whole)
  const step = (to - from) / (count - gap)
  return [from + at * step, from + (at + 1 - gap) * step]
}

export const lengthOf = ([from, to]: Range): number => to - from
