/** Finds the axes and subplots of a layout in one pass, for all checks. */

import { usualId, usualName } from '../../../plotly/schema/older-spellings.ts'
import { type FigureTree, kinds, none, type Place } from '../tree/figure-tree.ts'

export type Letter = 'x' | 'y'

/** The lists of a layout whose items are placed on axes, by `xref` and `yref`. */
export const placedLists = ['annotations', 'shapes', 'images', 'selections'] as const

/** In the submitted order. The last of several members with one name counts. */
export interface LayoutParts {
  readonly axes: readonly PlaneAxis[]
  readonly others: readonly LayoutPart[]
}

/** A cartesian axis. */
export interface PlaneAxis {
  readonly place: Place
  readonly letter: Letter
  /** The id in traces: `x2` for `xaxis2`. */
  readonly id: string
}

export interface LayoutPart {
  readonly place: Place
  readonly kind: 'scene' | 'polar' | 'legend' | 'coloraxis'
  /** The id in traces, such as `scene2`. */
  readonly id: string
}

const named = /^(?:([xy])axis|(scene|polar|legend|coloraxis))(\d*)$/

/** Empty if there is no layout. */
export function layoutPartsOf(tree: FigureTree, layout: Place): LayoutParts {
  const axes: PlaneAxis[] = []
  const others: LayoutPart[] = []
  for (let place = layout === none ? none : tree.first(layout); place !== none; place = tree.next(place)) {
    const found = named.exec(tree.key(place))
    if (found === null || tree.is(place, kinds.null)) continue
    const [name, letter, kind, number] = found
    const usual = usualName(name)
    if (tree.find(layout, name) !== place || (usual !== name && tree.find(layout, usual) !== none)) continue
    if (letter) axes.push({ place, letter: letter as Letter, id: usualId(letter + number) })
    else others.push({ place, kind: kind as LayoutPart['kind'], id: usual })
  }
  return { axes, others }
}
