/** A figure as the prepare steps change it. */

import type { JsonObject } from '../json.ts'

export interface FigureParts {
  data: JsonObject[]
  layout: JsonObject
  frames: JsonObject[]
}

/** The space in which a figure is drawn, in CSS pixels. */
export interface FigureSize {
  readonly width: number
  readonly height: number
}
