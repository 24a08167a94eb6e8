/** Receives the chart that the opening page sends, once: `{type: 'chart', chart}` in answer to `CHART_AUTH_SUCCESS`. */

import { isObject, type JsonObject } from '../json.ts'

export interface Chart {
  /** As plain text; empty if it has none. */
  readonly title: string
  /** The chart to store, with this title instead of its own. */
  withTitle(title: string): JsonObject
}

/** How long the opening page may take, in milliseconds. It answers at once, but copying a large chart takes a while. */
const patienceMs = 30_000

/**
 * Takes the first chart that `origin` sends. Rejects with a sentence for the reader if none arrives, or it cannot be
 * stored. Later charts, and messages of other pages, have no effect.
 */
export function receiveChart(origin: string, maxBytes: number): Promise<Chart> {
  const opener: Window | null = window.opener
  if (!opener) return Promise.reject(new Error('Open this page with the Share chart… button of a chart.'))
  return new Promise((resolve, reject) => {
    const settle = () => {
      removeEventListener('message', take)
      clearTimeout(timer)
    }
    const take = (event: MessageEvent) => {
      if (event.source !== opener || event.origin !== origin || event.data?.type !== 'chart') return
      settle()
      try {
        resolve(readChart(event.data.chart, maxBytes))
      } catch (error) {
        reject(error)
      }
    }
    const timer = setTimeout(() => {
      settle()
      reject(new Error('The chart did not arrive. Close this tab and press Share chart… again.'))
    }, patienceMs)
    addEventListener('message', take)
    // A file on a disk has an origin that cannot be the target of a message. The message contains nothing but "ready".
    opener.postMessage({ type: 'CHART_AUTH_SUCCESS' }, origin === 'null' ? '*' : origin)
  })
}

function readChart(chart: unknown, maxBytes: number): Chart {
  if (!isObject(chart) || !Array.isArray(chart.data)) throw new Error('What was sent is not a chart.')
  const { data, layout, frames } = chart
  const figure: JsonObject = {
    data,
    ...(isObject(layout) && { layout }),
    ...(Array.isArray(frames) && frames.length > 0 && { frames }),
  }
  const bytes = new TextEncoder().encode(JSON.stringify(figure)).length
  if (bytes > maxBytes) {
    throw new Error(`The chart has ${bytes} bytes; this service stores up to ${maxBytes}.`)
  }
  const own = isObject(layout) ? layout : {}
  const title = titleOf(own)
  return {
    title,
    withTitle: wanted => (wanted === title ? figure : { ...figure, layout: titled(own, wanted) }),
  }
}

function titleOf({ title }: JsonObject): string {
  const text = isObject(title) ? title.text : title
  return typeof text === 'string' ? text : ''
}

const titled = (layout: JsonObject, text: string): JsonObject => ({
  ...layout,
  title: { ...(isObject(layout.title) && layout.title), text },
})
