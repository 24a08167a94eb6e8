/** If there are more series than colours, those that share a colour differ in dash, symbol or pattern. */

import { type JsonObject, objectsIn, partOf } from '../../json.ts'

/** For the second, third and fourth use of a colour. */
const dashes = ['dash', 'dot', 'dashdot']
const symbols = ['diamond', 'square', 'x']
const patterns = ['/', 'x', '.']

export function markRepeatedSeries(data: readonly JsonObject[], colours: number): void {
  objectsIn(data).forEach((trace, index) => {
    const round = Math.floor(index / colours) - 1
    if (round < 0) return
    const at = Math.min(round, dashes.length - 1)
    const [line, marker] = [partOf(trace, 'line'), partOf(trace, 'marker')]
    if (line.color !== undefined || marker.color !== undefined) return
    if (/^(?:bar|histogram|funnel)$/.test(String(trace.type))) {
      trace.marker = { pattern: { shape: patterns[at], fillmode: 'overlay', solidity: 0.25 }, ...marker }
    } else if (/^scatter/.test(String(trace.type ?? 'scatter'))) {
      trace.line = { dash: dashes[at], ...line }
      trace.marker = { symbol: symbols[at], ...marker }
    }
  })
}
