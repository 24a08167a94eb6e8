/**
 * Renders that were pending or running when a process ended: at start they are taken up again, few at a time and in
 * the background, so that no graph stays in a state that nobody works on.
 */

import type { Store } from '../ports.ts'
import type { Images } from './images.ts'

/** As many unfinished graphs are looked for; beyond them an image is made on its first request. */
const mostGraphs = 10_000
const atATime = 4

/** Resolves when all were taken up once; never rejects. What fails stays pending, and is made when somebody waits. */
export async function resumeRenders(
  graphs: Pick<Store['graphs'], 'unfinished'>,
  images: Pick<Images, 'resume'>,
  { stop, onError }: { readonly stop: AbortSignal; readonly onError: (error: unknown) => void },
): Promise<void> {
  const left = await graphs.unfinished(mostGraphs).catch(error => {
    onError(error)
    return []
  })
  const waiting = left.values()
  async function takeUp(): Promise<void> {
    for (const graph of waiting) {
      if (stop.aborted) return
      // A figure that is slow or refused says so in its own state.
      await images.resume(graph).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: atATime }, takeUp))
}
