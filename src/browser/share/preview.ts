/** The frame that draws a chart before it is stored: of another origin, so that the chart can touch nothing here. */

import type { Chart } from './receive.ts'

export function showPreview(frame: HTMLIFrameElement, chart: Chart): void {
  const send = () =>
    frame.contentWindow?.postMessage({ type: 'figure', figure: chart.withTitle(chart.title) }, '*')
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data?.type === 'preview-ready') send()
  })
  frame.hidden = false
  // It may have been ready before anybody listened.
  send()
}
