/** Warns of texts and map labels that take so long to draw that the image may not be made in time. */

import type { Place } from '../../tree/figure-tree.ts'
import { lengthOf } from '../data/arrays.ts'
import type { FigureView } from '../views.ts'

/** In bytes of JSON. Longer texts do not fit into any image, but are broken into lines and measured all the same. */
const longestText = 20_000

/** Texts that are drawn at each tick: 100 KB took 3.2 s, 1 MB more than 25 s. */
const atTicks: ReadonlySet<string> = new Set(['tickprefix', 'ticksuffix'])
const longestAtTicks = 500_000

/** Checks a text attribute or a list of texts, except for image addresses. */
export function checkTextLength(
  { tree, findings }: Pick<FigureView, 'tree' | 'findings'>,
  place: Place,
): void {
  const bytes = tree.end(place) - tree.start(place)
  if (bytes <= longestText) return
  if (bytes > longestAtTicks && atTicks.has(tree.key(place))) {
    findings.error(
      place,
      `is ${Math.round(bytes / 1000)} KB at each tick, more than can be drawn; shorten it`,
    )
    return
  }
  const each = bytes / Math.max(1, lengthOf(tree, place) ?? 1)
  if (each > longestText && tree.key(place) !== 'source') findings.warn(place, tooLong(each))
}

const tooLong = (bytes: number) =>
  `a text of ${Math.round(bytes / 1000)} KB is more than an image shows, and may not be drawn in time; shorten it`

interface StyleLayer {
  readonly layout?: Readonly<Record<string, unknown>>
}

/** The minimum distance of labels along a line, in pixels. */
const minSpacing = 10

/** Finds labels of a map style that are so dense that placing them takes too long. */
export function slowLabels(style: {
  readonly layers?: unknown
}): readonly (readonly [path: (string | number)[], message: string])[] {
  const layers = Array.isArray(style.layers) ? (style.layers as (StyleLayer | null)[]) : []
  return layers.flatMap((layer, at) => {
    const spacing = layer?.layout?.['symbol-spacing']
    const text = layer?.layout?.['text-field']
    const path = (name: string) => ['layers', at, 'layout', name]
    const found: [(string | number)[], string][] = []
    if (typeof spacing === 'number' && spacing < minSpacing)
      found.push([
        path('symbol-spacing'),
        `a label every ${spacing} pixels may not be placed in time; set at least ${minSpacing}`,
      ])
    if (typeof text === 'string' && text.length > longestText)
      found.push([path('text-field'), tooLong(text.length)])
    return found
  })
}
