/** Where the subplots of a figure stand. */

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
