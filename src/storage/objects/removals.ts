/**
 * Deleting graphs whose images are in a bucket. That a graph goes is noted before it does, and the note stays until its
 * objects are gone: whatever ends in between, or is away, the sweep finds the note.
 */

import { withTimeout } from '../../async/with-timeout.ts'
import { type GraphId, parseGraphId } from '../../domain/ids.ts'
import type { GraphStore, Store } from '../../domain/ports.ts'
import type { Bucket } from './bucket.ts'
import { graphPrefix } from './keys.ts'
import { inParallel } from './parallel.ts'

export interface Removals extends Pick<GraphStore, 'remove' | 'removeAll'> {
  /** Removes the objects of graphs that were noted until then and are gone. */
  sweep(before: Date): Promise<void>
}

interface Note {
  /** ISO 8601. */
  readonly at: string
}

/** A bucket that is away holds no deletion up for longer. */
const patienceMs = 3000
/** Graphs of an account that are deleted at once. */
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

  /** What is not done by then is left to the sweep. */
  const patiently = (work: Promise<unknown>) =>
    withTimeout(work, patienceMs, () => new Error('later')).catch(() => {})

  async function noteAndRemove(graphId: GraphId, ifVersion?: number): Promise<boolean> {
    await notes.insert(graphId, { at: new Date().toISOString() })
    return graphs.remove(graphId, ifVersion)
  }

  return {
    async remove(graphId, ifVersion) {
      const removed = await noteAndRemove(graphId, ifVersion)
      // A graph of another version stays, with all that is its own; the sweep looks at the note.
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
          // Whoever noted it has ended before it was deleted.
          await notes.delete(id)
        }
      })
    },
  }
}
