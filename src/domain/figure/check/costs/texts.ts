/** The costs of long texts at points, whether each has its own or all share one, which is drawn anew for each. */

import { type FigureTree, kinds, none, type Place } from '../../tree/figure-tree.ts'
import { sizeOf } from '../data/arrays.ts'
import { widthOfTemplate } from '../data/format-widths.ts'
import { isHidden } from '../views.ts'
import { type Cost, costOf, type EstimatedFigure, type EstimatedTrace } from './cost.ts'
import { givenAt, textAt } from './templates.ts'

/** Milliseconds per character. Measured: 100 texts of 10,000 characters 0.6 s, of scattergl 1.4 s. */
const usual = 0.000_6
const byShaders = 0.001_4
/** Measured: 100 texts of 500 characters 2.4 s, 100 short ones 1.1 s. */
const inScenes = 0.026
/** Measured: 100 texts of 10,000 characters over 20 s. */
const onMaps = 0.03

const msOf: ReadonlyMap<string, number> = new Map([
  ['scattergl', byShaders],
  ['scatterpolargl', byShaders],
  ['scatter3d', inScenes],
  ['scattermap', onMaps],
])

/** The cost of a point includes that of a shorter text. */
const usualLength = 50

export function sharedTextCosts(figure: EstimatedFigure): readonly Cost[] {
  const { tree, traces } = figure
  return traces.flatMap(trace => {
    const { place, type, template } = trace
    if (isHidden(tree, place) || !showsTexts(tree, trace)) return []
    const texts = ['texttemplate', 'text'].map(name => givenAt(tree, place, template, name))
    const [text, length] = longestOf(tree, texts)
    if (length <= usualLength) return []
    return [costOf(text, pointsOf(tree, place), 'long texts', length * (msOf.get(type) ?? usual))]
  })
}

/** Without the mode `text`, the texts of a scatter trace are shown only on hover. */
const showsTexts = (tree: FigureTree, { place, type, template }: EstimatedTrace): boolean =>
  !type.startsWith('scatter') || (textAt(tree, place, template, 'mode')?.includes('text') ?? false)

/** The longest text with the number of characters that are drawn of it, or of a list the mean of them. */
function longestOf(tree: FigureTree, texts: readonly Place[]): readonly [Place, number] {
  const lengths = texts.map(text => {
    if (tree.is(text, kinds.array))
      return [text, lengthOf(tree.text(text)) / Math.max(1, tree.count(text))] as const
    const given = text === none ? null : tree.string(text)
    const padding = given !== null && tree.key(text) === 'texttemplate' ? widthOfTemplate(given) : 0
    return [text, lengthOf(given ?? '') + padding] as const
  })
  return lengths.reduce((longest, each) => (each[1] > longest[1] ? each : longest))
}

/** Each line takes as long as so many characters. Measured: 300 bars with 300 lines each 4.7 s, 100 slices 2.7 s. */
const charactersOfLine = 100

const lengthOf = (text: string) => text.length + charactersOfLine * (text.match(/<br/gi)?.length ?? 0)

/** The length of the trace's longest list, with the cells of all rows. */
function pointsOf(tree: FigureTree, trace: Place): number {
  let max = 0
  for (let member = tree.first(trace); member !== none; member = tree.next(member))
    max = Math.max(max, sizeOf(tree, member))
  return max
}
