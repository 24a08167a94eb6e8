/** Which arrays of a trace have one value for each point, by the charting library's own schema. */

import { type Attribute, memberOf, type SchemaNode, traceSchema } from './schema.ts'

/** Arrays all the same, but of the trace as a whole: ticks of its colour bar, places of slices, words for templates, columns. */
const ofTheWhole = /(?:^|\.)(?:colorbar\.|slices\.|meta$|columnorder$|columnwidth$)/

/** `path` as in `marker.size`, without the trace. False for attributes that the type does not have. */
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

/** Data that may hold anything: it is only handed on. */
export const handedOn: ReadonlySet<string> = new Set(['customdata', 'ids', 'text', 'hovertext'])

/** Whether objects may be among the values of such an array: of all others the library fails on them. */
export function takesObjects(type: string, path: string): boolean {
  const attribute = attributeAt(type, path)
  if (attribute?.kind === 'data_array') return handedOn.has(path) || type === 'table'
  return attribute?.kind === 'any'
}

/** Types that have points of two kinds, and how the names of the one kind are told from those of the other. */
const kinds: Readonly<Record<string, RegExp>> = {
  mesh3d: /^(?:i|j|k|facecolor)$/,
  sankey: /^link\./,
  table: /^cells\./,
}

/** Whether two arrays of a trace speak of the same points, and so have the same length. */
export const speakOfSamePoints = (type: string, one: string, other: string): boolean =>
  kinds[type] === undefined || kinds[type].test(one) === kinds[type].test(other)
