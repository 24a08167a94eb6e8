/** The costs of formulas: texts with TeX between dollar signs. */

import { measureFormulas } from '../../../../plotly/tex.ts'
import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { type Cost, costOf, type EstimatedFigure } from './cost.ts'

/**
 * Per formula, and per KB of them beyond the usual. Measured: 450 in annotations 6.5 s, 900 in 16.5 s; 600 at ticks 5.6 s;
 * 200 of 0.5 KB 10.3 s, 50 of 2 KB 7.6 s.
 */
const ms = 14
const msOfKb = 65
const usualKb = 0.05
const dollar = 0x24

/** Attributes of traces with lists of drawn texts. */
const listed = ['text', 'labels', 'texttemplate'] as const

export const formulaCosts = (figure: EstimatedFigure): readonly Cost[] =>
  figure.tree.bytes.indexOf(dollar) === -1 ? [] : [...costsOfTexts(figure)]

function* costsOfTexts({ tree, data, layout, parts, traces }: EstimatedFigure): Iterable<Cost> {
  const cost = (place: Place, max: number) => {
    const { count, length } = formulasIn(tree, place, max)
    return costOf(place, count, 'formulas', count === 0 ? 0 : msOf(length / count))
  }
  const annotations = tree.member(layout, 'annotations')
  if (tree.is(annotations, kinds.array)) yield cost(annotations, tree.count(annotations))
  for (const axis of parts.axes) {
    const texts = tree.member(axis.place, 'ticktext')
    if (tree.is(texts, kinds.array)) yield cost(texts, tree.count(texts))
  }
  let [named, length] = [0, 0]
  for (const { place, type } of traces) {
    const name = formulasIn(tree, tree.member(place, 'name'), 1)
    named += name.count
    length += name.length
    // Without the mode `text`, the texts of a scatter trace are shown only on hover.
    const mode = tree.string(tree.member(place, 'mode'))
    if (type.startsWith('scatter') && !mode?.includes('text')) continue
    for (const name of listed) {
      const texts = tree.member(place, name)
      if (tree.is(texts, kinds.array)) yield cost(texts, tree.count(texts))
    }
  }
  if (named > 0) yield costOf(data, named, 'formulas in names', msOf(length / named))
}

/** The time for a formula of that length. */
const msOf = (length: number) => ms + msOfKb * Math.max(0, length / 1000 - usualKb)

/** Counts and measures formulas, which need two dollar signs in one text. */
function formulasIn(tree: FigureTree, place: Place, max: number) {
  if (place === none || !tree.bytes.subarray(tree.start(place), tree.end(place)).includes(dollar))
    return { count: 0, length: 0 }
  return measureFormulas(tree.text(place), max)
}
