/** The margins of small figures, such as sparklines. */

import { partOf } from '../../json.ts'
import type { WordContext } from './context.ts'

/** In pixels: figures below these sizes are small, and what their margins are then. */
const lowHeight = 200
const narrowWidth = 240
const edge = 10
/** The minimum size of a plot, in pixels. The library's own is too large for labels beside a small plot. */
const minPlot = 24

/** The usual margins would take most of the figure. The library adds what labels of axes need. */
export function narrowMargins({ figure: { data, layout }, space }: WordContext, headline: number): void {
  // Numbers beside a gauge get no space from the library.
  if (data.some(({ type }) => type === 'indicator')) return
  const own = partOf(layout, 'margin')
  const low = space.height < lowHeight && { b: edge }
  const narrow = space.width < narrowWidth && { l: edge, r: edge }
  if (low) layout.minreducedheight ??= minPlot
  if (narrow) layout.minreducedwidth ??= minPlot
  if (low || narrow) layout.margin = { ...low, ...narrow, ...own, ...(low && headline === 0 && { t: edge }) }
}
