/** Whether a description tells what is in the data: read anew, without the code that wrote it. */

import { describeFigure } from '../../src/domain/figure/describe/describe.ts'
import { readSubmission } from '../../src/domain/figure/submission.ts'

interface Trace {
  readonly type?: string
  readonly orientation?: string
  readonly [name: string]: unknown
}

type Layout = Readonly<Record<string, { readonly type?: string } | undefined>>

/** Points may have no place on such axes; other tests look at them. */
const isLogarithmic = (trace: Trace, layout: Layout): boolean =>
  ['x', 'y'].some(letter => {
    const id = trace[`${letter}axis`]
    return layout[`${letter}axis${typeof id === 'string' ? id.slice(1) : ''}`]?.type === 'log'
  })

/** Series that a description tells one by one. */
const told = 6

/** What is wrong with the description of a figure's body; empty when nothing is. */
export function descriptionFaults(body: Uint8Array): {
  readonly words: string
  readonly faults: readonly string[]
} {
  const { figure } = readSubmission(body)
  const texts = {
    data: String(figure.data),
    layout: String(figure.layout),
    frames: figure.frames && String(figure.frames),
  }
  const words = describeFigure(texts)
  const faults: string[] = []
  if (words.length < 10) faults.push('says nothing')
  if (/\b(?:undefined|null|NaN|Infinity)\b|\[object/.test(words)) faults.push('tells a value that is none')
  const numbers = [...words.matchAll(/-?\d[\d,]*(?:\.\d+)?(?:e[+-]?\d+)?/g)].map(([each]) =>
    Number(each.replaceAll(',', '')),
  )
  const says = (value: number) =>
    numbers.some(number => Math.abs(number - value) <= 1e-5 * Math.max(Math.abs(value), 1e-300))
  const layout = JSON.parse(texts.layout) as Layout
  const traces = (JSON.parse(texts.data) as Trace[]).filter(({ visible }) => (visible ?? true) === true)
  for (const [i, trace] of traces.slice(0, told).entries()) {
    if (isLogarithmic(trace, layout)) continue
    const values = valuesIn(trace)
    if (values.length === 0 || words.length >= 2_000) continue
    const [min, max] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))]
    if (!says(min)) faults.push(`trace ${i} does not tell its least value, ${min}`)
    if (!says(max)) faults.push(`trace ${i} does not tell its greatest value, ${max}`)
  }
  return { words, faults }
}

/** The attribute whose extremes a type is told by. */
const toldBy: Readonly<Record<string, string>> = {
  scatter: 'y',
  scattergl: 'y',
  waterfall: 'y',
  bar: 'y',
  pie: 'values',
  funnelarea: 'values',
  heatmap: 'z',
  contour: 'z',
  surface: 'z',
  choropleth: 'z',
  scatterpolar: 'r',
  barpolar: 'r',
  scattergeo: 'lat',
  scatter3d: 'z',
  indicator: 'value',
}

function valuesIn(trace: Trace): readonly number[] {
  const type = trace.type ?? 'scatter'
  // Bars from one date to another have lengths that nobody reads.
  if (type === 'bar' && [trace.base].flat().some(each => typeof each === 'string')) return []
  const horizontal = trace.orientation === 'h' && (type === 'bar' || type === 'waterfall')
  const list = trace[horizontal ? 'x' : (toldBy[type] ?? '')]
  const flat = [list].flat(2).filter(each => each !== null && each !== undefined && each !== '')
  // Values that are not numbers are told otherwise.
  if (!flat.every(each => typeof each === 'number')) return []
  const labels = trace.labels
  if (type !== 'pie' || !Array.isArray(labels)) return flat
  const pieces = Map.groupBy(flat.keys(), i => labels[i] ?? i)
  return [...pieces.values()].map(piece => piece.reduce((sum, i) => sum + flat[i]!, 0))
}
