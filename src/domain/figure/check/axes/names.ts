/** Finds the axes of traces in the layout. */

import { axisNamesOf } from '../../../../plotly/axis-names.ts'
import { usualId } from '../../../../plotly/schema/older-spellings.ts'
import { type FigureTree, none, type Place } from '../../tree/figure-tree.ts'
import type { Letter } from '../layout-parts.ts'
import type { FigureView, TraceView } from '../views.ts'

/** The id of a trace's axis, such as `x2`. */
export const axisIdOf = (tree: FigureTree, { place }: TraceView, letter: Letter): string =>
  usualId(tree.string(tree.member(place, `${letter}axis`)) ?? letter)

/** The layout of a trace's axis; `none` if there is none. */
export function axisOf({ tree, layout }: FigureView, trace: TraceView, letter: Letter): Place {
  return layout === none ? none : axisInLayout(tree, layout, axisIdOf(tree, trace, letter))
}

/** The type that the layout gives a trace's axis; null if it gives none. */
export const axisTypeOf = (figure: FigureView, trace: TraceView, letter: Letter): string | null =>
  figure.tree.string(figure.tree.member(axisOf(figure, trace, letter), 'type'))

/** The axis with that id in a layout; `none` if there is none. */
export function axisInLayout(tree: FigureTree, layout: Place, id: string): Place {
  for (const name of axisNamesOf(id)) {
    const place = tree.member(layout, name)
    if (place !== none) return place
  }
  return none
}
