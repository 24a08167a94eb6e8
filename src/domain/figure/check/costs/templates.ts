/** Finds values that the template gives to traces without their own. */

import { type FigureTree, none, type Place } from '../../tree/figure-tree.ts'
import type { EstimatedFigure } from './cost.ts'

/** Returns the first trace of a type in the template; `none` if there is none. */
export function templatesOf({ tree, layout }: EstimatedFigure): (type: string) => Place {
  const data = layout === none ? none : tree.at(layout, 'template', 'data')
  if (data === none) return () => none
  const known = new Map<string, Place>()
  return type => {
    const found = known.get(type) ?? firstOf(tree, tree.member(data, type))
    known.set(type, found)
    return found
  }
}

const firstOf = (tree: FigureTree, list: Place): Place => (list === none ? none : tree.first(list))

/** The value at this path of the part, or else of the same part of the template. */
export function givenAt(tree: FigureTree, part: Place, template: Place, ...path: readonly string[]): Place {
  const own = tree.at(part, ...path)
  return own === none && template !== none ? tree.at(template, ...path) : own
}
