/** The charting library's config for a figure in its page. */

import type { JsonObject } from '../json.ts'
import type { PageSettings } from './settings.ts'

/** Touch has gestures for these, and their buttons would cover the figure. */
const forMouseOnly = ['select2d', 'lasso2d', 'zoomIn2d', 'zoomOut2d', 'autoScale2d']

/** Whether the reader's only pointer is a finger. */
export const isTouch = (): boolean => matchMedia('(hover: none) and (pointer: coarse)').matches

/** `locale` are entries for the language of the mode bar. */
export const plotConfig = (settings: PageSettings, locale: JsonObject): JsonObject => ({
  ...locale,
  displaylogo: false,
  showSendToCloud: settings.share !== null,
  ...(settings.share && { plotlyServerURL: settings.share }),
  responsive: true,
  // They would cover the menus of the page.
  showTips: false,
  ...(isTouch() && { modeBarButtonsToRemove: forMouseOnly }),
  ...(settings.maps && { topojsonURL: settings.maps }),
  toImageButtonOptions: { filename: settings.file, scale: 2 },
})
