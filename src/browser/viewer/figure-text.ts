/** Fetches the JSON of a figure that is too large to be part of its page. */

import type { GraphPage } from './page.ts'

/**
 * Returns `{data, layout, frames?}` of one version, which never changes, so that a cached copy is used without asking
 * the server. Rejects with a sentence for the page.
 */
export async function fetchFigure(address: string): Promise<string> {
  const answer = await fetch(address, { cache: 'force-cache' })
  if (!answer.ok) throw new Error(`its figure cannot be had, the server answers ${answer.status}`)
  return answer.text()
}

/** Puts the figure into the page, unless it is there already. */
export async function completePage(page: GraphPage): Promise<void> {
  const { figure } = page.settings
  if (figure !== null) page.figureText = await fetchFigure(figure)
}
