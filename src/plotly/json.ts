/** JSON values of figures, looked at with care: what a caller sent may be anything. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What a table has under a name that a caller sent. Every object has `constructor` and the like under their names too, which
 * are in no table.
 */
export const entryOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The value where it is an object, else an empty one. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** The value where it is an array, else an empty one. */
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
