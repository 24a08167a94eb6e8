/** Formulas: texts with TeX between dollars, each of which is set by itself. */

import { type FigureTree, kinds, none, type Place } from '../tree/figure-tree.ts'
import { type Cost, costOf } from './cost.ts'
import type { FigureView } from './views.ts'

/** 450 formulas in annotations 6.5 s, 900 in 16.5; 600 at ticks 5.6. */
const ms = 14
const dollar = 0x24

/** Lists of texts that are drawn: of layouts' axes and of traces. */
const listed = ['text', 'labels', 'texttemplate'] as const

export function* formulaCosts({ tree, data, layout, traces }: FigureView): Iterable<Cost> {
  if (tree.bytes.indexOf(dollar) === -1) return
  const cost = (place: Place, most: number) => costOf(place, formulasIn(tree, place, most), 'formulas', ms)
  const annotations = tree.member(layout, 'annotations')
  if (tree.is(annotations, kinds.array)) yield cost(annotations, tree.count(annotations))
  if (layout !== none) {
    for (let part = tree.first(layout); part !== none; part = tree.next(part)) {
      const texts = /^[xy]axis\d*$/.test(tree.key(part)) ? tree.member(part, 'ticktext') : none
      if (tree.is(texts, kinds.array)) yield cost(texts, tree.count(texts))
    }
  }
  let named = 0
  for (const { place, type } of traces) {
    named += formulasIn(tree, tree.member(place, 'name'), 1)
    // Without its mode a scatter's text is seen by those who point at it.
    const mode = tree.string(tree.member(place, 'mode'))
    if (type.startsWith('scatter') && !mode?.includes('text')) continue
    for (const name of listed) {
      const texts = tree.member(place, name)
      if (tree.is(texts, kinds.array)) yield cost(texts, tree.count(texts))
    }
  }
  yield costOf(data, named, 'formulas in names', ms)
}

/** A text has two dollars or more. */
function formulasIn(tree: FigureTree, place: Place, most: number): number {
  if (place === none) return 0
  const end = tree.end(place)
  let dollars = 0
  for (
    let at = tree.bytes.indexOf(dollar, tree.start(place));
    at !== -1 && at < end && dollars < 2 * most;
  ) {
    dollars += 1
    at = tree.bytes.indexOf(dollar, at + 1)
  }
  return Math.min(most, dollars >> 1)
}
