/** Checks traces on maps: known locations, coordinates and clusters. */

import { isKnownLocation, type LocationMode } from '../../../../../plotly/schema/locations.ts'
import { isOfCategory } from '../../../../../plotly/schema/schema.ts'
import { isNumeric } from '../../../../../plotly/schema/values.ts'
import { counted, quotedValue } from '../../../faults.ts'
import { kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { lengthOf, numbersOf } from '../../data/arrays.ts'
import { warnOfFirst } from '../../data/first-wrong.ts'
import { isTypedArray } from '../../data/typed-arrays.ts'
import type { FigureView, TraceView } from '../../views.ts'
import { checkFeatures } from './geojson.ts'

/** Warns of locations that are neither known names nor features of the figure's GeoJSON. */
export function checkLocations(figure: FigureView, trace: TraceView): void {
  const { tree, findings } = figure
  const geojson = tree.member(trace.place, 'geojson')
  const locations = tree.member(trace.place, 'locations')
  if (
    trace.type === 'scattergeo' &&
    lengthOf(tree, locations) === 0 &&
    lengthOf(tree, tree.member(trace.place, 'lat'))
  )
    findings.error(locations, 'is empty; leave it out if lat and lon give the positions')
  const mode = tree.string(tree.member(trace.place, 'locationmode')) ?? ''
  const isUnused = trace.type !== 'choroplethmap' && ['ISO-3', 'country names', 'USA-states'].includes(mode)
  if (tree.is(geojson, kinds.object) && isUnused) {
    findings.warn(
      geojson,
      `is not used with "locationmode": "${mode}"; send "geojson-id", or leave geojson out`,
    )
    checkNames(figure, trace, locations)
  } else if (tree.is(geojson, kinds.object)) checkFeatures(figure, trace, geojson, locations)
  else if (tree.is(geojson, kinds.string)) return
  else if (geojson !== none && lengthOf(tree, locations) !== null)
    findings.error(geojson, 'must be a GeoJSON FeatureCollection or Feature')
  else checkNames(figure, trace, locations)
}

/** Refuses a density map whose `z` has no numbers, on which the map library fails. */
export function checkDensity({ tree, findings }: FigureView, { place }: TraceView): void {
  const z = tree.member(place, 'z')
  if (!tree.is(z, kinds.array) || tree.mask(z) !== kinds.string) return
  const values = headOf(tree, z)
  if (values.length === tree.count(z) && !values.some(isNumeric))
    findings.error(z, 'contains no number, so there is no density to draw; send numbers, or leave it out')
}

function checkNames({ tree, findings }: FigureView, { place, type }: TraceView, locations: Place): void {
  if (findings.enough || type === 'choroplethmap' || !tree.is(locations, kinds.array)) return
  const mode = (tree.string(tree.member(place, 'locationmode')) ?? 'ISO-3') as LocationMode | 'geojson-id'
  if (mode === 'geojson-id' || !['ISO-3', 'country names', 'USA-states'].includes(mode)) return
  const names = headOf(tree, locations)
  const wrong = names.findIndex(
    name => typeof name === 'string' && name !== '' && !isKnownLocation(name, mode),
  )
  if (wrong === -1) return
  const name = names[wrong] as string
  findings.warn(
    locations,
    () => `${quotedValue(name)} is not a location of this map in the mode ${mode}${modeHint(name, mode)}`,
    wrong,
  )
}

function modeHint(name: string, mode: LocationMode): string {
  const upper = name.toUpperCase()
  if (isKnownLocation(upper, mode)) return `; did you mean ${JSON.stringify(upper)}?`
  const other = (['ISO-3', 'country names', 'USA-states'] as const).find(
    each => each !== mode && name.length > 2 && isKnownLocation(name, each),
  )
  return other ? `; set "locationmode": ${JSON.stringify(other)}` : ', so it is not drawn'
}

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text))

/** Warns of coordinates beyond the poles, and of values that are not degrees. */
export function checkDegrees({ tree, findings }: FigureView, { place, type }: TraceView): void {
  const isBeyond = (each: unknown) =>
    (typeof each === 'number' || typeof each === 'string') && Math.abs(Number(each)) > 90
  const isText = (each: unknown) => typeof each === 'string' && each !== '' && !isNumber(each)
  const lat = tree.member(place, 'lat')
  warnOfFirst(
    findings,
    lat,
    isBeyond,
    `is beyond the poles, so ${isOfCategory(type, 'geo') ? 'the map may show nothing' : 'the point is left out'}; are lat and lon swapped?`,
  )
  if (isOfCategory(type, 'map') && lat !== none && isTypedArray(tree, lat)) {
    const wrong = numbersOf(tree, lat).findIndex(each => Math.abs(each) > 90)
    if (wrong !== -1) findings.error(lat, 'is beyond the poles; are lat and lon swapped?', wrong)
  }
  for (const data of [lat, tree.member(place, 'lon')]) {
    if (tree.is(data, kinds.array) && tree.mask(data) & kinds.string)
      warnOfFirst(
        findings,
        data,
        isText,
        'is not a number of degrees, so the point is not drawn; send a number such as 48.1',
      )
  }
}

/** Checks the lists of cluster styles, which have one more entry than `step`. */
export function checkClusters({ tree, findings }: FigureView, { place }: TraceView): void {
  const cluster = tree.member(place, 'cluster')
  if (cluster === none || tree.is(tree.member(cluster, 'enabled'), kinds.false)) return
  if (/^(?!.*markers)./.test(tree.string(tree.member(place, 'mode')) ?? ''))
    findings.warn(cluster, 'applies to markers, which this mode does not show, so nothing is clustered')
  const steps = lengthOf(tree, tree.member(cluster, 'step')) ?? 0
  for (const name of ['color', 'size', 'opacity']) {
    const looks = tree.member(cluster, name)
    const count = lengthOf(tree, looks)
    if (count !== null && (count < 2 || count > steps + 1))
      findings.error(
        looks,
        `has ${counted(count, 'value')} for ${counted(steps, 'value')} of step; send one more than those, or one for all`,
      )
  }
}
