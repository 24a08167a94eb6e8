/** Which arrays of a trace have one value per point, by the charting library's schema. */

import { type Attribute, memberOf, type SchemaNode, traceSchema } from './schema.ts'

/** Matches arrays that belong to the trace as a whole, such as ticks of its colour bar. */
const ofTheWhole = /(?:^|\.)(?:colorbar\.|slices\.|meta$|columnorder$|columnwidth$)/

/** `path` is relative to the trace, such as `marker.size`. False for unknown attributes. */
export function isPointArray(type: string, path: string): boolean {
  if (ofTheWhole.test(path)) return false
  const attribute = attributeAt(type, path)
  return attribute?.kind === 'data_array' || attribute?.arrayOk === true
}

function attributeAt(type: string, path: string): Attribute | undefined {
  let node: SchemaNode | undefined = traceSchema(type)
  for (const name of path.split('.')) {
    node = node?.kind === 'container' ? memberOf(node, name) : undefined
  }
  return node?.kind === 'container' || node?.kind === 'list' ? undefined : node
}

/** Arrays whose values may be anything, because the library does not interpret them. */
export const uninterpretedArrays: ReadonlySet<string> = new Set(['customdata', 'ids', 'text', 'hovertext'])

/** Whether the values may be objects, on which the library fails in all other arrays. */
export function takesObjects(type: string, path: string): boolean {
  const attribute = attributeAt(type, path)
  if (attribute?.kind === 'data_array') return uninterpretedArrays.has(path) || type === 'table'
  return attribute?.kind === 'any'
}

/** Types with two kinds of points, and a pattern for the arrays of one kind. */
const kinds: Readonly<Record<string, RegExp>> = {
  mesh3d: /^(?:i|j|k|facecolor)$/,
  sankey: /^link\./,
  table: /^cells\./,
}

/** Whether two arrays of a trace belong to the same points and must have the same length. */
export const describeSamePoints = (type: string, one: string, other: string): boolean =>
  kinds[type] === undefined || kinds[type].test(one) === kinds[type].test(other)
