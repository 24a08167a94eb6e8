/** JSON values of figures, looked at with care: what a caller sent may be anything. */

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value where it is an object, else an empty one. */
export const asObject = (value: unknown): JsonObject => (isObject(value) ? value : {})
