/** The parts of a layout of which there may be many, found in one walk however many rules ask for them. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'

export type Letter = 'x' | 'y'

/** In the order in which they were sent; of several of one name the last, as the charting library has it. */
export interface LayoutParts {
  readonly axes: readonly PlaneAxis[]
  readonly others: readonly LayoutPart[]
}

/** An axis of a plane. */
export interface PlaneAxis {
  readonly place: Place
  readonly letter: Letter
  /** As traces name it: `x2` of `xaxis2`. */
  readonly id: string
}

export interface LayoutPart {
  readonly place: Place
  readonly kind: 'scene' | 'polar' | 'legend' | 'coloraxis'
  /** As traces name it: `scene2`. */
  readonly id: string
}

const named = /^(?:([xy])axis|(scene|polar|legend|coloraxis))(\d*)$/

/** None of a layout that was not sent. */
export function layoutPartsOf(tree: FigureTree, layout: Place): LayoutParts {
  const axes: PlaneAxis[] = []
  const others: LayoutPart[] = []
  for (let place = layout === none ? none : tree.first(layout); place !== none; place = tree.next(place)) {
    const found = named.exec(tree.key(place))
    if (found === null || tree.is(place, kinds.null)) continue
    const [id, letter, kind, number] = found
    if (tree.find(layout, id) !== place) continue
    if (letter) axes.push({ place, letter: letter as Letter, id: letter + number })
    else others.push({ place, kind: kind as LayoutPart['kind'], id })
  }
  return { axes, others }
}
