/**
 * `null` means absent: serialisers of many languages write it for values that are not set, and the charting library
 * fails on it.
 */

import { isObject, type JsonObject } from '../json.ts'
import type { FigureParts } from './parts.ts'

/** Attributes that the library passes on as they are: a null in them belongs to the caller. */
const opaque: ReadonlySet<string> = new Set([
  ...['meta', 'customdata', 'geojson', 'style', 'source', 'args', 'args2', 'properties'],
])

/** Removes members that are null. Those of arrays stay: they are gaps in the data. */
export function dropNulls({ data, layout, frames }: FigureParts): void {
  for (const part of [...data, layout, ...frames]) dropFrom(part)
}

function dropFrom(parent: JsonObject): void {
  for (const [key, value] of Object.entries(parent)) {
    if (value === null) delete parent[key]
    else if (!opaque.has(key)) dropWithin(value)
  }
}

function dropWithin(value: unknown): void {
  if (isObject(value)) dropFrom(value)
  // Data is long and contains no objects: if none of the first elements is one, the rest is not searched.
  else if (Array.isArray(value) && value.slice(0, 10).some(isObject)) value.forEach(dropWithin)
}
