/** Markers on maps other than circles, which are icons of the map's style. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Names that every object has, on which the map library fails. */
const inherited = Object.getOwnPropertyNames(Object.prototype)

/** Refuses names of icons on which the map library fails, and warns of icons, because images are drawn without them. */
export function checkIcons({ tree, findings, layout }: FigureView, { place }: TraceView): void {
  const symbol = tree.at(place, 'marker', 'symbol')
  const mode = tree.string(tree.member(place, 'mode')) ?? 'markers'
  if (symbol === none || !mode.includes('markers')) return
  const name = inherited.find(each => holds(tree, symbol, each))
  if (name !== undefined) findings.error(symbol, `"${name}" is not the name of an icon; send "circle"`)
  else if (!findings.enough && tree.string(symbol) !== 'circle' && tree.string(symbol) !== '')
    findings.warn(
      symbol,
      tree.string(tree.at(layout, tree.string(tree.member(place, 'subplot')) ?? 'map', 'style')) ===
        'white-bg'
        ? 'names icons, which the map style "white-bg" does not have, so no marker is drawn; send "circle", one text for all'
        : 'names icons of the map style, which are on another server, so the image is drawn without these markers; send "circle", one text for all',
    )
}

/** Whether the text, or one in the list, is this name. */
const holds = (tree: FigureTree, symbol: Place, name: string): boolean =>
  tree.is(symbol, kinds.string | kinds.array) &&
  tree.bytes.subarray(tree.start(symbol), tree.end(symbol)).includes(`"${name}"`)
