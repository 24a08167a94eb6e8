/** `null` means absent: serialisers of many languages write it for what is not set, and the charting library stumbles. */

import { isObject, type JsonObject } from '../json.ts'
import type { FigureParts } from './parts.ts'

/** What the library hands on as it is: a null in there is the caller's own. */
const opaque: ReadonlySet<string> = new Set([
  ...['meta', 'customdata', 'geojson', 'style', 'source', 'args', 'args2', 'properties'],
])

/** Takes the members out that are null. Those of arrays stay: they are gaps in the data. */
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
  // Data is long and holds no objects: where the first elements are none, the rest is not looked at.
  else if (Array.isArray(value) && value.slice(0, 10).some(isObject)) value.forEach(dropWithin)
}
