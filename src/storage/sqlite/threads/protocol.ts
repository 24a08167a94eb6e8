/** The messages between threads: batches of calls and batches of answers. */

import type { Failure } from '../failures.ts'

export type Call = readonly [id: number, name: string, args: readonly unknown[]]

export type Answer =
  | readonly [id: number, ok: true, value: unknown]
  | readonly [id: number, ok: false, failure: Failure]

/** The last message to a thread, which then ends. */
export const closing = 'close'
