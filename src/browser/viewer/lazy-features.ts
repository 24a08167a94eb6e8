/** Functions of a page beyond showing its figure, whose scripts are loaded on demand. */

import { byId } from '../dom/elements.ts'
import { isTouch } from './config.ts'
import type { GraphPage } from './page.ts'
import { pageGlobals } from './plotly.ts'

/** What `src/browser/sharing` exports. */
interface SharingScript {
  offerChoices(): void
}

/** What `src/browser/following` exports. */
interface FollowingScript {
  followGraph(page: GraphPage, redraw: () => Promise<void>): void
}

/** Shows the data in a table, by its button or the key T. `complete` resolves when the page has its figure. */
export function offerTable(page: GraphPage, complete: Promise<void>): void {
  const button = byId('table')
  const { table } = page.settings.lazyScripts
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

/** The choices of size and colours of an embed. */
export function offerChoices({ settings: { lazyScripts } }: GraphPage): void {
  byId('embed-menu')?.addEventListener('toggle', async () => {
    if (lazyScripts.sharing === null) return
    const choices = (await import(lazyScripts.sharing)) as SharingScript
    choices.offerChoices()
  })
}

/** Loads the tools of a figure that has been drawn. Touch needs none for drawing shapes. */
export function loadTools({ settings }: GraphPage): void {
  const { buttons, tools } = settings.lazyScripts
  // If they cannot be loaded, the figure works without them.
  for (const script of [buttons, isTouch() ? null : tools])
    if (script !== null) import(script).catch(() => {})
}

/** Draws the figure again when the graph has a new version. If the script cannot be loaded, the page stays as it is. */
export function followNewVersions(page: GraphPage, redraw: () => Promise<void>): void {
  const { lazyScripts, events } = page.settings
  if (lazyScripts.following === null || events === null) return
  import(lazyScripts.following).then(
    (script: FollowingScript) => script.followGraph(page, redraw),
    () => {},
  )
}
