/** The figure in words, for who cannot see it. */

import type { GraphPage } from './page.ts'
import { seriesIn } from './walk-points.ts'

/** The static image lies under the interactive figure and speaks for it: that one is a heap of paths and numbers. */
export function labelFigure({ settings, box, live }: GraphPage): void {
  const image = box.querySelector('img')
  if (image) image.alt = settings.description
  // Keys reach it past the screen reader's own.
  live.setAttribute('role', 'application')
  live.setAttribute('aria-roledescription', 'chart')
  const keys = seriesIn(live)[0] ? 'Arrow keys walk its points.' : 'Key T shows its data.'
  live.setAttribute('aria-label', image ? `Interactive figure. ${keys}` : `${settings.description} ${keys}`)
}
