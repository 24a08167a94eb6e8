/**
 * A restore that did not come to its end: MongoDB takes a backup batch by batch, so a mark says that what is there is half
 * of one, until it is whole. No process starts on such a database but the restore that is done again.
 */

import type { RestoreMark, RestoreMarks } from '../backup/dump.ts'
import type { Connection } from './connection.ts'

const markId = 'restore'

/** One mark for the whole database: restores of it are run one at a time. */
export const createRestoreMarks = ({ use }: Connection): RestoreMarks => ({
  find: () => use(async ({ meta }) => (await meta.findOne({ _id: markId }))?.restore ?? null),
  begin: restore =>
    use(async ({ meta }) => {
      await meta.updateOne({ _id: markId }, { $set: { restore } }, { upsert: true })
    }),
  end: () =>
    use(async ({ meta }) => {
      await meta.deleteOne({ _id: markId })
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
