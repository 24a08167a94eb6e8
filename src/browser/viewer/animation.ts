/** The play button of animations that have no controls of their own. */

import { byId } from './page.ts'
import type { PlotlyLibrary } from './plotly.ts'

export function offerPlay(plotly: PlotlyLibrary, live: HTMLElement): void {
  const button = byId('play')
  if (!button) return
  let playing = false
  const show = (next: boolean) => {
    playing = next
    button.setAttribute('aria-pressed', String(next))
    button.querySelector('.word')!.textContent = next ? 'Pause' : 'Play'
  }
  button.addEventListener('click', async () => {
    if (playing) {
      show(false)
      await plotly.animate(live, [null], { mode: 'immediate', frame: { duration: 0 } })
      return
    }
    show(true)
    const timing = { frame: { duration: 500, redraw: true }, transition: { duration: 250 } }
    await plotly.animate(live, null, { ...timing, mode: 'immediate', fromcurrent: true }).catch(() => {})
    show(false)
  })
  button.hidden = false
}
