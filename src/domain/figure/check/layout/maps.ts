/** Checks the maps of a layout: their position, their tiles, which images are rendered without, and inline styles. */

import { styleFaults, unfoldedLength } from '../../../../plotly/schema/map-style.ts'
import { isOfCategory } from '../../../../plotly/schema/schema.ts'
import { shortened } from '../../faults.ts'
import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { slowLabels } from '../costs/long-texts.ts'
import type { Findings } from '../findings.ts'
import type { FigureView } from '../views.ts'

/** Larger map styles are not checked. */
const longestStyle = 512 * 1024
/** The largest map styles in use have a few hundred layers. */
const maxLayers = 1_000
/** The maximum size of expressions with all references expanded. */
const maxUnfolded = 1024 * 1024

/** Checks the tiles of maps and inline map styles. */
export function checkMaps(figure: FigureView): void {
  const { tree, findings, layout, traces } = figure
  const drawn = traces
    .filter(({ type }) => isOfCategory(type, 'map'))
    .map(({ place }) => tree.string(tree.member(place, 'subplot')) ?? 'map')
  for (const name of new Set(drawn)) {
    checkPoles(findings, tree.member(layout, name))
    const style = tree.at(layout, name, 'style')
    if (tree.is(style, kinds.object)) checkStyle(figure, style)
    else if (style === none || tree.string(style) !== 'white-bg') warnOfTiles(name, style)
  }

  function warnOfTiles(name: string, style: Place): void {
    if (tree.at(layout, 'template', 'layout', 'map', 'style') !== none && style === none) return
    const message =
      'map tiles come from other servers: the page fetches them, but the image shows the data without a map; "white-bg" needs no tiles'
    if (style === none)
      findings.warn(layout, message, ...(layout === none ? ['layout', name] : [name, 'style']))
    else findings.warn(style, message)
  }
}

/** Checks the centre of a map, which must not be beyond the poles. */
function checkPoles(findings: Findings, map: Place): void {
  const { tree } = findings
  for (const [part, name] of [
    ['center', 'lat'],
    ['bounds', 'south'],
    ['bounds', 'north'],
  ] as const) {
    const degrees = tree.at(map, part, name)
    if (Math.abs(tree.number(degrees) ?? 0) > 90)
      findings.error(degrees, 'is beyond the poles; send degrees from -90 to 90')
  }
  const lon = tree.at(map, 'center', 'lon')
  if (Math.abs(tree.number(lon) ?? 0) > Number.MAX_SAFE_INTEGER)
    findings.error(lon, 'is not a position on the globe; send degrees from -180 to 180')
}

function checkStyle({ tree, findings }: FigureView, style: Place): void {
  if (tree.end(style) - tree.start(style) > longestStyle) return
  const layers = tree.member(style, 'layers')
  if (tree.is(layers, kinds.array) && tree.count(layers) > maxLayers) {
    findings.error(
      layers,
      `${tree.count(layers)} layers are more than can be drawn; send at most ${maxLayers}`,
    )
    return
  }
  const given = tree.value(style) as object
  if (unfoldedLength(given) > maxUnfolded) {
    findings.error(
      style,
      'has expressions whose result grows with each use of a name; use each name of a let once',
    )
    return
  }
  for (const [path, message] of slowLabels(given)) findings.warn(style, message, ...path)
  for (const { place, message } of styleFaults(given)) {
    const steps = [...place.matchAll(/[^.[\]]+/g)].map(([step]) => (/^\d+$/.test(step) ? Number(step) : step))
    findings.error(style, `is not a map style that can be drawn: ${shortened(message, 200)}`, ...steps)
  }
}
