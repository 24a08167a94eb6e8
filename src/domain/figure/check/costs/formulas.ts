/** The costs of formulas: texts with TeX between dollar signs. */

import { countFormulas } from '../../../../plotly/tex.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { type Cost, costOf, type EstimatedFigure } from './cost.ts'

/** Per formula. Measured: 450 in annotations 6.5 s, 900 in 16.5 s; 600 at ticks 5.6 s. */
const ms = 14
const dollar = 0x24

/** Attributes of traces with lists of drawn texts. */
const listed = ['text', 'labels', 'texttemplate'] as const

export const formulaCosts = (figure: EstimatedFigure): readonly Cost[] =>
  figure.tree.bytes.indexOf(dollar) === -1 ? [] : [...costsOfTexts(figure)]

function* costsOfTexts({ tree, data, layout, parts, traces }: EstimatedFigure): Iterable<Cost> {
  const cost = (place: Place, max: number) => costOf(place, formulasIn(tree, place, max), 'formulas', ms)
  const annotations = tree.member(layout, 'annotations')
  if (tree.is(annotations, kinds.array)) yield cost(annotations, tree.count(annotations))
  for (const axis of parts.axes) {
    const texts = tree.member(axis.place, 'ticktext')
    if (tree.is(texts, kinds.array)) yield cost(texts, tree.count(texts))
  }
  let named = 0
  for (const { place, type } of traces) {
    named += formulasIn(tree, tree.member(place, 'name'), 1)
    // Without the mode `text`, the texts of a scatter trace are shown only on hover.
    const mode = tree.string(tree.member(place, 'mode'))
    if (type.startsWith('scatter') && !mode?.includes('text')) continue
    for (const name of listed) {
      const texts = tree.member(place, name)
      if (tree.is(texts, kinds.array)) yield cost(texts, tree.count(texts))
    }
  }
  yield costOf(data, named, 'formulas in names', ms)
}

/** Counts formulas, which need two dollar signs in one text. */
function formulasIn(tree: FigureTree, place: Place, max: number): number {
  if (place === none || !tree.bytes.subarray(tree.start(place), tree.end(place)).includes(dollar)) return 0
  return countFormulas(tree.text(place), max)
}
