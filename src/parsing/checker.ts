/** Reads bodies: small ones at once, large ones in worker threads, so that they do not block other requests. */

import { availableParallelism } from 'node:os'
import { asBuffer } from '../bytes.ts'
import type { AppendRequest } from '../domain/figure/append/append-request.ts'
import type { BodyReaders } from '../domain/figure/body-readers.ts'
import { readShortSubmission, type Submission } from '../domain/figure/submission.ts'
import { type FigureText, restoreText } from '../domain/figure/text.ts'
import { readers } from './readers.ts'
import { createThreadPool } from './thread-pool.ts'

/** Each method also throws `unavailable` if too many bodies wait or reading takes too long. */
export interface Checker extends BodyReaders {
  /** Ends the threads. Pending calls reject with `unavailable`. */
  close(): Promise<void>
}

export interface CheckerOptions {
  /** Larger bodies are read in a thread. A body of this size takes a few milliseconds. */
  readonly inlineBytes?: number
  /** Figures with more values, not counting array elements, are read in a thread too. Each takes up to 10 µs. */
  readonly inlineValues?: number
  readonly threads?: number
  /** How many bytes may wait for a thread. */
  readonly waitingBytes?: number
  /** The deadline of a call in milliseconds. */
  readonly deadlineMs?: number
}

/** The limit for work that takes longer than a check of the same size, such as writing a table. */
const inlineTable = 16 * 1024
const inlineFacts = 64 * 1024
/** SVG images are parsed, which takes ten times as long as a check of the same size. */
const inlineSvg = 16 * 1024
/** The type of an SVG, or a letter of it escaped, of which few senders escape any but the slash. */
const svgType = /\/svg|\\u00(?:2f|[46]7|[57][36])/i
const mayHaveSvg = (bytes: Uint8Array) => svgType.test(asBuffer(bytes).toString('latin1'))

export function createChecker({
  inlineBytes = 256 * 1024,
  inlineValues = 2_000,
  threads = Math.max(1, Math.min(2, availableParallelism() - 1)),
  waitingBytes = 256 * 1024 * 1024,
  deadlineMs = 20_000,
}: CheckerOptions = {}): Checker {
  const pool = createThreadPool({ threads, waitingBytes, deadlineMs })
  const isSmall = (body: string | Uint8Array, max = inlineBytes) => body.length <= max
  // Larger bodies are not searched, because they are read in a thread anyway.
  const isShort = (body: Uint8Array) => isSmall(body) && (isSmall(body, inlineSvg) || !mayHaveSvg(body))

  /** The caller keeps the figure, so the thread gets a copy. */
  const write = (writer: 'writeCsv' | 'packCsv', data: FigureText): Buffer | Promise<Buffer> =>
    isSmall(data, inlineTable)
      ? readers[writer](data)
      : pool.read(writer, ownMemory(Buffer.from(data))).then(restoreText)

  return {
    readSubmission: body =>
      (isShort(body) ? readShortSubmission(body, inlineValues) : null) ??
      pool.read('readSubmission', ownMemory(body)).then(fromThread),
    // The caller keeps these bytes, so the thread gets a copy.
    readJsonTree: body =>
      isSmall(body) ? readers.readJsonTree(body) : pool.read('readJsonTree', new Uint8Array(body)),
    readTraces: data =>
      isSmall(data) ? readers.readTraces(data) : pool.read('readTraces', new Uint8Array(data)),
    readTracePoints: (trace, request) =>
      isSmall(trace)
        ? readers.readTracePoints(trace, request)
        : pool.read('readTracePoints', new Uint8Array(trace), request),
    quoteText: text =>
      isSmall(text)
        ? readers.quoteText(text)
        : pool.read('quoteText', new Uint8Array(text)).then(restoreText),
    readAppend: body =>
      isSmall(body)
        ? readers.readAppend(body)
        : pool.read('readAppend', ownMemory(body)).then(appendFromThread),
    // The caller keeps the figure, so the thread gets a copy.
    shapeOf: data => {
      if (typeof data === 'string' || isSmall(data)) return readers.shapeOf(data)
      return pool.read('shapeOf', new Uint8Array(data))
    },
    factsOf: (texts, request) =>
      isSmall(texts, inlineFacts)
        ? readers.factsOf(texts, request)
        : pool.read('factsOf', ownMemory(texts), request),
    slowPartOf: (texts, dataEnd) =>
      isSmall(texts, inlineSvg)
        ? readers.slowPartOf(texts, dataEnd)
        : pool.read('slowPartOf', ownMemory(texts), dataEnd),
    fontsOfSvg: svg =>
      isSmall(svg) ? readers.fontsOfSvg(svg) : pool.read('fontsOfSvg', new Uint8Array(svg)),
    writeCsv: data => write('writeCsv', data),
    packCsv: data => write('packCsv', data),

    close: pool.close,
  }
}

/** Copies bytes that share their memory with others, which cannot be transferred. */
const ownMemory = (body: Uint8Array): Uint8Array<ArrayBuffer> =>
  body.buffer instanceof ArrayBuffer && body.buffer.byteLength === body.byteLength
    ? (body as Uint8Array<ArrayBuffer>)
    : new Uint8Array(body)

function fromThread(submission: Submission): Submission {
  const { data, layout, frames } = submission.figure
  return {
    ...submission,
    figure: { data: restoreText(data), layout: restoreText(layout), frames: restoreText(frames) },
  }
}

const appendFromThread = (request: AppendRequest): AppendRequest => ({
  ...request,
  points: request.points.map(set => ({
    ...set,
    arrays: set.arrays.map(values => ({ ...values, items: restoreText(values.items) })),
  })),
})
