/** The costs of texts that WebGL draws: software WebGL shades a square for each letter, however many lie on each other. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { headOf } from '../../tree/head.ts'
import { isHidden } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure } from './cost.ts'
import { areaOf, shadedPoints } from './marker-areas.ts'
import { givenAt, textAt } from './templates.ts'

const types: ReadonlySet<string> = new Set(['scattergl', 'scatterpolargl'])

/**
 * Milliseconds per square pixel. Measured as processor time: 900 letters of 300 pixels 6.2 s, with two sizes 10.1 s; 15,000
 * of 100 pixels 16.1 s. Half of it, because several processors share it.
 */
const pixelMs = 5e-5
const usualSize = 12
/** Letters outside the plot cost nothing. A plot of 700 pixels has so many next to each other, times their size. */
const lettersAcross = 1_400

/** One cost per trace, of all letters of its texts. */
export function letterAreaCosts(figure: EstimatedFigure): readonly Cost[] {
  const { tree, traces } = figure
  return traces.flatMap(({ place: trace, type, template }) => {
    if (!types.has(type) || isHidden(tree, trace)) return []
    if (!textAt(tree, trace, template, 'mode')?.includes('text')) return []
    const formatted = tree.member(trace, 'texttemplate')
    const text = formatted === none ? tree.member(trace, 'text') : formatted
    const count = shadedPoints(tree, trace, type)
    const size = givenAt(tree, trace, template, 'textfont', 'size')
    const area = size === none ? usualSize ** 2 : areaOf(tree, size, 1)
    const letters = count * Math.min(lettersOf(tree, text), lettersAcross / Math.sqrt(area))
    return [costOf(size === none ? text : size, Math.round(letters), 'letters', area * pixelMs)]
  })
}

/** The mean number of letters of a text, or of the texts in a list. */
function lettersOf(tree: FigureTree, text: Place): number {
  if (text === none) return 0
  if (!tree.is(text, kinds.array)) return tree.string(text)?.length ?? 0
  const texts = headOf(tree, text)
  return texts.reduce<number>((sum, each) => sum + String(each ?? '').length, 0) / Math.max(1, texts.length)
}
