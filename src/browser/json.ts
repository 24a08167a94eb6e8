/** JSON values of figures, looked at with care: what a caller sent may be anything. */

/** A JSON object as a figure has them. */
export type JsonObject = { [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a list; none where it is no list. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** `parent[key]` where that is an object, else null. */
export function childOf(parent: unknown, key: string): JsonObject | null {
  const value = isObject(parent) ? parent[key] : null
  return isObject(value) ? value : null
}

/** The objects under keys of that form: `xaxis`, `xaxis2`. */
export const childrenOf = (parent: JsonObject, name: RegExp): JsonObject[] =>
  Object.keys(parent)
    .filter(key => name.test(key))
    .map(key => parent[key])
    .filter(isObject)

/** As the charting library looks for TeX in a text. */
export const hasTex = (text: string): boolean => /\$[^$]+\$/.test(text)
