/** The JSON of a figure that is too large to stand in its page. */

import type { GraphPage } from './page.ts'

/**
 * `{data, layout, frames?}` of one version, which never changes: a copy that the browser has is not asked for again, the
 * page that names it was. Rejects with a sentence for the page.
 */
export async function fetchFigure(address: string): Promise<string> {
  const answer = await fetch(address, { cache: 'force-cache' })
  if (!answer.ok) throw new Error(`its figure cannot be had, the server answers ${answer.status}`)
  return answer.text()
}

/** Puts the figure into the page, where it does not stand there. */
export async function completePage(page: GraphPage): Promise<void> {
  const { figure } = page.settings
  if (figure !== null) page.figureText = await fetchFigure(figure)
}
