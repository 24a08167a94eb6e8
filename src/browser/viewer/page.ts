/** The parts of the page that its script uses. */

import { byId, readJson } from '../dom/elements.ts'
import type { PageSettings } from './settings.ts'
import { english, type PageTexts } from './texts.ts'

export interface GraphPage {
  /** Of the version that is shown. */
  settings: PageSettings
  /** The JSON of its figure. */
  figureText: string
  /** Contains the static image, and the interactive figure on top of it. */
  readonly box: HTMLElement
  readonly live: HTMLElement
  readonly texts: PageTexts
}

export function readPage(): GraphPage {
  const settings = readJson('settings') as PageSettings
  return {
    settings,
    figureText: byId('figure')?.textContent ?? 'null',
    box: byId('plot') as HTMLElement,
    live: byId('live') as HTMLElement,
    texts: settings.texts ?? english,
  }
}

/** Shows the reader why there is no interactive figure. */
export function showNotice(message: string): void {
  const notice = byId('notice')
  if (!notice) return
  notice.textContent = message
  notice.hidden = false
}
