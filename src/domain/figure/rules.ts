/** The rules of a figure, as a list of named steps; each adds what it finds to the faults. */

import { traceTypes } from '../../plotly/trace-types.generated.ts'
import { childPath, shortened } from './faults.ts'
import { type FigureIndex, type Member, maxDepth, maxPoints, maxTraces, named } from './figure-index.ts'
import { parseLayout } from './layout.ts'
import { nearest } from './nearest.ts'

/** What a create may say. */
export const figureKeys: readonly string[] = ['data', 'layout', 'frames']

/**
 * Accepted beside them and left out: what exports carry for their own libraries. `config` belongs to whoever
 * shows a figure; `version` is written by plotly.js (`full-json`); the rest by R's plotly (`plotly_json()`).
 */
export const ignoredKeys: readonly string[] = [
  'config',
  'version',
  'attrs',
  'base_url',
  'cur_data',
  'highlight',
  'layoutAttrs',
  'shinyEvents',
  'source',
  'subplot',
  'visdat',
]

/** Names of other libraries or of older releases, and the trace type that draws the same. */
const otherNames: Readonly<Record<string, string>> = {
  area: 'scatter',
  bubble: 'scatter',
  choroplethmapbox: 'choroplethmap',
  column: 'bar',
  densitymapbox: 'densitymap',
  donut: 'pie',
  doughnut: 'pie',
  heatmapgl: 'heatmap',
  line: 'scatter',
  lines: 'scatter',
  markers: 'scatter',
  pointcloud: 'scattergl',
  scattermapbox: 'scattermap',
}

/** What the rules learn on their way: the parsed layout, and the distinct trace types in order. */
interface Findings {
  layout: unknown
  readonly traceTypes: Set<string>
}

type Rule = (body: Buffer, outline: FigureIndex, findings: Findings) => void

const rules: readonly Rule[] = [checkKeys, checkData, checkTypes, checkBudgets, checkLayout, checkFrames]

/** Throws `invalid_figure` with every fault of the outline and of the rules. */
export function applyRules(body: Buffer, outline: FigureIndex): { layout: unknown; traceTypes: string[] } {
  const findings: Findings = { layout: null, traceTypes: new Set() }
  if (outline.kind === 'object') for (const rule of rules) rule(body, outline, findings)
  else outline.faults.add('$', `the body must be an object {"data": […]}, got ${named(outline.kind)}`)
  outline.faults.throwIfAny()
  return { layout: findings.layout, traceTypes: [...findings.traceTypes] }
}

function checkKeys(_body: Buffer, { members, faults }: FigureIndex): void {
  for (const { key } of members) {
    if (faults.full) return
    // Already a fault of its own.
    if (figureKeys.includes(key) || ignoredKeys.includes(key) || key === '__proto__') continue
    const near = nearest(key, figureKeys)
    const hint = near ? `did you mean ${near}?` : `a figure has ${figureKeys.join(', ')}`
    faults.add(childPath('', key), `unknown key; ${hint}`)
  }
}

const partOf = ({ members }: FigureIndex, key: string): Member | undefined => members.find(m => m.key === key)

function checkData(_body: Buffer, outline: FigureIndex): void {
  const data = partOf(outline, 'data')
  if (!data || data.kind === 'null') {
    outline.faults.add('data', 'required: an array of traces; send [] for an empty figure')
  } else if (data.kind !== 'array') {
    outline.faults.add('data', `must be an array of traces, got ${named(data.kind)}`)
  }
}

function checkTypes(body: Buffer, { traces, faults }: FigureIndex, findings: Findings): void {
  for (const { index: i, type } of traces) {
    // The library draws a trace that names no type as a scatter.
    if (!type || type.kind === 'null') findings.traceTypes.add('scatter')
    else if (type.kind !== 'string')
      faults.add(`data[${i}].type`, `must be a string, got ${named(type.kind)}`)
    else {
      const name: string = JSON.parse(body.toString('utf8', type.start, type.end))
      if (traceTypes.includes(name)) findings.traceTypes.add(name)
      else faults.add(`data[${i}].type`, unknownType(name))
    }
  }
}

function unknownType(name: string): string {
  const near = otherNames[name.toLowerCase()] ?? nearest(name, traceTypes)
  const hint = near ? `did you mean ${JSON.stringify(near)}? ` : ''
  return `unknown trace type ${JSON.stringify(shortened(name))}; ${hint}valid types: ${traceTypes.join(', ')}`
}

function checkBudgets(_body: Buffer, { traceCount, points, faults }: FigureIndex): void {
  if (traceCount > maxTraces) {
    faults.add(
      'data',
      `${traceCount} traces are more than ${maxTraces}; join traces, with null between lines`,
    )
  }
  if (points > maxPoints) {
    faults.add('data', `${points} points are more than ${maxPoints}; aggregate or sample them first`)
  }
}

function checkLayout(body: Buffer, outline: FigureIndex, findings: Findings): void {
  const layout = partOf(outline, 'layout')
  if (!layout || layout.kind === 'null') return
  if (layout.kind !== 'object') {
    outline.faults.add('layout', `must be an object, got ${named(layout.kind)}`)
  } else if (outline.depth <= maxDepth) {
    findings.layout = parseLayout(body.toString('utf8', layout.start, layout.end), outline.faults)
  }
}

function checkFrames(_body: Buffer, outline: FigureIndex): void {
  const frames = partOf(outline, 'frames')
  if (frames && frames.kind !== 'null' && frames.kind !== 'array') {
    outline.faults.add('frames', `must be an array of frames, got ${named(frames.kind)}`)
  }
}
