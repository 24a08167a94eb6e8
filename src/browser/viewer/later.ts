/** What a page can do beyond showing its figure; the scripts of it are loaded when they are wanted. */

import { isTouch } from './config.ts'
import { byId, type GraphPage } from './page.ts'
import { pageGlobals } from './plotly.ts'

/** The data in a table: by its button, or the key T. `complete`: the page has its figure. */
export function offerTable(page: GraphPage, complete: Promise<void>): void {
  const button = byId('table')
  const { table } = page.settings.later
  if (!button || (table === null && !pageGlobals.openTable)) return
  const open = async () => {
    if (table !== null && !pageGlobals.openTable) await import(table)
    await complete
    pageGlobals.openTable?.(page)
  }
  button.hidden = false
  button.addEventListener('click', () => void open())
  document.addEventListener('keydown', event => {
    const typing = (event.target as Element).closest('input, textarea, select, [contenteditable]')
    if (event.key === 't' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) void open()
  })
}

/** Of what size and colours an embed shall be. */
export function offerChoices({ settings: { later } }: GraphPage): void {
  byId('embed-menu')?.addEventListener('toggle', async () => {
    if (later.sharing === null) return
    const choices = (await import(later.sharing)) as typeof import('../sharing/main.ts')
    choices.offerChoices()
  })
}

/** What the figure is used with, once it stands: fingers have nothing to draw with. */
export function loadTools({ settings }: GraphPage): void {
  const { buttons, tools } = settings.later
  // The figure does without where they cannot be had.
  for (const script of [buttons, isTouch() ? null : tools])
    if (script !== null) import(script).catch(() => {})
}
