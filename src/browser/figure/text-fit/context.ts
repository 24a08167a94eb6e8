/** The input for fitting the texts of a figure. */

import { type JsonObject, partOf } from '../../json.ts'
import type { FigureParts, FigureSize } from '../parts.ts'
import type { WidthOf } from './measure.ts'

export interface FitContext {
  readonly figure: FigureParts
  /** The `layout` of the figure's template. */
  readonly defaults: JsonObject
  readonly space: FigureSize
  /** Whether text runs from right to left. */
  readonly rightToLeft: boolean
  readonly widthOf: WidthOf
}

/** The fonts that every text of the figure begins with; those of the text itself override them. */
export const baseFonts = ({ figure, defaults }: Pick<FitContext, 'figure' | 'defaults'>): JsonObject[] => [
  partOf(defaults, 'font'),
  partOf(figure.layout, 'font'),
]

/** Free space at either side of a headline, in pixels. */
export const sideSpace = 24
