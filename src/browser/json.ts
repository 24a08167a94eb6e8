/** Checked access to the JSON of figures, in which callers may have sent anything. */

/** A JSON object of a figure. */
export type JsonObject = { [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The objects of a list; none if it is not a list. */
export const objectsIn = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** `parent[key]` if it is an object, else null. */
export function childOf(parent: unknown, key: string): JsonObject | null {
  const value = isObject(parent) ? parent[key] : null
  return isObject(value) ? value : null
}

/** The same, with an empty object instead of null. */
export const partOf = (parent: unknown, key: string): JsonObject => childOf(parent, key) ?? {}

/** Whether it is one of these names, with or without a number, such as `xaxis` and `xaxis2`. */
export const isNamed = (name: unknown, ...stems: readonly string[]): name is string =>
  typeof name === 'string' &&
  stems.some(stem => name.startsWith(stem) && /^\d*$/.test(name.slice(stem.length)))

/** The objects with these names, such as `namedIn(layout, 'xaxis', 'yaxis')`; each with its name. */
export const namedIn = (parent: JsonObject, ...stems: readonly string[]): [string, JsonObject][] =>
  Object.entries(parent).filter(
    (entry): entry is [string, JsonObject] => isNamed(entry[0], ...stems) && isObject(entry[1]),
  )

/** The same without the names. */
export const childrenOf = (parent: JsonObject, ...stems: readonly string[]): JsonObject[] =>
  namedIn(parent, ...stems).map(([, child]) => child)
