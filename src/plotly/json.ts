/** JSON values of figures, looked at with care: what a caller sent may be anything. */

export type JsonObject = Readonly<Record<string, unknown>>

/** The value where it is an object, else an empty one. */
export const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
