/** The ways into the database file. */

import type { ReaderCalls } from './reader.ts'
import type { Reads } from './reads.ts'
import type { Thread } from './thread.ts'
import type { WriterCalls } from './writer.ts'

/** The three ways into the file. */
export interface Connections {
  readonly writer: Thread<WriterCalls>
  readonly reader: Thread<ReaderCalls>
  /** Runs a short read in this thread. Throws `unavailable`. */
  readonly here: <T>(read: (reads: Reads) => T) => T
  /** Work that nobody waits for but the closing; what fails of it is done again another time. */
  readonly background: (work: Promise<unknown>) => void
}
