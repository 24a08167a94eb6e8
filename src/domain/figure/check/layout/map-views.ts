/** Warns of tile maps whose centre and zoom show none of their points. */

import { isOfCategory } from '../../../../plotly/schema/schema.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { firstValues, numbersOf } from '../data/arrays.ts'
import { type FigureView, isHidden } from '../views.ts'

interface Position {
  readonly lat: number
  readonly lon: number
}

/** In CSS pixels from the centre of a map: more than screens show of it. */
const reach = 1_500

/** The width of the world at zoom 0, in CSS pixels. */
const worldWidth = 512

/** The library fits the view to the data only if the layout sets neither centre nor zoom. */
export function checkMapViews({ tree, findings, layout, traces }: FigureView): void {
  const maps = Map.groupBy(
    traces.filter(({ type, place }) => isOfCategory(type, 'map') && !isHidden(tree, place)),
    ({ place }) => tree.string(tree.member(place, 'subplot')) ?? 'map',
  )
  for (const [name, drawn] of maps) {
    const map = tree.member(layout, name)
    const [center, zoom] = [tree.member(map, 'center'), tree.member(map, 'zoom')]
    const hasView = [tree.member(center, 'lat'), tree.member(center, 'lon'), zoom].some(isNumber)
    const isTilted = ['pitch', 'layers', 'bounds'].some(part => tree.member(map, part) !== none)
    if (!hasView || isTilted || tree.at(layout, 'template', 'layout', 'map') !== none) continue
    const view = {
      lat: tree.number(tree.member(center, 'lat')) ?? 0,
      lon: tree.number(tree.member(center, 'lon')) ?? 0,
      zoom: tree.number(zoom) ?? 1,
    }
    const first = positionOutside(
      view,
      drawn.map(({ place }) => place),
    )
    if (first === null) continue
    const fit = tree.is(zoom, kinds.number) && !isNumber(tree.member(center, 'lat'))
    const remedy = `send the centre, such as ${JSON.stringify(first)}`
    findings.warn(
      map,
      `shows none of its points: it is centred on latitude ${view.lat} and longitude ${view.lon}; ${remedy}${fit ? ', or leave zoom out to fit the view to them' : ''}`,
      'center',
    )
  }

  function isNumber(place: Place): boolean {
    return tree.is(place, kinds.number)
  }

  /** The first position of the traces, if the view contains none of them. */
  function positionOutside(
    view: Position & { readonly zoom: number },
    places: readonly Place[],
  ): Position | null {
    let first: Position | null = null
    for (const read of [firstValues, numbersOf]) {
      for (const place of places) {
        const [lat, lon] = [tree.member(place, 'lat'), tree.member(place, 'lon')]
        // Areas have no positions, and those of a file are not known.
        if (lat === none || lon === none) return null
        const [lats, lons] = [read(tree, lat), read(tree, lon)]
        for (let i = 0; i < Math.min(lats.length, lons.length); i++) {
          const position = { lat: Number(lats[i] ?? Number.NaN), lon: Number(lons[i] ?? Number.NaN) }
          if (!Number.isFinite(position.lat + position.lon)) continue
          if (isInView(position, view)) return null
          first ??= position
        }
      }
    }
    return first
  }
}

function isInView(
  { lat, lon }: Position,
  { zoom, ...center }: Position & { readonly zoom: number },
): boolean {
  const pixels = worldWidth * 2 ** zoom
  const turns = Math.abs(lon - center.lon) / 360
  const across = Math.abs(turns - Math.round(turns)) * pixels
  const upright = Math.abs(mercator(lat) - mercator(center.lat)) * pixels
  return across < reach && upright < reach
}

/** The height on a map whose width is 1, in the projection of tile maps, which ends before the poles. */
function mercator(lat: number): number {
  const radians = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180
  return Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI)
}
