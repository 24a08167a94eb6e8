/** The connections to the database file. */

import type { Reads } from './reads/reads.ts'
import type { ReaderCalls } from './threads/reader.ts'
import type { Thread } from './threads/thread.ts'
import type { IndexTitles } from './threads/title-rounds.ts'
import type { WriterCalls } from './threads/writer.ts'

/** The writer thread, the reader thread, and reads in this thread. */
export interface Connections {
  readonly writer: Thread<WriterCalls>
  readonly reader: Thread<ReaderCalls>
  /** Runs a short read in this thread. Throws `unavailable`. */
  readonly here: <T>(read: (reads: Reads) => T) => T
  readonly indexTitles: IndexTitles
  /** Tracks background work, which only closing waits for. Failures are ignored, because a later run tries again. */
  readonly background: (work: Promise<unknown>) => void
}
