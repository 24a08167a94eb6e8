/**
 * The mark of an unfinished restore. Backups are loaded batch by batch, and while the mark exists the database contains only
 * part of one. Only another restore can open such a database.
 */

import type { RestoreMark, RestoreMarks } from '../../portable-store.ts'
import type { Connection } from '../connection/connection.ts'
import { isDuplicate } from '../connection/errors.ts'

const markId = 'restore'

const ofRun = ({ run }: RestoreMark) => ({ _id: markId, 'restore.run': run ?? null })

/** There is one mark per database, held by one restore. */
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
      // Graphs first, which make everything else visible. Layout prefixes stay, because this process may have just written one.
      await graphs.deleteMany({})
      await Promise.all(
        [figures, appends, artifacts, imageKeys, chunks, claims, records, totals].map(each =>
          each.deleteMany({}),
        ),
      )
    }),
})

/** The message for a database with such a mark: what is wrong and what to do. */
export const unfinished = ({ begunAt, intoEmpty }: RestoreMark): string =>
  `the database holds a part of a backup: the restore that began at ${begunAt.toISOString()} was interrupted, or is still under way; ` +
  `run "plotgate restore FILE" again${intoEmpty ? '' : ' with the same file'}`
