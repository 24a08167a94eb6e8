/** Fits the names of slices, in a legend below a pie and around it. */

import { type JsonObject, partOf } from '../../json.ts'
import { baseFonts, type FitContext } from './context.ts'
import { breakLines } from './lines.ts'
import { type Font, fontOf } from './measure.ts'

/** The share of a figure's width at each side of a pie for what is around it. */
const besideShare = 0.26

/**
 * Breaks names around a pie so that it keeps its size. They become texts, because slices with the same label are
 * joined.
 */
export function fitSlices(context: FitContext): void {
  const { figure, space, widthOf } = context
  const max = besideShare * space.width
  for (const trace of figure.data) {
    const { type, labels, textposition, textinfo, text, texttemplate } = trace
    if (type !== 'pie' || textposition !== 'outside' || !Array.isArray(labels)) continue
    if (text !== undefined || texttemplate !== undefined || !String(textinfo).includes('label')) continue
    const font = fontOf(...baseFonts(context), partOf(trace, 'textfont'))
    if (labels.every(label => widthOf(String(label), font) <= max)) continue
    trace.text = labels.map(label => breakLines(String(label), font, max, 3, widthOf))
    trace.textinfo = String(textinfo).replace('label', 'text')
    trace.hoverinfo ??= 'label+value+percent+name'
  }
}

/** The smallest size of numbers in slices, in pixels. Slices without space for them have none. */
const minNumber = 9

/** Numbers of narrow slices would take the space of a pie that they are around: they are inside, where they fit. */
export function putNumbersInside(pies: readonly JsonObject[], layout: JsonObject): void {
  for (const pie of pies) {
    Object.assign(pie, { textposition: 'inside', automargin: false })
    layout.uniformtext ??= { minsize: minNumber, mode: 'hide' }
  }
}

/** In as many lines of that width as needed, because a part that is cut off may be what distinguishes two names. */
export function breakLabels(
  layout: JsonObject,
  pies: readonly JsonObject[],
  font: Font,
  width: number,
  { widthOf }: FitContext,
): void {
  const lists = [...pies.map(pie => ({ of: pie, key: 'labels' })), { of: layout, key: 'hiddenlabels' }]
  for (const { of, key } of lists) {
    const labels = of[key]
    if (!Array.isArray(labels)) continue
    const broken = labels.map(label =>
      typeof label === 'string' ? breakLines(label, font, width, Number.POSITIVE_INFINITY, widthOf) : label,
    )
    if (new Set(broken).size === new Set(labels).size) of[key] = broken
  }
}
