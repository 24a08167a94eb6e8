/** Describes the figure in words, for people who cannot see it. */

import type { GraphPage } from './page.ts'
import { seriesIn } from './walk-points.ts'

/** Screen readers read the label of the static image under the interactive figure, which is only paths and numbers. */
export function labelFigure({ settings, box, live, texts }: GraphPage): void {
  const image = box.querySelector('img')
  if (image) image.alt = settings.description
  // With this role, keys reach the figure instead of the screen reader.
  live.setAttribute('role', 'application')
  live.setAttribute('aria-roledescription', texts.chart)
  const keys = seriesIn(live, texts)[0] ? texts.keysWalk : texts.keyOpensTable
  live.setAttribute('aria-label', `${image ? texts.interactive : settings.description} ${keys}`)
}
