/** The play button of animations that have no controls of their own. */

import { byId } from '../dom/elements.ts'
import type { GraphPage } from './page.ts'
import type { PlotlyLibrary } from './plotly.ts'

export function offerPlay(plotly: PlotlyLibrary, { live, texts }: GraphPage): void {
  const button = byId('play')
  const word = button?.querySelector('.word')
  if (!button || !word) return
  const play = word.textContent
  let playing = false
  const show = (next: boolean) => {
    playing = next
    button.setAttribute('aria-pressed', String(next))
    word.textContent = next ? texts.pause : play
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
