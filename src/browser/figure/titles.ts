/** A title may be a plain string (spec 2), although the charting library takes only objects. */

import { childOf, childrenOf, type JsonObject, objectsIn } from '../json.ts'
import type { FigureParts } from './parts.ts'

export function settleTitles({ data, layout, frames }: FigureParts): void {
  settleLayoutTitles(layout)
  data.forEach(settleTraceTitles)
  for (const frame of frames) {
    const changed = childOf(frame, 'layout')
    if (changed) settleLayoutTitles(changed)
    objectsIn(frame.data).forEach(settleTraceTitles)
  }
  const template = childOf(layout, 'template')
  const templateLayout = childOf(template, 'layout')
  if (templateLayout) settleLayoutTitles(templateLayout)
  for (const traces of Object.values(childOf(template, 'data') ?? {})) {
    objectsIn(traces).forEach(settleTraceTitles)
  }
}

function settleTitle(holder: JsonObject | null): void {
  if (!holder) return
  const { title } = holder
  if (typeof title === 'string' || typeof title === 'number') holder.title = { text: String(title) }
  const settled = childOf(holder, 'title')
  if (settled && typeof settled.subtitle === 'string') settled.subtitle = { text: settled.subtitle }
}

/** The axes of scenes, and of polar, ternary and Smith charts. */
const subplotAxes = ['x', 'y', 'z', 'radial', 'angular', 'a', 'b', 'c', 'real', 'imaginary'].map(
  name => `${name}axis`,
)

function settleLayoutTitles(layout: JsonObject): void {
  settleTitle(layout)
  childrenOf(layout, 'xaxis', 'yaxis', 'legend').forEach(settleTitle)
  for (const subplot of childrenOf(layout, 'scene', 'polar', 'ternary', 'smith')) {
    childrenOf(subplot, ...subplotAxes).forEach(settleTitle)
  }
  for (const shape of objectsIn(layout.shapes)) settleGroupTitle(shape)
  for (const axis of childrenOf(layout, 'coloraxis')) settleTitle(childOf(axis, 'colorbar'))
}

function settleTraceTitles(trace: JsonObject): void {
  settleTitle(trace)
  for (const holder of [trace, childOf(trace, 'marker'), childOf(trace, 'line')]) {
    settleTitle(childOf(holder, 'colorbar'))
  }
  settleTitle(childOf(trace, 'aaxis'))
  settleTitle(childOf(trace, 'baxis'))
  settleGroupTitle(trace)
}

function settleGroupTitle(holder: JsonObject): void {
  if (typeof holder.legendgrouptitle === 'string') holder.legendgrouptitle = { text: holder.legendgrouptitle }
}
