/** What can be read of a body, here or in a thread: what comes out must be able to travel between threads. */

import { readJsonTree } from '../domain/figure/json-tree.ts'
import { readSubmission } from '../domain/figure/submission.ts'

export const readers = { readSubmission, readJsonTree } as const

export type Reader = keyof typeof readers
