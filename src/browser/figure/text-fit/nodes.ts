/** Fits the names of a Sankey diagram's nodes. */

import { type JsonObject, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { breakLines, lineCount } from './lines.ts'
import { type Font, fontOf, numberOr } from './measure.ts'
import { lengthOf, plotOf, rangeOf } from './plot.ts'

/** A name may reach the middle between two columns, where it meets that of the next; and at least this many pixels. */
const minWidth = 60
/** Between a name and its node and other names, in pixels. */
const gap = 10
/** More nodes are too close to each other for two lines, and fitting them takes too long. */
const maxNodes = 60

/** In characters: longer texts are not names. */
const longestName = 120

/** Breaks names that would overlap those of the next column into two lines. None is cut off. */
export function fitNodes(context: FitContext): void {
  const { figure } = context
  const plot = plotOf(context)
  for (const trace of figure.data.filter(({ type }) => type === 'sankey')) {
    const node = partOf(trace, 'node')
    const { label } = node
    if (!Array.isArray(label) || label.length > maxNodes || trace.orientation === 'v') continue
    const font = fontOf(...baseFonts(context), partOf(trace, 'textfont'))
    const columns = columnsOf(partOf(trace, 'link'), label.length)
    if (columns < 2) continue
    const width = plot.width * lengthOf(rangeOf(partOf(trace, 'domain').x))
    const max = Math.max(minWidth, width / (columns - 1) / 2 - gap)
    const broken = label.map(name => (typeof name === 'string' ? inTwoLines(name, max, font, context) : name))
    trace.node = { ...node, label: broken }
  }
}

/** Breaks between words, into the narrowest two lines that are at least that wide. */
function inTwoLines(name: string, min: number, font: Font, { widthOf }: FitContext): string {
  if (name.length > longestName || !name.trim().includes(' ')) return name
  const whole = widthOf(name, font)
  const words = Math.max(...name.split(' ').map(word => widthOf(word, font)))
  for (let width = Math.max(min, words, whole / 2); width < whole; width += 4) {
    const broken = breakLines(name, font, width, Number.POSITIVE_INFINITY, widthOf)
    if (lineCount(broken) <= Math.max(2, lineCount(name))) return broken
  }
  return name
}

/** The number of columns, as the library ranks nodes: each is to the right of all nodes that link to it. */
function columnsOf({ source, target }: JsonObject, nodes: number): number {
  if (!Array.isArray(source) || !Array.isArray(target)) return 0
  const rank = new Array<number>(nodes).fill(0)
  // Cycles would raise each other endlessly.
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
