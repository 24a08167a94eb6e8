/**
 * The frame that draws a chart before it is stored: of another origin, so that the chart has no access to this page.
 */

import { partsFor } from '../../plotly/library-parts.ts'
import { hasFormula } from '../../plotly/tex.ts'
import { isObject, type JsonObject } from '../json.ts'
import type { Chart } from './receive.ts'

export function showPreview(frame: HTMLIFrameElement, chart: Chart): void {
  const figure = chart.withTitle(chart.title)
  const send = () => frame.contentWindow?.postMessage({ type: 'figure', figure }, '*')
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data?.type === 'preview-ready') send()
  })
  frame.src = `${frame.dataset.address}?${new URLSearchParams(needsOf(figure))}`
  frame.hidden = false
}

/** What the frame has to load to draw it, as the graph's own page would. */
function needsOf({ data, layout, frames }: JsonObject): Record<string, string> {
  const traces = Array.isArray(data) ? data.filter(isObject) : []
  const texts = { data: JSON.stringify(data), frames: frames === undefined ? null : JSON.stringify(frames) }
  const parts = partsFor({
    traceTypes: traces.map(({ type }) => (typeof type === 'string' ? type : 'scatter')),
    layout: isObject(layout) ? layout : {},
    ...texts,
  })
  const math = hasFormula(`${texts.data}${JSON.stringify(layout)}${texts.frames}`)
  return { parts: parts.join(), ...(math && { math: '' }) }
}
