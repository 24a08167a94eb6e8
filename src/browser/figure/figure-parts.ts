/** A figure as code in a browser works on it. */

/** A JSON object as a figure has them. */
export type JsonObject = { [key: string]: unknown }

export interface FigureParts {
  data: JsonObject[]
  layout: JsonObject
  frames: JsonObject[]
}
