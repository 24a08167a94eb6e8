/** What the schema alone cannot say of a trace. */

import { checkCoverage } from './coverage.ts'
import { checkDates } from './dates.ts'
import { checkHierarchy } from './hierarchies.ts'
import { checkCarpet, checkPeriods } from './incomplete.ts'
import { checkLengths } from './lengths.ts'
import { checkLocations } from './maps.ts'
import { checkMatrix } from './matrices.ts'
import { checkRemoteData } from './remote.ts'
import { checkSankey } from './sankeys.ts'
import { checkMesh, checkViolin, checkVolume } from './sizes.ts'
import { checkAxisTypes, checkColumns, checkLengthTexts, checkNumbers } from './slips.ts'
import type { FigureView, TraceView } from './views.ts'

type TraceRule = (figure: FigureView, trace: TraceView) => void

export const traceRules: readonly TraceRule[] = [
  checkCoverage,
  checkCarpet,
  checkPeriods,
  checkLengths,
  checkMatrix,
  checkDates,
  checkLengthTexts,
  checkAxisTypes,
  checkNumbers,
  checkColumns,
  checkHierarchy,
  checkSankey,
  checkLocations,
  checkRemoteData,
  checkVolume,
  checkMesh,
  checkViolin,
]
