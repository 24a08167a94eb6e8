/** Markers on maps other than circles, which are icons of the map's style. */

import { type FigureTree, kinds, none, type Place } from '../../../tree/figure-tree.ts'
import type { FigureView, TraceView } from '../../views.ts'

/** Names that every object has, on which the map library fails. */
const inherited = Object.getOwnPropertyNames(Object.prototype)

/** Refuses names of icons on which the map library fails, and warns of icons, because images are drawn without them. */
export function checkIcons({ tree, findings, layout }: FigureView, { place }: TraceView): void {
  const symbol = tree.at(place, 'marker', 'symbol')
  const mode = tree.string(tree.member(place, 'mode')) ?? 'markers'
  if (symbol === none || !mode.includes('markers')) return
  const name = inherited.find(each => holds(tree, symbol, each))
  if (name !== undefined) findings.error(symbol, `"${name}" is not the name of an icon; send "circle"`)
  else if (!findings.enough && tree.string(symbol) !== 'circle' && tree.string(symbol) !== '') {
    const map = tree.member(layout, tree.string(tree.member(place, 'subplot')) ?? 'map')
    const remedy = 'send "circle", one text for all'
    findings.warn(
      symbol,
      hasNoIcons(tree, map)
        ? `names icons, which the map style "white-bg" does not have, so no marker is drawn; ${remedy}`
        : `names icons of the map style, which are on another server, so the image is drawn without these markers; ${remedy}`,
    )
  }
}

/** Warns of icons in the layers of a map. A layer of symbols has one by default. */
export function checkLayerIcons({ tree, findings, layout }: FigureView): void {
  if (layout === none) return
  for (let map = tree.first(layout); map !== none; map = tree.next(map)) {
    const layers = /^map\d*$/.test(tree.key(map)) ? tree.member(map, 'layers') : none
    if (!tree.is(layers, kinds.array)) continue
    const why = hasNoIcons(tree, map)
      ? 'which the map style "white-bg" does not have'
      : 'which are on another server'
    for (let layer = tree.first(layers); layer !== none && !findings.enough; layer = tree.next(layer))
      if (drawsIcon(tree, layer))
        findings.warn(
          layer,
          `needs icons of the map style, ${why}, so the image is drawn without them; send a layer of type "circle", or "icon": "" for texts alone`,
        )
  }
}

/** The only style by name that has neither tiles nor icons. */
const hasNoIcons = (tree: FigureTree, map: Place): boolean =>
  tree.string(tree.member(map, 'style')) === 'white-bg'

const drawsIcon = (tree: FigureTree, layer: Place): boolean =>
  tree.string(tree.member(layer, 'type')) === 'symbol' &&
  tree.string(tree.at(layer, 'symbol', 'icon')) !== '' &&
  tree.member(layer, 'source') !== none &&
  !tree.is(tree.member(layer, 'visible'), kinds.false)

/** Whether the text, or one in the list, is this name. */
const holds = (tree: FigureTree, symbol: Place, name: string): boolean =>
  tree.is(symbol, kinds.string | kinds.array) &&
  tree.bytes.subarray(tree.start(symbol), tree.end(symbol)).includes(`"${name}"`)
