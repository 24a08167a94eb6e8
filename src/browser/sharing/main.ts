/** The script of a page's Embed menu, loaded when the menu is opened. */

import { byId } from '../dom/elements.ts'

/** Updates the embed code when a choice changes. */
export function offerChoices(): void {
  const code = byId('embed-code') as HTMLTextAreaElement
  const choices = byId('embed-choices')
  if (!choices?.hidden) return
  const chosen = (id: string) => (byId(id) as HTMLSelectElement).value
  const [begin = '', end = ''] = code.value.split(chosen('embed-size'))
  const script = byId('embed-follow') as HTMLInputElement
  const show = () => {
    const theme = chosen('embed-theme')
    const address = theme === '' ? begin : begin.replace('?embed"', `?embed&amp;theme=${theme}"`)
    code.value = `${address}${chosen('embed-size')}${end}${script.checked ? `\n${script.value}` : ''}`
  }
  choices.addEventListener('change', show)
  choices.hidden = false
}
