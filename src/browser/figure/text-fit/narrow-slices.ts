/**
 * Leaves out texts beside narrow slices of a pie: one below the other, they would take the space of the pie and of the
 * names below it.
 */

import { partOf } from '../../json.ts'
import { numbersIn } from '../numbers.ts'
import type { FigureParts } from '../parts.ts'
import { baseFonts, type FitContext } from './context.ts'
import { lineCount, lineHeight } from './lines.ts'
import { fontOf } from './measure.ts'
import { domainOf, lengthOf, plotOf } from './plot.ts'
import { putNumbersInside } from './slices.ts'

type Trace = FigureParts['data'][number]

/** The share of a pie's radius for texts beside narrow slices. */
const besideShare = 0.75

/**
 * If the texts are higher than the radius, numbers are inside, where they fit, and only the largest narrow slices have
 * names beside them. `legend` is the height of the legend below the plot, in pixels.
 */
export function fitNarrowSlices(context: FitContext, legend: number): void {
  const { figure } = context
  const { data, layout } = figure
  const plot = plotOf(context)
  const hidden = new Set(Array.isArray(layout.hiddenlabels) ? layout.hiddenlabels.map(String) : [])
  for (const trace of data) {
    const { type, labels, textposition = 'auto' } = trace
    if (type !== 'pie' || !Array.isArray(labels) || !/^(?:auto|outside)$/.test(String(textposition))) continue
    const { x, y } = domainOf(partOf(trace, 'domain'), partOf(layout, 'grid'))
    const radius = Math.min(lengthOf(x) * plot.width, lengthOf(y) * (plot.height - legend)) / 2
    const font = fontOf(...baseFonts(context), partOf(trace, 'textfont'))
    const high = linesOf(trace) * font.size * lineHeight
    const sizes = sizesOf(labels, trace.values, hidden)
    const whole = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    const narrow = [...sizes]
      .filter(([, size]) => (size / whole) * 2 * Math.PI * radius < high)
      .sort(([, one], [, other]) => other - one)
    if (narrow.length * high <= radius) continue
    if (!isNamed(trace)) {
      putNumbersInside([trace], layout)
      continue
    }
    const named = Math.max(1, Math.floor((besideShare * radius) / high))
    const silent = new Set(narrow.slice(named).map(([name]) => name))
    trace.textposition = labels.map((label, i) => (silent.has(nameOf(label, i)) ? 'none' : textposition))
  }
}

/** Whether the text at each slice is more than a number. */
const isNamed = ({ text, textinfo, texttemplate }: Trace): boolean =>
  [text, texttemplate].some(each => each !== undefined) || /label|text/.test(String(textinfo))

/** The lines of the text at each slice. */
function linesOf({
  text,
  textinfo = text === undefined ? 'percent' : 'text+percent',
  texttemplate,
}: Trace): number {
  return typeof texttemplate === 'string' ? lineCount(texttemplate) : String(textinfo).split('+').length
}

/** Slices with the same label are joined; those without one are named by their position. */
const nameOf = (label: unknown, i: number): string => String(label === undefined || label === '' ? i : label)

/** The sum of the values of each slice that is shown, by its name; the number of its labels if there are none. */
function sizesOf(
  labels: readonly unknown[],
  values: unknown,
  hidden: ReadonlySet<string>,
): Map<string, number> {
  const numbers = numbersIn(values)
  const sizes = new Map<string, number>()
  labels.forEach((label, i) => {
    const name = nameOf(label, i)
    const size = numbers ? (numbers[i] ?? Number.NaN) : 1
    if (size >= 0 && !hidden.has(name)) sizes.set(name, (sizes.get(name) ?? 0) + size)
  })
  return sizes
}
