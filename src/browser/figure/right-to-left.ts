/** A figure whose words are read from right to left begins at the right; what its layout says of a place stays. */

import { childOf, type JsonObject } from '../json.ts'

export function beginAtTheRight(layout: JsonObject): void {
  const title = childOf(layout, 'title')
  if (title && title.x === undefined && title.xanchor === undefined) {
    const edge = childOf(childOf(houseOf(layout), 'title'), 'pad')?.l
    Object.assign(title, { x: 1, xanchor: 'right', pad: { l: 0, r: edge, ...childOf(title, 'pad') } })
  }
  layout.hoverlabel = { align: 'right', ...childOf(layout, 'hoverlabel') }
}

const houseOf = (layout: JsonObject): JsonObject => childOf(childOf(layout, 'template'), 'layout') ?? {}
