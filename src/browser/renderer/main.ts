/** The script of a render page. It runs after the charting library's and sets `window.plotgate`. */

import { allowEmptyPaths } from '../figure/empty-paths.ts'
import { closeHtmlSinks } from '../figure/html-sinks.ts'
import { silenceConsole } from './isolation/console.ts'
import { isolate } from './isolation/isolate.ts'
import { createPlotCanvas } from './plot-canvas.ts'
import { type PointGroup, shownPoints } from './shown-points.ts'

silenceConsole()
const { parse } = closeHtmlSinks()
allowEmptyPaths()
Object.assign(window, {
  plotgateShownPoints: (group: PointGroup, palette: ArrayLike<number>, { width, style }: HTMLCanvasElement) =>
    shownPoints(group, palette, width / Number.parseFloat(style.width)),
})
Object.assign(window, { plotgate: Object.freeze(isolate(createPlotCanvas(), parse)) })
