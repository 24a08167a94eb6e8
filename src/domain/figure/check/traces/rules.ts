/** The rules for traces beyond the schema, with the types they apply to. */

import { isOfCategory, traceSchema } from '../../../../plotly/schema/schema.ts'
import { neededData, parallelData } from '../../../../plotly/schema/trace-data.ts'
import { checkLogarithms } from '../axes/logarithms.ts'
import { checkTwoLevels } from '../axes/two-levels.ts'
import { checkRemoteData } from '../remote.ts'
import type { FigureView, TraceView } from '../views.ts'
import { checkColourParts, checkScaleEnds, checkScaleStops } from './colour-scales.ts'
import { checkCoverage, checkTexts } from './coverage.ts'
import { checkErrors } from './error-bars.ts'
import { checkGridCells } from './grids.ts'
import { checkLengths, checkPointTexts, checkStyleLengths, groupedData } from './lengths.ts'
import { checkLonePoints } from './lone-points.ts'
import { checkDates } from './misread/dates.ts'
import { checkEpochs } from './misread/epochs.ts'
import { checkMissingNumbers } from './misread/missing-numbers.ts'
import { checkNumericTexts } from './misread/numeric-texts.ts'
import { checkCodes, checkSteps } from './misread/positions.ts'
import { checkRadians, checkSignedAngles } from './misread/radians.ts'
import { checkBarWidths, checkMarkerSizes } from './misread/scales.ts'
import { checkNestedLists, checkNesting } from './nested-lists.ts'
import { checkPeriods } from './periods.ts'
import { checkSelection } from './selections.ts'
import { checkBarLengths, checkFunnel, checkMeasures } from './types/bars.ts'
import { checkCarpetData } from './types/carpets.ts'
import {
  checkCategories,
  checkMatrixAxes,
  checkMatrixCategories,
  checkMatrixHalves,
  checkScales,
  checkScaleTicks,
} from './types/dimensions.ts'
import { checkHierarchy } from './types/hierarchies.ts'
import { checkAggregation, checkBins } from './types/histograms.ts'
import { checkComparison, checkMode } from './types/indicators.ts'
import { checkIcons } from './types/map-icons.ts'
import { checkClusters, checkDegrees, checkDensity, checkLocations } from './types/maps.ts'
import { checkMatrix, checkOrigins } from './types/matrices.ts'
import { checkMesh } from './types/meshes.ts'
import { checkSlices } from './types/pies.ts'
import { checkPrices } from './types/prices.ts'
import { checkQuartiles } from './types/quartiles.ts'
import { checkCircuits, checkFlows, checkSankey } from './types/sankeys.ts'
import { checkArrows, checkSurface, checkVolume } from './types/surfaces.ts'
import { checkColumns } from './types/tables.ts'
import { checkViolin } from './types/violins.ts'
import { checkVolumeGrid, checkVolumeLimits } from './types/volumes.ts'

type TraceRule = (figure: FigureView, trace: TraceView) => void
type IsAbout = (type: string) => boolean

const one =
  (...types: readonly string[]): IsAbout =>
  type =>
    types.includes(type)
const of =
  (...categories: readonly string[]): IsAbout =>
  type =>
    categories.some(category => isOfCategory(type, category))
const withAttribute =
  (...names: readonly string[]): IsAbout =>
  type =>
    names.some(name => traceSchema(type)?.members.has(name))

const rules: readonly (readonly [rule: TraceRule, isAbout: IsAbout])[] = [
  [checkCoverage, type => type in neededData],
  [checkCarpetData, one('carpet')],
  [checkPeriods, withAttribute('xperiod', 'yperiod')],
  [checkLengths, type => type in parallelData || type in groupedData],
  [checkPointTexts, type => type in parallelData && !type.startsWith('histogram')],
  [checkStyleLengths, type => /^(?:scatter|bar)/.test(type)],
  // A matrix, or a list with x and y columns.
  [checkMatrix, one('heatmap', 'contour', 'surface', 'contourcarpet', 'image')],
  [checkSurface, one('surface')],
  [checkArrows, one('cone', 'streamtube')],
  [checkOrigins, one('heatmap', 'contour')],
  [checkBins, one('histogram', 'histogram2d', 'histogram2dcontour')],
  [checkGridCells, one('heatmap', 'contour', 'surface', 'contourcarpet')],
  [checkDates, of('cartesian')],
  [checkEpochs, of('cartesian')],
  [checkSteps, withAttribute('dx')],
  [checkCodes, of('cartesian')],
  // Carpets have matrices.
  [checkNesting, type => isOfCategory(type, 'cartesian') && type !== 'carpet'],
  [checkNestedLists, of('gl3d', 'polar', 'ternary', 'geo', 'map', 'smith')],
  [checkNumericTexts, one('scatter', 'scattergl', 'bar', 'box', 'violin', 'waterfall', 'funnel')],
  [checkMissingNumbers, of('cartesian', 'gl3d', 'polar')],
  [checkLogarithms, of('cartesian')],
  [checkTwoLevels, of('cartesian')],
  [checkErrors, withAttribute('error_x')],
  [checkSlices, one('pie', 'funnelarea')],
  [checkDegrees, of('geo', 'map')],
  [checkMeasures, one('waterfall')],
  [checkFunnel, one('funnel')],
  [checkBarLengths, one('bar', 'waterfall')],
  [checkBarWidths, one('bar', 'waterfall', 'funnel')],
  [checkMarkerSizes, withAttribute('marker')],
  [checkRadians, of('polar')],
  [checkSignedAngles, of('polar')],
  [checkTexts, one('scatter', 'scattergl')],
  [checkLonePoints, one('scatter', 'scattergl')],
  [checkPrices, one('ohlc', 'candlestick')],
  [checkQuartiles, one('box')],
  [checkScaleEnds, withAttribute('zmin', 'cmin', 'marker', 'line')],
  [checkScaleStops, one('surface', 'mesh3d', 'isosurface', 'volume', 'cone', 'streamtube')],
  [checkColourParts, withAttribute('marker')],
  [checkSelection, withAttribute('selectedpoints')],
  [checkCategories, one('parcats')],
  [checkScales, one('parcoords')],
  [checkScaleTicks, one('parcoords')],
  [checkColumns, one('table')],
  [checkHierarchy, one('sunburst', 'treemap', 'icicle')],
  [checkSankey, one('sankey')],
  [checkFlows, one('sankey')],
  [checkCircuits, one('sankey')],
  [checkAggregation, one('histogram')],
  [checkMode, one('indicator')],
  [checkComparison, one('indicator')],
  [checkLocations, one('choropleth', 'scattergeo', 'choroplethmap')],
  [checkClusters, one('scattermap')],
  [checkIcons, one('scattermap')],
  [checkDensity, one('densitymap')],
  [checkMatrixAxes, one('splom')],
  [checkMatrixCategories, one('splom')],
  [checkMatrixHalves, one('splom')],
  [checkRemoteData, withAttribute('geojson', 'source')],
  [checkVolume, one('isosurface', 'volume')],
  [checkVolumeLimits, one('isosurface', 'volume')],
  [checkVolumeGrid, one('isosurface', 'volume', 'streamtube')],
  [checkMesh, one('mesh3d')],
  [checkViolin, one('violin')],
]

const byType = new Map<string, readonly TraceRule[]>()

/** The rules for a trace type. Cached. */
export function rulesFor(type: string): readonly TraceRule[] {
  let about = byType.get(type)
  if (!about) {
    about = rules.flatMap(([rule, isAbout]) => (isAbout(type) ? [rule] : []))
    byType.set(type, about)
  }
  return about
}
