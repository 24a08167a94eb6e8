/**
 * Removes objects without a row: images that were replaced or evicted, or whose writer died before inserting the row. Each
 * sweep continues through the bucket where the last one stopped.
 */

import type { Store } from '../../domain/ports.ts'
import { type ArtifactIndex, readPointer } from '../artifact-index.ts'
import type { Bucket } from './bucket.ts'
import { parseKey } from './keys.ts'
import { inParallel } from './parallel.ts'

/** The time limit of a sweep, because writers beyond the limit on variants wait for it. */
const sweepMs = 10_000

/** Removes orphans written before `before`. The row of a younger object may still be inserted. */
export function createOrphanSweep(index: ArtifactIndex, records: Store['records'], bucket: Bucket) {
  const positions = records<{ after: string }>('object-sweep')
  const id = 'position'

  async function isKept(key: string): Promise<boolean> {
    const named = parseKey(key)
    // Not our object.
    if (!named) return true
    const row = await index.get(named.ref, named.variant)
    return row !== null && readPointer(row.bytes)?.key === key
  }

  return async (before: Date): Promise<void> => {
    const until = performance.now() + sweepMs
    let after = (await positions.get(id))?.after ?? ''
    do {
      const objects = await bucket.list('', after || undefined)
      await inParallel(objects, async ({ key, modifiedAt }) => {
        if (modifiedAt < before && !(await isKept(key))) await bucket.remove(key)
      })
      after = objects.at(-1)?.key ?? ''
    } while (after !== '' && performance.now() < until)
    if (after === '') await positions.delete(id)
    else if (!(await positions.insert(id, { after }))) await positions.update(id, { after })
  }
}
