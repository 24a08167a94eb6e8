/** What can be read of a body, here or in a thread: what comes out must be able to travel between threads. */

import { readParts } from '../domain/figure/parts.ts'
import { readSubmission } from '../domain/figure/submission.ts'

export const readers = { readSubmission, readParts } as const

export type Reader = keyof typeof readers
