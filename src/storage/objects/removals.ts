/**
 * Deletes graphs whose images are in a bucket. A note is stored before a graph is removed and stays until its objects are
 * gone. If the process ends or the bucket is unavailable in between, the sweep finds the note and finishes the work.
 */

import { withTimeout } from '../../async/with-timeout.ts'
import { type GraphId, parseGraphId } from '../../domain/ids.ts'
import type { GraphStore, Store } from '../../domain/ports.ts'
import type { Bucket } from './bucket.ts'
import { graphPrefix } from './keys.ts'
import { inParallel } from './parallel.ts'

export interface Removals extends Pick<GraphStore, 'remove' | 'removeAll'> {
  /** Removes the objects of deleted graphs whose notes were stored before that time. */
  sweep(before: Date): Promise<void>
}

interface Note {
  /** ISO 8601. */
  readonly at: string
}

/** How long a deletion waits for the bucket. */
const patienceMs = 3000
/** How many graphs of an account are deleted at a time. */
const step = 100

export function createRemovals(
  { graphs, records }: Pick<Store, 'graphs' | 'records'>,
  bucket: Bucket,
): Removals {
  const notes = records<Note>('removed-graphs')

  async function clear(graphId: GraphId): Promise<void> {
    for (;;) {
      const objects = await bucket.list(graphPrefix(graphId))
      if (objects.length === 0) break
      await inParallel(objects, ({ key }) => bucket.remove(key))
    }
    await notes.delete(graphId)
  }

  /** Leaves work that takes too long to the sweep. */
  const patiently = (work: Promise<unknown>) =>
    withTimeout(work, patienceMs, () => new Error('later')).catch(() => {})

  async function noteAndRemove(graphId: GraphId, ifVersion?: number): Promise<boolean> {
    await notes.insert(graphId, { at: new Date().toISOString() })
    return graphs.remove(graphId, ifVersion)
  }

  return {
    async remove(graphId, ifVersion) {
      const removed = await noteAndRemove(graphId, ifVersion)
      // A graph with another newest version stays, with its objects. The sweep checks the note later.
      if (removed || ifVersion === undefined) await patiently(clear(graphId))
      return removed
    },

    async removeAll(accountId) {
      let removed = 0
      for (;;) {
        const page = await graphs.list({ accountId, limit: step })
        if (page.length === 0) break
        const done = await Promise.all(page.map(({ graphId }) => noteAndRemove(graphId)))
        removed += done.filter(Boolean).length
        await patiently(inParallel(page, ({ graphId }) => clear(graphId)))
      }
      return removed + (await graphs.removeAll(accountId))
    },

    async sweep(before) {
      await inParallel(await notes.list(), async ({ id, value }) => {
        const graphId = parseGraphId(id)
        if (graphId === null || !(await graphs.find(graphId))) {
          if (graphId !== null) await clear(graphId)
        } else if (new Date(value.at) < before) {
          // The graph still exists: the process that stored the note ended before deleting it.
          await notes.delete(id)
        }
      })
    },
  }
}
