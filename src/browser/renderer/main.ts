/** The script of a render page. It runs after the charting library's and leaves `window.plotgate`. */

import { isolate } from './isolation/isolate.ts'
import { createPlotCanvas } from './plot-canvas.ts'

Object.assign(window, { plotgate: Object.freeze(isolate(createPlotCanvas())) })
