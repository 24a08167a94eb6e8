/** Explains why the charting library refused a figure: finds the part of the figure on which it fails. */

import type { FoundCulprit } from '../browser/renderer/protocol.ts'
import { childPath, shortened } from '../domain/figure/faults.ts'
import { AppError, renderFailed } from '../errors/errors.ts'
import { createSearch, type RendererTask } from './render-task.ts'

/** Each search keeps its figure in memory, so further refusals are reported without one. */
const maxSearches = 8
/** The time limit of a search on a page. The page itself uses the first part of it. */
const maxMs = 12_000

/** A search that might end later than this after its request is not begun, because somebody waits for the answer. */
const answeredWithinMs = 40_000

/** Whether the error is a refusal by the library that has not been explained yet. */
export const isRefusal = (task: RendererTask, error: unknown): error is AppError =>
  task.kind === 'image' && error instanceof AppError && error.code === 'render_failed'

/** Turns a refusal into the error that callers get. `enter` queues a search, which is settled whatever happens. */
export function createRefusals(enter: (search: RendererTask) => void, waitMs: number) {
  let searching = 0

  async function search(refused: RendererTask): Promise<FoundCulprit | null> {
    const { request, priority, figure, waitedMs, onPagesMs } = refused
    const leftMs = answeredWithinMs - waitedMs - onPagesMs - maxMs
    if (figure === null || leftMs < 0 || searching >= maxSearches) return null
    searching += 1
    try {
      const within = { waitMs: Math.min(waitMs, leftMs), maxMs }
      const task = createSearch({ ...request, priority, figure: async () => figure }, within)
      enter(task)
      return await task.result
    } catch {
      // There was no page in time, or none that survived the search.
      return null
    } finally {
      searching -= 1
    }
  }

  return async (task: RendererTask, { message }: AppError): Promise<AppError> =>
    renderFailed(explained(message, await search(task)))
}

/** `words` is the library's own message. */
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
