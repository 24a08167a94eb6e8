/** Where the subplots of a figure stand, and which part of it each has. */

import { partOf, type WordContext } from './context.ts'
import { numberOr } from './measure.ts'

export interface Plot {
  readonly left: number
  readonly right: number
  readonly width: number
  readonly height: number
}

/** The place of all subplots, in pixels, with the margins beside it. */
export function plotOf({ figure: { layout }, defaults, space }: WordContext): Plot {
  const margin = { ...partOf(defaults, 'margin'), ...partOf(layout, 'margin') }
  const [left, right, top, bottom] = ['l', 'r', 't', 'b'].map(side => numberOr(margin[side], 0))
  return {
    left: left!,
    right: right!,
    width: space.width - left! - right!,
    height: space.height - top! - bottom!,
  }
}

/** From, to: of the plot's width or height, or in pixels. */
export type Range = readonly [number, number]

/** Of a `domain`; the whole where it says nothing. */
export function rangeOf(value: unknown): Range {
  const [from, to] = Array.isArray(value) ? value : []
  return [numberOr(from, 0), numberOr(to, 1)]
}

export const lengthOf = ([from, to]: Range): number => to - from
