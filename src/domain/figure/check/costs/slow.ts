/** What is drawn, but takes so long that the image may not be made in time: told at creation, where counting can say it. */

import { kinds, type Place } from '../../tree/figure-tree.ts'
import type { FigureView } from '../views.ts'

/** In bytes of JSON: more than any image shows, and all of it is broken into lines and measured. */
const longestText = 20_000

/** Texts of the schema, or lists of them; the address of an image is none. */
export function checkTextLength(
  { tree, findings }: Pick<FigureView, 'tree' | 'findings'>,
  place: Place,
): void {
  const bytes = tree.end(place) - tree.start(place)
  if (bytes <= longestText) return
  const each = tree.is(place, kinds.array) ? bytes / Math.max(1, tree.count(place)) : bytes
  if (each > longestText && tree.key(place) !== 'source') findings.warn(place, tooLong(each))
}

const tooLong = (bytes: number) =>
  `a text of ${Math.round(bytes / 1000)} KB is more than an image shows, and may not be drawn in time; shorten it`

interface StyleLayer {
  readonly layout?: Readonly<Record<string, unknown>>
}

/** In pixels along a line. */
const leastSpacing = 10

/** Labels that a map's style sets so densely that placing them takes longer than an image may. */
export function slowLabels(style: {
  readonly layers?: unknown
}): readonly (readonly [path: (string | number)[], message: string])[] {
  const layers = Array.isArray(style.layers) ? (style.layers as (StyleLayer | null)[]) : []
  return layers.flatMap((layer, at) => {
    const spacing = layer?.layout?.['symbol-spacing']
    const text = layer?.layout?.['text-field']
    const path = (name: string) => ['layers', at, 'layout', name]
    const found: [(string | number)[], string][] = []
    if (typeof spacing === 'number' && spacing < leastSpacing)
      found.push([
        path('symbol-spacing'),
        `a label every ${spacing} pixels may not be placed in time; set at least ${leastSpacing}`,
      ])
    if (typeof text === 'string' && text.length > longestText)
      found.push([path('text-field'), tooLong(text.length)])
    return found
  })
}
