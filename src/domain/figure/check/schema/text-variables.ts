/** The variables of `texttemplate`, which differ between the types of traces. */

import { traceSchema } from '../../../../plotly/schema/schema.ts'

const ofBars = ['x', 'y', 'label', 'value']
const ofSlices = ['label', 'value', 'percent', 'color']
const ofCells = ['x', 'y', 'z']
const ofSectors = [
  ...['label', 'value', 'color', 'currentPath', 'root', 'entry', 'parent'],
  ...['percentRoot', 'percentEntry', 'percentParent'],
]

/** Measured by drawing each name in a text of each type. */
const variables: Readonly<Record<string, readonly string[]>> = {
  bar: ofBars,
  histogram: ofBars,
  waterfall: [...ofBars, 'initial', 'delta', 'final'],
  funnel: [...ofBars, 'percentInitial', 'percentPrevious', 'percentTotal'],
  pie: ofSlices,
  funnelarea: ofSlices,
  heatmap: ofCells,
  histogram2d: ofCells,
  sunburst: ofSectors,
  treemap: ofSectors,
  icicle: ofSectors,
  scatter: ['x', 'y'],
  scattergl: ['x', 'y'],
  scatterpolar: ['r', 'theta', 'x', 'y'],
  scatterternary: ['a', 'b', 'c', 'x', 'y'],
  scattersmith: ['real', 'imag', 'x', 'y'],
  scattergeo: ['lat', 'lon', 'location'],
}

const ofAll: ReadonlySet<string> = new Set([
  ...['text', 'hovertext', 'customdata', 'meta', 'id', 'i', 'data', 'layout', 'xLabel', 'yLabel', 'zLabel'],
])

/** The variables that a text of this type has, if it does not have this one; null if it has it or the type is unknown. */
export function variablesWithout(name: string, type: string): readonly string[] | null {
  const own = Object.hasOwn(variables, type) ? variables[type] : undefined
  if (!own || own.includes(name) || ofAll.has(name) || traceSchema(type)?.members.has(name)) return null
  return own
}
