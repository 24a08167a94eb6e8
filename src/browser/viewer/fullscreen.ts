/** Shows only the figure, on the whole screen. */

import { byId } from '../dom/elements.ts'
import type { GraphPage } from './page.ts'

export function offerFullscreen({ box }: GraphPage): void {
  const button = byId('fullscreen')
  if (!button || !document.fullscreenEnabled) return
  button.hidden = false
  button.addEventListener('click', () => {
    // If it is refused, the page stays as it is.
    box.requestFullscreen().catch(() => {})
  })
}
