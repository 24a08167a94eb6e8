/** What is drawn, but takes so long that the image may not be made in time: told at creation, where counting can say it. */

import { kinds, none, type Place } from '../../tree/figure-tree.ts'
import { lengthOf } from '../data/arrays.ts'
import type { FigureView, TraceView } from '../views.ts'

/** Each is an element of its own, placed and measured one by one. */
const mostItems = 4_000
const oneByOne = 'are drawn one by one, and the image may not be made in time'

/** Ticks of parallel axes, which stand in one image however many axes there are. */
export function checkScaleTicks({ tree, findings }: FigureView, { place }: TraceView): void {
  const list = tree.member(place, 'dimensions')
  if (!tree.is(list, kinds.array)) return
  let ticks = 0
  for (let each = tree.first(list); each !== none; each = tree.next(each))
    ticks += lengthOf(tree, tree.member(each, 'tickvals')) ?? 0
  if (ticks > mostItems) findings.warn(list, `${ticks} ticks ${oneByOne}; send at most ${mostItems}`)
}

/** A hull that follows its points is found by the library itself: the time grows with more than their number. */
const mostInHull = 3_000

/** Points of a mesh that names no triangles, with `alphahull` above 0. */
export function checkHull({ tree, findings }: FigureView, { place }: TraceView): void {
  const x = tree.member(place, 'x')
  const points = lengthOf(tree, x) ?? 0
  const given = ['i', 'j', 'k'].every(name => lengthOf(tree, tree.member(place, name)))
  if (given || points <= mostInHull || !((tree.number(tree.member(place, 'alphahull')) ?? -1) > 0)) return
  findings.warn(
    x,
    `a hull of ${points} points may not be found in time; send its triangles as i, j and k, or at most ${mostInHull} points`,
  )
}

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
