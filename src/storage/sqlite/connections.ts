/** The connections to the database file. */

import type { ReaderCalls } from './reader.ts'
import type { Reads } from './reads.ts'
import type { Thread } from './thread.ts'
import type { IndexTitles } from './title-rounds.ts'
import type { WriterCalls } from './writer.ts'

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
