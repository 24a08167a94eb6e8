/** A button for animations that bring none of their own. */

import type { FigureParts } from '../figure/parts.ts'
import { byId } from './page.ts'
import type { PlotlyLibrary } from './plotly.ts'

export function offerPlay(plotly: PlotlyLibrary, live: HTMLElement, { frames, layout }: FigureParts): void {
  const button = byId('play')
  const own = [layout.updatemenus, layout.sliders].some(each => Array.isArray(each) && each.length > 0)
  if (!button || own || frames.length === 0) return
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
