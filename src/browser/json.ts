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

/** The same; an empty object in place of null. */
export const partOf = (parent: unknown, key: string): JsonObject => childOf(parent, key) ?? {}

/** Whether it is one of those names, with or without a number: `xaxis`, `xaxis2`. */
export const isNamed = (name: unknown, ...stems: readonly string[]): name is string =>
  typeof name === 'string' &&
  stems.some(stem => name.startsWith(stem) && /^\d*$/.test(name.slice(stem.length)))

/** The objects that are called so, each with its name: `namedIn(layout, 'xaxis', 'yaxis')`. */
export const namedIn = (parent: JsonObject, ...stems: readonly string[]): [string, JsonObject][] =>
  Object.entries(parent).filter(
    (entry): entry is [string, JsonObject] => isNamed(entry[0], ...stems) && isObject(entry[1]),
  )

/** The same without their names. */
export const childrenOf = (parent: JsonObject, ...stems: readonly string[]): JsonObject[] =>
  namedIn(parent, ...stems).map(([, child]) => child)
