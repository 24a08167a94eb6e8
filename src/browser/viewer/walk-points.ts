/** Moves through points by keyboard and announces them: left and right along a series, up and down between series. */

import type { JsonObject } from '../json.ts'
import type { GraphPage } from './page.ts'
import type { PlotlyLibrary } from './plotly.ts'
import { type Calculated, hoverPoint, move, type Series, seriesOf, spoken } from './points.ts'
import { filled, type PageTexts } from './texts.ts'

/** The plot, as the charting library stores it on its element. */
interface Plot {
  readonly _fullData?: readonly JsonObject[]
  readonly calcdata?: Calculated
}

/** The series of the figure. */
export const seriesIn = (live: HTMLElement, texts: PageTexts): readonly Series[] =>
  seriesOf((live as HTMLElement & Plot)._fullData ?? [], texts)

/** Makes the figure focusable, with a live region for screen readers. */
export function walkPoints(plotly: PlotlyLibrary, { live, texts }: GraphPage): void {
  const status = document.createElement('p')
  status.className = 'visually-hidden'
  status.setAttribute('role', 'status')
  live.after(status)
  live.tabIndex = 0
  live.setAttribute('aria-keyshortcuts', 'ArrowLeft ArrowRight ArrowUp ArrowDown Home End Escape')
  const place = { series: 0, point: -1 }

  live.addEventListener('keydown', event => {
    if (event.target !== live || event.ctrlKey || event.altKey || event.metaKey) return
    const { calcdata } = live as HTMLElement & Plot
    const all = seriesIn(live, texts)
    if (event.key === 'Escape') plotly.Fx.unhover(live)
    if (all.length === 0 || !move(place, all, event.key)) return
    event.preventDefault()
    const series = all[place.series] as Series
    const announcement = spoken(`${series.name}: ${series.describe(place.point)}`)
    status.textContent = `${announcement}. ${filled(texts.point, place.point + 1, series.length)}`
    try {
      plotly.Fx.hover(live, [hoverPoint(calcdata, series, place.point)])
    } catch {
      // Some kinds of plots cannot show a hover label by request.
    }
  })
  live.addEventListener('blur', () => plotly.Fx.unhover(live))
}
