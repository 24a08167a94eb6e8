/** What the schema alone cannot say of a layout. */

import { checkAxisLimits } from './axis-limits.ts'
import { checkAxisSettings } from './axis-settings.ts'
import { checkGaps, checkPaths, checkSelections, checkShapeEnds } from './incomplete.ts'
import { checkPlacedWords } from './placed-words.ts'
import { checkOverlaying, checkReferences } from './references.ts'
import { checkMaps, checkRemoteImages } from './remote.ts'
import { checkGrid, checkSize } from './sizes.ts'
import { checkAxes } from './slips.ts'
import type { FigureView } from './views.ts'

export const layoutRules: readonly ((figure: FigureView) => void)[] = [
  checkSize,
  checkGrid,
  checkGaps,
  checkPaths,
  checkShapeEnds,
  checkSelections,
  checkAxes,
  checkAxisLimits,
  checkAxisSettings,
  checkRemoteImages,
  checkMaps,
  checkReferences,
  checkOverlaying,
  checkPlacedWords,
]
