/** Prepares the figure of the page for the charting library. */

import type { FigureParts } from '../figure/parts.ts'
import type { PreparedFigure } from '../figure/prepare.ts'
import { isTouch } from './config.ts'
import type { GraphPage } from './page.ts'
import { pageGlobals } from './plotly.ts'

export type Theme = 'light' | 'dark'

/**
 * Parsed again each time, because the library changes its input. `offline` leaves out what has to be fetched from other
 * servers.
 */
export function readFigure(
  { settings, live, figureText }: GraphPage,
  theme: Theme,
  offline = false,
): PreparedFigure {
  const parts = JSON.parse(figureText) as FigureParts
  const figure = pageGlobals.prepareFigure(
    { data: parts.data, layout: parts.layout, frames: parts.frames ?? [] },
    {
      space: { width: live.clientWidth, height: live.clientHeight },
      width: null,
      height: null,
      theme: settings.figureTheme ?? (settings.themeable && theme === 'dark' ? 'dark' : null),
      background: null,
      locale: settings.locale,
      offline,
    },
  )
  const { layout } = figure
  if (settings.width === null) delete layout.width
  if (settings.height === null) delete layout.height
  // A reader who drags with a finger wants to scroll the page; the mode bar still offers zoom and pan.
  if (isTouch() && layout.dragmode === undefined) layout.dragmode = false
  // What the reader zoomed or hid stays so when the figure is drawn again.
  layout.uirevision ??= 'viewer'
  // The size is set on the box, and the figure fills it.
  if (settings.width === null || settings.height === null) layout.autosize = true
  return figure
}
