/** A figure in a right-to-left language begins at the right. Positions that its layout sets stay. */

import { childOf, type JsonObject, namedIn } from '../json.ts'
import type { FigureParts } from './parts.ts'

export function alignRightToLeft({ data, layout }: FigureParts): void {
  const title = childOf(layout, 'title')
  if (title && title.x === undefined && title.xanchor === undefined) {
    const edge = childOf(childOf(defaultsOf(layout), 'title'), 'pad')?.l
    Object.assign(title, { x: 1, xanchor: 'right', pad: { l: 0, r: edge, ...childOf(title, 'pad') } })
  }
  layout.hoverlabel = { align: 'right', ...childOf(layout, 'hoverlabel') }
  // Several axes of a kind have been placed by their author.
  const hasSeveral = namedIn(layout, 'xaxis', 'yaxis').some(([name]) => /\d/.test(name))
  if (!hasSeveral && data.some(isOnAxes)) turnAxes(data, layout)
}

const isOnAxes = ({ x, y }: JsonObject): boolean => x !== undefined || y !== undefined

/**
 * Values are at the right; categories and horizontal bars begin there. Time and numbers still run from left to right.
 */
function turnAxes(data: readonly JsonObject[], layout: JsonObject): void {
  const [x, y] = ['xaxis', 'yaxis'].map(name => childOf(layout, name) ?? {}) as [JsonObject, JsonObject]
  layout.yaxis = { side: 'right', ...y }
  const turns = data.every(trace => trace.orientation === 'h' || hasCategories(trace.x))
  if (turns && x.range === undefined) layout.xaxis = { autorange: 'reversed', ...x }
}

const hasCategories = (values: unknown): boolean =>
  Array.isArray(values) &&
  values.length > 0 &&
  values.every(value => typeof value === 'string' && !/^\s*[-+.\d]/.test(value))

const defaultsOf = (layout: JsonObject): JsonObject => childOf(childOf(layout, 'template'), 'layout') ?? {}
