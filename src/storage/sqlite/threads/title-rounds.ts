/** Brings the search index up to date, by steps of the writer between which other writes can run. */

import type { Thread } from './thread.ts'
import type { WriterCalls } from './writer.ts'

/** Resolves when the titles of all graphs that exist now are indexed. Rounds do not overlap. */
export type IndexTitles = () => Promise<void>

export function createTitleRounds(writer: Thread<WriterCalls>): IndexTitles {
  let running: Promise<void> | null = null

  async function round(): Promise<void> {
    const newest = await writer.call('newestGraph')
    while (await writer.call('indexTitles', newest));
  }

  return () => {
    running ??= round().finally(() => {
      running = null
    })
    return running
  }
}
