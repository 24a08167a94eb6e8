/** The figure alone on the whole screen. */

import { byId, type GraphPage } from './page.ts'

export function offerFullscreen({ box }: GraphPage): void {
  const button = byId('fullscreen')
  if (!button || !document.fullscreenEnabled) return
  button.hidden = false
  button.addEventListener('click', () => {
    // Refused, the page stays as it is.
    box.requestFullscreen().catch(() => {})
  })
}
