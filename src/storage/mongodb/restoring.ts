/**
 * A restore that did not come to its end: MongoDB takes a backup batch by batch, so a mark says that what is there is half
 * of one, until it is whole. No process starts on such a database but the restore that is done again.
 */

import type { RestoreMark, RestoreMarks } from '../backup/dump.ts'
import type { Connection } from './connection.ts'
import { isDuplicate } from './errors.ts'

const markId = 'restore'

const ofRun = ({ run }: RestoreMark) => ({ _id: markId, 'restore.run': run ?? null })

/** One mark for the whole database, and one restore that holds it. */
export const createRestoreMarks = ({ use }: Connection): RestoreMarks => ({
  find: () => use(async ({ meta }) => (await meta.findOne({ _id: markId }))?.restore ?? null),
  begin: (restore, instead) =>
    use(async ({ meta }) => {
      if (instead) {
        const asFound = { ...ofRun(instead), 'restore.beats': instead.beats ?? null }
        return (await meta.updateOne(asFound, { $set: { restore } })).matchedCount === 1
      }
      try {
        await meta.insertOne({ _id: markId, restore })
        return true
      } catch (error) {
        if (isDuplicate(error)) return false
        throw error
      }
    }),
  renew: mark =>
    use(
      async ({ meta }) =>
        (await meta.updateOne(ofRun(mark), { $inc: { 'restore.beats': 1 } })).matchedCount === 1,
    ),
  end: mark =>
    use(async ({ meta }) => {
      await meta.deleteOne(ofRun(mark))
    }),
  clear: () =>
    use(async ({ graphs, figures, appends, artifacts, imageKeys, chunks, claims, records, totals }) => {
      // What makes the rest visible goes first. Beginnings of layouts stay: this process may have written its own.
      await graphs.deleteMany({})
      await Promise.all(
        [figures, appends, artifacts, imageKeys, chunks, claims, records, totals].map(each =>
          each.deleteMany({}),
        ),
      )
    }),
})

/** What is wrong with a database that has such a mark, and what to do. */
export const unfinished = ({ begunAt, intoEmpty }: RestoreMark): string =>
  `the database holds a part of a backup: the restore that began at ${begunAt.toISOString()} was interrupted, or is still under way; ` +
  `run "plotgate restore FILE" again${intoEmpty ? '' : ' with the same file'}`
