/** The functions that can run here or in a thread. Their results can be sent between threads. */

import { asBuffer } from '../bytes.ts'
import { readAppend } from '../domain/figure/append/append-request.ts'
import { shapeOf } from '../domain/figure/append/figure-shape.ts'
import { slowPartOf } from '../domain/figure/check/slow-part.ts'
import { factsOf } from '../domain/figure/facts.ts'
import { readJsonTree } from '../domain/figure/json/json-tree.ts'
import { readSubmission } from '../domain/figure/submission.ts'
import { packCsv, writeCsv } from '../domain/figure/table/csv.ts'
import { readTracePoints } from '../domain/figure/table/trace-points.ts'
import { quoteText } from '../domain/figure/text.ts'
import { readTraces } from '../domain/figure/traces.ts'
import { fontUsageOf } from '../plotly/font-usage.ts'

export const readers = {
  readSubmission,
  readJsonTree,
  readTraces,
  readTracePoints,
  quoteText,
  readAppend,
  shapeOf,
  factsOf,
  slowPartOf,
  fontsOfSvg: (svg: Uint8Array) => fontUsageOf(asBuffer(svg).toString()),
  writeCsv,
  packCsv,
} as const

export type Readers = typeof readers
export type Reader = keyof Readers
/** The arguments of a reader after the text. */
export type ReaderOptions<R extends Reader> = Parameters<Readers[R]> extends [unknown, infer O] ? [O] : []
