/** The script of the preview frame: draws each figure that the page around it sends. */

import { byId, readJson } from '../dom/elements.ts'
import type { FigureParts } from '../figure/parts.ts'
import { isObject } from '../json.ts'
import { messageOf } from '../message-of.ts'
import { pageGlobals } from '../viewer/plotly.ts'

const live = byId('live') as HTMLElement
const settings = readJson('settings') as { readonly template: object; readonly maps: string }

addEventListener('message', event => {
  if (event.source !== parent || event.data?.type !== 'figure' || !isObject(event.data.figure)) return
  const { data, layout, frames } = event.data.figure as Partial<FigureParts>
  void draw({ data: data ?? [], layout: layout ?? {}, frames: frames ?? [] })
})
parent.postMessage({ type: 'preview-ready' }, '*')

async function draw({ data, layout: sent, frames }: FigureParts): Promise<void> {
  // As it will be stored: in the default style, unless it brings a template.
  const styled = { ...sent, template: sent.template ?? settings.template }
  const parts = structuredClone({ data, layout: styled, frames })
  const figure = pageGlobals.prepareFigure(parts, {
    space: { width: live.clientWidth, height: live.clientHeight },
    width: null,
    height: null,
    theme: null,
    background: null,
    locale: null,
    offline: false,
  })
  const { width: _width, height: _height, ...layout } = figure.layout
  // Without its bar of tools, which would cover the title.
  const config = { displayModeBar: false, responsive: true, topojsonURL: settings.maps }
  try {
    await pageGlobals.Plotly?.newPlot(live, { ...figure, layout: { ...layout, autosize: true }, config })
  } catch (error) {
    live.textContent = `The chart cannot be drawn: ${messageOf(error)}`
  }
}
