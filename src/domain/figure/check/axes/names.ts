/** The two names of axes: `x2` in traces, `xaxis2` in the layout. */

import { usualId } from '../../../../plotly/older-spellings.ts'
import { type FigureTree, none, type Place } from '../../tree/figure-tree.ts'
import type { Letter } from '../layout-parts.ts'
import type { FigureView, TraceView } from '../views.ts'

/** The id of a trace's axis, such as `x2`. */
export const axisIdOf = (tree: FigureTree, { place }: TraceView, letter: Letter): string =>
  usualId(tree.string(tree.member(place, `${letter}axis`)) ?? letter)

/** The name in the layout: `xaxis2` for `x2`. */
export const axisNameOf = (id: string): string => `${id.charAt(0)}axis${id.slice(1)}`

/** The layout of a trace's axis; `none` if there is none. */
export function axisOf({ tree, layout }: FigureView, trace: TraceView, letter: Letter): Place {
  return layout === none ? none : axisInLayout(tree, layout, axisIdOf(tree, trace, letter))
}

/** The axis with that id in a layout, which may name the first one `xaxis1`; `none` if there is none. */
export function axisInLayout(tree: FigureTree, layout: Place, id: string): Place {
  const name = axisNameOf(id)
  const place = tree.member(layout, name)
  return place === none && id.length === 1 ? tree.member(layout, `${name}1`) : place
}
