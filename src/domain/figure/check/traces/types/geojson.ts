/** Checks the inline GeoJSON of maps: its features and their shapes. */

import { quotedValue } from '../../../faults.ts'
import { kinds, none, type Place } from '../../../tree/figure-tree.ts'
import { headOf } from '../../../tree/head.ts'
import { lengthOf } from '../../data/arrays.ts'
import type { FigureView, TraceView } from '../../views.ts'

const longestShape = 1024 * 1024

/** The nesting depth of positions in polygons (RFC 7946, 3.1). */
const depths: Readonly<Record<string, number>> = { Polygon: 2, MultiPolygon: 3 }

/** Reports a feature that is not a polygon. Returns whether it is wound so that it fills the rest of the globe. */
function checkShape({ tree, findings }: FigureView, feature: Place): boolean {
  const geometry = tree.member(feature, 'geometry')
  const depth = depths[tree.string(tree.member(geometry, 'type')) ?? '']
  const coordinates = tree.member(geometry, 'coordinates')
  const isRead = tree.end(coordinates) - tree.start(coordinates) <= longestShape
  if (depth !== undefined && tree.is(coordinates, kinds.array) && tree.count(coordinates) > 0) {
    const rings = isRead ? tree.value(coordinates) : null
    if (!isRead || areRings(rings, depth)) return isTurnedOut(rings, depth)
  }
  findings.error(
    feature,
    'must have a Polygon or a MultiPolygon with coordinates as its geometry',
    'geometry',
  )
  return false
}

/** Whether the coordinates have the required nesting, down to positions with at least two numbers. */
function areRings(value: unknown, left: number): boolean {
  if (!Array.isArray(value) || value.length === 0) return false
  if (left > 0) return value.every(each => areRings(each, left - 1))
  return value.length > 1 && value.every(each => typeof each === 'number')
}

/** Whether the outer ring is counterclockwise, so that the library fills the rest of the globe. */
function isTurnedOut(rings: unknown, depth: number): boolean {
  if (rings === null) return false
  const ring = (depth === 3 ? (rings as unknown[][])[0]?.[0] : (rings as unknown[])[0]) as readonly number[][]
  const longitudes = ring.map(([longitude = 0]) => longitude)
  // For very large polygons either winding may be meant.
  if (Math.max(...longitudes) - Math.min(...longitudes) > 120) return false
  return (
    ring.reduce((area, [x = 0, y = 0], i) => {
      const [nextX = 0, nextY = 0] = ring[(i + 1) % ring.length] ?? []
      return area + x * nextY - nextX * y
    }, 0) > minArea
  )
}

/** Whether the first position of a feature is not one of degrees. */
function isProjected({ tree }: FigureView, feature: Place): boolean {
  const coordinates = tree.at(feature, 'geometry', 'coordinates')
  if (!tree.is(coordinates, kinds.array)) return false
  const start = tree.start(coordinates)
  const text = tree.bytes.toString('latin1', start, Math.min(start + 100, tree.end(coordinates)))
  const [, x, y] = /^[[\s]*([-+.\deE]+)\s*,\s*([-+.\deE]+)/.exec(text) ?? []
  return Math.abs(Number(x)) > 540 || Math.abs(Number(y)) > 90.1
}

/** In square degrees. The winding of smaller rings may be due to rounding. */
const minArea = 1e-6

const maxFeatures = 20_000

/** Checks inline GeoJSON. Features used by locations must be polygons. */
export function checkFeatures(
  figure: FigureView,
  { place, type: traceType }: TraceView,
  geojson: Place,
  locations: Place,
): void {
  const { tree, findings } = figure
  const type = tree.string(tree.member(geojson, 'type'))
  const list = tree.member(geojson, 'features')
  let hasWarned = false
  if (lengthOf(tree, locations) === null) return
  if (type === 'Feature' && tree.member(geojson, 'geometry') !== none) {
    if (checkShape(figure, geojson)) warnOfWinding(geojson)
    return
  }
  if (type !== 'FeatureCollection' || !tree.is(list, kinds.array)) {
    findings.error(geojson, 'must be a GeoJSON FeatureCollection with features, or a Feature with a geometry')
    return
  }
  if (!tree.is(locations, kinds.array) || tree.count(list) > maxFeatures) return
  const names = headOf(tree, locations).map(String)
  const wanted = new Set(names)
  const key = (tree.string(tree.member(place, 'featureidkey')) ?? 'id').split('.')
  const found = new Set<string>()
  for (let feature = tree.first(list); feature !== none; feature = tree.next(feature)) {
    const id = tree.at(feature, ...key)
    const name = id === none || tree.is(id, kinds.object | kinds.array) ? '' : String(tree.value(id))
    if (!wanted.has(name)) continue
    found.add(name)
    const isTurned = checkShape(figure, feature)
    if (!hasWarned && isProjected(figure, feature)) warnOfProjection(feature)
    else if (isTurned && !hasWarned) warnOfWinding(feature)
  }
  const missing = names.findIndex(name => !found.has(name))
  if (missing !== -1)
    findings.warn(
      locations,
      () => `${quotedValue(names[missing])} is the ${key.join('.')} of no feature, so it is not drawn`,
      missing,
    )

  function warnOfProjection(feature: Place): void {
    hasWarned = true
    findings.warn(
      feature,
      'is not in degrees of longitude and latitude; convert it to WGS 84 (in geopandas: to_crs(4326))',
      'geometry',
      'coordinates',
    )
  }

  /** Warns of wrongly wound features, except on tile maps, which accept both windings. */
  function warnOfWinding(feature: Place): void {
    hasWarned = true
    if (traceType === 'choropleth')
      findings.warn(
        feature,
        'runs counterclockwise, so the whole globe except this shape is filled; reverse the order of its positions',
        'geometry',
        'coordinates',
      )
  }
}
