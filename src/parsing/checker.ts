/** Checks bodies: small ones at once, large ones in worker threads, so that other answers need not wait. */

import { availableParallelism } from 'node:os'
import type { AppendRequest } from '../domain/figure/append-request.ts'
import type { BodyReaders } from '../domain/figure/body-readers.ts'
import { readShortSubmission, type Submission } from '../domain/figure/submission.ts'
import { arrived, type FigureText } from '../domain/figure/text.ts'
import { readers } from './readers.ts'
import { createThreadPool } from './thread-pool.ts'

/** Each reader also throws `unavailable` when too much waits, or a check takes too long. */
export interface Checker extends BodyReaders {
  /** Ends the threads; what is still being checked rejects with `unavailable`. */
  close(): Promise<void>
}

export interface CheckerOptions {
  /** Bodies above this many bytes go to a thread. A body of this size is checked in a few milliseconds. */
  readonly inlineBytes?: number
  /** Figures of more values than that, too, arrays' own elements not counted: each takes up to ten microseconds. */
  readonly inlineValues?: number
  readonly threads?: number
  /** How many bytes of bodies may wait for a thread. */
  readonly waitingBytes?: number
  /** From the call to the answer. */
  readonly deadlineMs?: number
}

/** What takes longer than a check of the same bytes goes to a thread earlier: a table of digits, a look at every value. */
const inlineTable = 16 * 1024
const inlineFacts = 64 * 1024

export function createChecker({
  inlineBytes = 256 * 1024,
  inlineValues = 2_000,
  threads = Math.max(1, Math.min(2, availableParallelism() - 1)),
  waitingBytes = 256 * 1024 * 1024,
  deadlineMs = 20_000,
}: CheckerOptions = {}): Checker {
  const pool = createThreadPool({ threads, waitingBytes, deadlineMs })
  const isSmall = (body: string | Uint8Array, most = inlineBytes) => body.length <= most

  /** The figure stays what it is: a copy goes to the thread. */
  const write = (writer: 'writeCsv' | 'packCsv', data: FigureText): Buffer | Promise<Buffer> =>
    isSmall(data, inlineTable)
      ? readers[writer](data)
      : pool.read(writer, ownMemory(Buffer.from(data))).then(arrived)

  return {
    readSubmission: body =>
      (isSmall(body) ? readShortSubmission(body, inlineValues) : null) ??
      pool.read('readSubmission', ownMemory(body)).then(fromThread),
    // The caller goes on using these bytes, so a copy goes to the thread.
    readJsonTree: body =>
      isSmall(body) ? readers.readJsonTree(body) : pool.read('readJsonTree', new Uint8Array(body)),
    readTraces: data =>
      isSmall(data) ? readers.readTraces(data) : pool.read('readTraces', new Uint8Array(data)),
    readTracePoints: (trace, request) =>
      isSmall(trace)
        ? readers.readTracePoints(trace, request)
        : pool.read('readTracePoints', new Uint8Array(trace), request),
    quoteText: text =>
      isSmall(text) ? readers.quoteText(text) : pool.read('quoteText', new Uint8Array(text)).then(arrived),
    readAppend: body =>
      isSmall(body)
        ? readers.readAppend(body)
        : pool.read('readAppend', ownMemory(body)).then(appendFromThread),
    // The figure stays what it is: a copy goes to the thread.
    shapeOf: data => {
      if (typeof data === 'string' || isSmall(data)) return readers.shapeOf(data)
      return pool.read('shapeOf', new Uint8Array(data))
    },
    factsOf: (texts, request) =>
      isSmall(texts, inlineFacts)
        ? readers.factsOf(texts, request)
        : pool.read('factsOf', ownMemory(texts), request),
    fontsOfSvg: svg =>
      isSmall(svg) ? readers.fontsOfSvg(svg) : pool.read('fontsOfSvg', new Uint8Array(svg)),
    writeCsv: data => write('writeCsv', data),
    packCsv: data => write('packCsv', data),

    close: pool.close,
  }
}

/** Bytes that share their memory with others cannot move alone. */
const ownMemory = (body: Uint8Array): Uint8Array<ArrayBuffer> =>
  body.buffer instanceof ArrayBuffer && body.buffer.byteLength === body.byteLength
    ? (body as Uint8Array<ArrayBuffer>)
    : new Uint8Array(body)

function fromThread(submission: Submission): Submission {
  const { data, layout, frames } = submission.figure
  return {
    ...submission,
    figure: { data: arrived(data), layout: arrived(layout), frames: arrived(frames) },
  }
}

const appendFromThread = (request: AppendRequest): AppendRequest => ({
  ...request,
  points: request.points.map(set => ({
    ...set,
    arrays: set.arrays.map(values => ({ ...values, items: arrived(values.items) })),
  })),
})
