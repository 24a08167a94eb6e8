/** Finds the axes of traces in the layout. */

import { usualId } from '../../../plotly/older-spellings.ts'
import { isObject, type JsonObject } from '../table/columns.ts'

/** The id of a trace's axis, such as `x2`. */
export function axisIdOf(trace: JsonObject, letter: 'x' | 'y'): string {
  const id = trace[`${letter}axis`]
  return typeof id === 'string' ? usualId(id) : letter
}

/** The axis with that id in the layout, which may name the first one `xaxis1`; empty if there is none. */
export function axisOf(layout: JsonObject, id: string): JsonObject {
  const name = `${id.charAt(0)}axis${id.slice(1)}`
  const axis = layout[name] ?? (id.length === 1 ? layout[`${name}1`] : null)
  return isObject(axis) ? axis : {}
}
