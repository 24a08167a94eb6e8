/** The rules for layouts beyond the schema. */

import { checkAxes } from '../axes/axes.ts'
import { checkAxisLimits } from '../axes/limits.ts'
import { checkPositionUnits } from '../axes/position-units.ts'
import { checkOverlaying, checkReferences } from '../axes/references.ts'
import { checkAxisSettings } from '../axes/settings.ts'
import { checkTextPositions } from '../axes/text-positions.ts'
import { checkRemoteImages, checkRemoteLayers } from '../remote.ts'
import { checkColourAxes } from '../traces/colour-scales.ts'
import { checkLayerIcons } from '../traces/types/map-icons.ts'
import type { FigureView } from '../views.ts'
import { checkTails } from './arrows.ts'
import { checkCameras } from './cameras.ts'
import { checkMapViews } from './map-views.ts'
import { checkMaps } from './maps.ts'
import { checkPaths, checkRangeBreaks, checkSelections, checkShapeEnds } from './shapes.ts'
import { checkGrid, checkMargins, checkSize } from './sizes.ts'
import { checkCells, checkUnusedAxes, checkUnusedColours } from './unused.ts'

export const layoutRules: readonly ((figure: FigureView) => void)[] = [
  checkSize,
  checkMargins,
  checkGrid,
  checkRangeBreaks,
  checkPaths,
  checkShapeEnds,
  checkSelections,
  checkAxes,
  checkAxisLimits,
  checkAxisSettings,
  checkRemoteImages,
  checkRemoteLayers,
  checkMaps,
  checkMapViews,
  checkLayerIcons,
  checkReferences,
  checkOverlaying,
  checkTextPositions,
  checkTails,
  checkPositionUnits,
  checkUnusedAxes,
  checkUnusedColours,
  checkColourAxes,
  checkCameras,
  checkCells,
]
