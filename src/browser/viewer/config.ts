/** What the charting library is told about the page around a figure. */

import type { JsonObject } from '../json.ts'
import type { PageSettings } from './settings.ts'

/** A finger has other ways to do what these do, and their buttons would cover the figure. */
const forMouseOnly = ['select2d', 'lasso2d', 'zoomIn2d', 'zoomOut2d', 'autoScale2d']

/** Whether the reader has nothing finer to point with than a finger. */
export const isTouch = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches

/** `locale`: entries for the mode bar's language. */
export const plotConfig = (settings: PageSettings, locale: JsonObject): JsonObject => ({
  ...locale,
  displaylogo: false,
  showSendToCloud: settings.share !== null,
  ...(settings.share && { plotlyServerURL: settings.share }),
  responsive: true,
  // They would lie over the menus of the page.
  showTips: false,
  ...(isTouch() && { modeBarButtonsToRemove: forMouseOnly }),
  ...(settings.maps && { topojsonURL: settings.maps }),
  toImageButtonOptions: { filename: settings.file, scale: 2 },
})
