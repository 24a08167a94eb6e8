/** Finds the axes of traces in the layout. */

import { axisNamesOf } from '../../../plotly/axis-names.ts'
import { usualId } from '../../../plotly/schema/older-spellings.ts'
import { isObject, type JsonObject } from '../table/columns.ts'

/** The id of a trace's axis, such as `x2`. */
export function axisIdOf(trace: JsonObject, letter: 'x' | 'y'): string {
  const id = trace[`${letter}axis`]
  return typeof id === 'string' ? usualId(id) : letter
}

/** The axis with that id in the layout; empty if there is none. */
export function axisOf(layout: JsonObject, id: string): JsonObject {
  const axis = axisNamesOf(id)
    .map(name => layout[name])
    .find(axis => axis !== undefined && axis !== null)
  return isObject(axis) ? axis : {}
}
