/** The names of a Sankey diagram's nodes. */

import { type JsonObject, partOf } from '../../json.ts'
import type { WordContext } from './context.ts'
import { breakLines, lineCount } from './lines.ts'
import { type Font, fontOf, numberOr } from './measure.ts'
import { lengthOf, plotOf, rangeOf } from './plot.ts'

/** A name reaches to the middle between two columns, where it meets that of the next; in pixels it may anyway. */
const leastWidth = 60
/** Between a name and its node, and another name, in pixels. */
const gap = 10
/** More nodes are too close to each other for two lines, and take their time. */
const mostNodes = 60

/** In letters: longer texts are no names. */
const longestName = 120

/** Names that would lie over those of the next column have two lines; none is cut. */
export function fitNodes(context: WordContext): void {
  const { figure, defaults } = context
  const plot = plotOf(context)
  for (const trace of figure.data.filter(({ type }) => type === 'sankey')) {
    const node = partOf(trace, 'node')
    const { label } = node
    if (!Array.isArray(label) || label.length > mostNodes || trace.orientation === 'v') continue
    const font = fontOf(partOf(defaults, 'font'), partOf(figure.layout, 'font'), partOf(trace, 'textfont'))
    const columns = columnsOf(partOf(trace, 'link'), label.length)
    if (columns < 2) continue
    const width = plot.width * lengthOf(rangeOf(partOf(trace, 'domain').x))
    const most = Math.max(leastWidth, width / (columns - 1) / 2 - gap)
    const broken = label.map(name =>
      typeof name === 'string' ? inTwoLines(name, most, font, context) : name,
    )
    trace.node = { ...node, label: broken }
  }
}

/** Between words, in the narrowest two lines that are not narrower than that. */
function inTwoLines(name: string, least: number, font: Font, { widthOf }: WordContext): string {
  if (name.length > longestName || !name.trim().includes(' ')) return name
  const whole = widthOf(name, font)
  const words = Math.max(...name.split(' ').map(word => widthOf(word, font)))
  for (let width = Math.max(least, words, whole / 2); width < whole; width += 4) {
    const broken = breakLines(name, font, width, Number.POSITIVE_INFINITY, widthOf)
    if (lineCount(broken) <= Math.max(2, lineCount(name))) return broken
  }
  return name
}

/** How many columns its links make, as the library ranks nodes: each behind all that lead to it. */
function columnsOf({ source, target }: JsonObject, nodes: number): number {
  if (!Array.isArray(source) || !Array.isArray(target)) return 0
  const rank = new Array<number>(nodes).fill(0)
  // Circles would raise each other for ever.
  for (let round = 0; round < nodes; round++) {
    let changed = false
    for (const [i, from] of source.entries()) {
      const to = target[i]
      const behind = numberOr(rank[from as number], 0) + 1
      if (typeof rank[to as number] !== 'number' || rank[to as number]! >= behind || behind >= nodes) continue
      rank[to as number] = behind
      changed = true
    }
    if (!changed) break
  }
  return Math.max(...rank) + 1
}
