/** Refusals of the charting library, told with the part of the figure that it fails on. */

import type { FoundCulprit } from '../browser/renderer/protocol.ts'
import { childPath, shortened } from '../domain/figure/faults.ts'
import { AppError, renderFailed } from '../errors/errors.ts'
import { createSearch, type RendererTask } from './render-task.ts'

/** Searches keep their figures in memory: further refusals are told without one. */
const mostSearches = 8
/** On a page; of these the page itself uses the first part. */
const mostMs = 12_000

/** Whether the error is the library's word on a figure, which has not been looked into yet. */
export const isRefusal = (task: RendererTask, error: unknown): error is AppError =>
  task.kind === 'image' && error instanceof AppError && error.code === 'render_failed'

/**
 * Makes of a refusal the one that callers shall hear. `enter` gives a search its turn: it settles, whatever happens.
 */
export function createRefusals(enter: (search: RendererTask) => void, waitMs: number) {
  let searching = 0

  async function search({ request, priority, figure }: RendererTask): Promise<FoundCulprit | null> {
    if (figure === null || searching >= mostSearches) return null
    searching += 1
    try {
      const task = createSearch({ ...request, priority, figure: async () => figure }, { waitMs, mostMs })
      enter(task)
      return await task.result
    } catch {
      // No page in time, or none that survived it.
      return null
    } finally {
      searching -= 1
    }
  }

  return async (task: RendererTask, { message }: AppError): Promise<AppError> =>
    renderFailed(explained(message, await search(task)))
}

/** `words` are the library's own. */
function explained(words: string, culprit: FoundCulprit | null): string {
  const says = `(the charting library says: ${shortened(words, 300)})`
  if (culprit === null) return `cannot be drawn; leave out traces or parts of the layout to find why ${says}`
  const { path, trace } = culprit
  const place = path.reduce<string>(childPath, '')
  const name = trace?.name ? ` ${JSON.stringify(shortened(trace.name))}` : ''
  const beside = path[0] === 'layout' ? 'with ' : ''
  const where = trace ? ` (${beside}trace ${trace.index}, ${trace.type}${name})` : ''
  return `${place}${where}: cannot be drawn; change it or leave it out ${says}`
}
