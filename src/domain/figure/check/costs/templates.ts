/** Finds values that the template gives to traces without their own. */

import { type FigureTree, none, type Place } from '../../tree/figure-tree.ts'
import type { FigureView } from '../views.ts'
import type { EstimatedFigure } from './cost.ts'

/** The same without templates. */
type Untemplated = Pick<FigureView, keyof EstimatedFigure>

/** Adds the template's trace of the same type to each trace. */
export function withTemplates({ tree, data, layout, parts, traces }: Untemplated): EstimatedFigure {
  const templates = tree.at(layout, 'template', 'data')
  const ofType = new Map<string, Place>()
  const templateOf = (type: string): Place => {
    const template = ofType.get(type) ?? firstOf(tree, tree.member(templates, type))
    ofType.set(type, template)
    return template
  }
  return {
    tree,
    data,
    layout,
    parts,
    traces: traces.map(trace => ({ ...trace, template: templateOf(trace.type) })),
  }
}

const firstOf = (tree: FigureTree, list: Place): Place => (list === none ? none : tree.first(list))

/** The text at this path of the part, or else of the same part of the template; null for none and for other values. */
export const textAt = (tree: FigureTree, part: Place, template: Place, ...path: readonly string[]) =>
  tree.string(givenAt(tree, part, template, ...path))

/** The value at this path of the part, or else of the same part of the template. */
export function givenAt(tree: FigureTree, part: Place, template: Place, ...path: readonly string[]): Place {
  const own = tree.at(part, ...path)
  return own === none && template !== none ? tree.at(template, ...path) : own
}
