/** What fitting the words of a figure needs to know. */

import type { JsonObject } from '../../json.ts'
import type { FigureParts, FigureSize } from '../parts.ts'
import type { WidthOf } from './measure.ts'

export interface WordContext {
  readonly figure: FigureParts
  /** The `layout` of the figure's template. */
  readonly defaults: JsonObject
  readonly space: FigureSize
  /** Words begin at the right. */
  readonly rightToLeft: boolean
  readonly widthOf: WidthOf
}

/** Kept free at either side of a headline, in pixels. */
export const sideSpace = 24
