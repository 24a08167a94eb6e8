/** The rules for layouts beyond the schema. */

import { checkAxes } from '../axes/axes.ts'
import { checkAxisLimits } from '../axes/limits.ts'
import { checkPlacedWords } from '../axes/placed-words.ts'
import { checkPlaces } from '../axes/places.ts'
import { checkOverlaying, checkReferences } from '../axes/references.ts'
import { checkAxisSettings } from '../axes/settings.ts'
import type { FigureView } from '../views.ts'
import { checkCameras } from './cameras.ts'
import { checkCells, checkIdleAxes, checkIdleColours } from './idle.ts'
import { checkGaps, checkPaths, checkSelections, checkShapeEnds } from './incomplete.ts'
import { checkMaps, checkRemoteImages } from './remote.ts'
import { checkGrid, checkSize } from './sizes.ts'

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
  checkPlaces,
  checkIdleAxes,
  checkIdleColours,
  checkCameras,
  checkCells,
]
