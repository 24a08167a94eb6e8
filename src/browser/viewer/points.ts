/** Points walked by keyboard and spoken: left and right along a series, up and down between series. */

import type { JsonObject } from '../json.ts'
import type { PlotlyLibrary } from './plotly.ts'

type Values = ArrayLike<unknown>

/** What a point is told by, for the first of these that a trace has. */
const coordinates: readonly (readonly string[])[] = [
  ['open', 'high', 'low', 'close'],
  ['x', 'y', 'z'],
  ['labels', 'values'],
  ['theta', 'r'],
  ['locations', 'z'],
  ['lat', 'lon'],
  ['a', 'b', 'c'],
  ['real', 'imag'],
]

export interface Series {
  /** Its place among the figure's traces. */
  readonly index: number
  readonly name: string
  readonly length: number
  /** `x Jan, y 12`. */
  tell(point: number): string
}

/** What can be walked of traces as the charting library completes them. */
export const seriesOf = (traces: readonly JsonObject[]): readonly Series[] =>
  traces.flatMap((trace, index): readonly Series[] => {
    const names = coordinates.find(each => each.some(name => isList(trace[name])))
    if (trace.visible !== true || !names) return []
    const place = names[0] === 'open' && isList(trace.x) ? ['x', ...names] : names
    const lists = place.flatMap(name => (isList(trace[name]) ? [[name, trace[name]] as const] : []))
    const length = Math.max(...lists.map(([, values]) => values.length))
    if (length === 0) return []
    const tell = (point: number) =>
      lists
        .map(([name, values]) => `${name} ${values[point] ?? 'missing'}`)
        .concat(Array.isArray(trace.text) && trace.text[point] ? [String(trace.text[point])] : [])
        .join(', ')
    return [{ index, name: typeof trace.name === 'string' ? trace.name : `trace ${index}`, length, tell }]
  })

/** Values one after the other; a matrix is told by the description and the table. */
const isList = (value: unknown): value is Values =>
  (Array.isArray(value) && !Array.isArray(value[0])) || (ArrayBuffer.isView(value) && 'length' in value)

/** Makes the figure a stop of the Tab key, with a line for screen readers. */
export function walkPoints(plotly: PlotlyLibrary, live: HTMLElement): void {
  const status = document.createElement('p')
  status.className = 'visually-hidden'
  status.setAttribute('role', 'status')
  live.after(status)
  live.tabIndex = 0
  live.setAttribute('aria-keyshortcuts', 'ArrowLeft ArrowRight ArrowUp ArrowDown Home End Escape')
  const at = { series: 0, point: -1 }

  live.addEventListener('keydown', event => {
    if (event.target !== live || event.ctrlKey || event.altKey || event.metaKey) return
    const { _fullData = [] } = live as HTMLElement & { readonly _fullData?: readonly JsonObject[] }
    const all = seriesOf(_fullData)
    if (event.key === 'Escape') plotly.Fx.unhover(live)
    if (all.length === 0 || !move(at, all, event.key)) return
    event.preventDefault()
    const series = all[at.series] as Series
    status.textContent = `${series.name}: ${series.tell(at.point)}. Point ${at.point + 1} of ${series.length}`
    try {
      plotly.Fx.hover(live, [{ curveNumber: series.index, pointNumber: at.point }])
    } catch {
      // Not every kind of plot shows a point that nobody points at.
    }
  })
  live.addEventListener('blur', () => plotly.Fx.unhover(live))
}

/** Where a key leads; false for a key that leads nowhere. */
export function move(at: { series: number; point: number }, all: readonly Series[], key: string): boolean {
  const within = (n: number, length: number) => Math.max(0, Math.min(n, length - 1))
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[key]
  const change = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (step === undefined && change === undefined) return false
  at.series = within(at.series + (change ?? 0), all.length)
  at.point = within(at.point + (step ?? 0), all[at.series]?.length ?? 0)
  return true
}
