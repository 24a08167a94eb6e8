/** Checks bodies: small ones at once, large ones in worker threads, so that other answers need not wait. */

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { AppendRequest } from '../domain/figure/append-request.ts'
import type { BodyReaders } from '../domain/figure/body-readers.ts'
import { readShortSubmission, type Submission } from '../domain/figure/submission.ts'
import { arrived, type FigureText } from '../domain/figure/text.ts'
import { shuttingDown, unavailable } from '../errors/errors.ts'
import { fromWire } from '../errors/wire.ts'
import type { CheckAnswer, CheckRequest } from './check-worker.ts'
import { type Reader, type ReaderOptions, type Readers, readers } from './readers.ts'

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

interface Job {
  readonly reader: Reader
  readonly body: Uint8Array<ArrayBuffer>
  readonly options: readonly unknown[]
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** What takes longer than a check of the same bytes goes to a thread earlier: a table of digits, a look at every value. */
const inlineTable = 16 * 1024
const inlineFacts = 64 * 1024

// Compiled, the thread's file is .js like this one.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './check-worker.ts' : './check-worker.js',
  import.meta.url,
)

export function createChecker({
  inlineBytes = 256 * 1024,
  inlineValues = 2_000,
  threads = Math.max(1, Math.min(2, availableParallelism() - 1)),
  waitingBytes = 256 * 1024 * 1024,
  deadlineMs = 20_000,
}: CheckerOptions = {}): Checker {
  const idle: Worker[] = []
  const busy = new Map<Worker, Job>()
  const waiting: Job[] = []
  let bytesWaiting = 0
  let closed = false

  /** Started only when a large body comes: most services never see one. */
  function start(): Worker {
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 512 } })
    worker.on('message', (answer: CheckAnswer) => settle(worker, answer))
    worker.on('error', error => lose(worker, error))
    worker.on('exit', () => lose(worker))
    // An idle thread must not keep the process.
    worker.unref()
    return worker
  }

  function next(): void {
    while (waiting.length > 0 && (idle.length > 0 || busy.size < threads)) {
      const job = waiting.shift() as Job
      bytesWaiting -= job.body.length
      const worker = idle.pop() ?? start()
      busy.set(worker, job)
      const { reader, body, options } = job
      worker.postMessage({ reader, body, options } satisfies CheckRequest, [body.buffer])
    }
  }

  function settle(worker: Worker, answer: CheckAnswer): void {
    const job = busy.get(worker)
    if (!job) return
    busy.delete(worker)
    idle.push(worker)
    clearTimeout(job.timer)
    if (answer.ok) job.resolve(answer.result)
    else job.reject(errorFrom(answer))
    next()
  }

  /** A thread died: its body is lost with it, another thread takes the next one. */
  function lose(worker: Worker, cause?: unknown): void {
    const job = busy.get(worker)
    busy.delete(worker)
    const at = idle.indexOf(worker)
    if (at !== -1) idle.splice(at, 1)
    if (job) {
      clearTimeout(job.timer)
      job.reject(unavailable('the check of this body was interrupted; send it again', cause))
    }
    if (!closed) next()
  }

  function expire(job: Job): void {
    const late = unavailable(`checking this body took longer than ${deadlineMs / 1000} s; retry`)
    const at = waiting.indexOf(job)
    if (at !== -1) {
      waiting.splice(at, 1)
      bytesWaiting -= job.body.length
      job.reject(late)
      return
    }
    for (const [worker, running] of busy) {
      if (running !== job) continue
      job.reject(late)
      void worker.terminate()
    }
  }

  /** The body moves to the thread. */
  function readInThread<R extends Reader>(
    reader: R,
    body: Uint8Array,
    ...options: ReaderOptions<R>
  ): Promise<ReturnType<Readers[R]>> {
    if (closed) throw shuttingDown()
    if (bytesWaiting + body.length > waitingBytes)
      throw unavailable('too many large bodies are being checked; retry')
    return new Promise((resolve, reject) => {
      const job: Job = {
        reader,
        body: body as Uint8Array<ArrayBuffer>,
        options,
        resolve: resolve as Job['resolve'],
        reject,
        timer: setTimeout(() => expire(job), deadlineMs),
      }
      waiting.push(job)
      bytesWaiting += body.length
      next()
    })
  }

  const isSmall = (body: string | Uint8Array, most = inlineBytes) => body.length <= most

  /** The figure stays what it is: a copy goes to the thread. */
  const write = (writer: 'writeCsv' | 'packCsv', data: FigureText): Buffer | Promise<Buffer> =>
    isSmall(data, inlineTable)
      ? readers[writer](data)
      : readInThread(writer, ownMemory(Buffer.from(data))).then(arrived)

  return {
    readSubmission: body =>
      (isSmall(body) ? readShortSubmission(body, inlineValues) : null) ??
      readInThread('readSubmission', ownMemory(body)).then(fromThread),
    // The caller goes on using these bytes, so a copy goes to the thread.
    readJsonTree: body =>
      isSmall(body) ? readers.readJsonTree(body) : readInThread('readJsonTree', new Uint8Array(body)),
    readTraces: data =>
      isSmall(data) ? readers.readTraces(data) : readInThread('readTraces', new Uint8Array(data)),
    readTracePoints: (trace, request) =>
      isSmall(trace)
        ? readers.readTracePoints(trace, request)
        : readInThread('readTracePoints', new Uint8Array(trace), request),
    quoteText: text =>
      isSmall(text) ? readers.quoteText(text) : readInThread('quoteText', new Uint8Array(text)).then(arrived),
    readAppend: body =>
      isSmall(body)
        ? readers.readAppend(body)
        : readInThread('readAppend', ownMemory(body)).then(appendFromThread),
    // The figure stays what it is: a copy goes to the thread.
    shapeOf: data => {
      if (typeof data === 'string' || isSmall(data)) return readers.shapeOf(data)
      return readInThread('shapeOf', new Uint8Array(data))
    },
    factsOf: (texts, request) =>
      isSmall(texts, inlineFacts)
        ? readers.factsOf(texts, request)
        : readInThread('factsOf', ownMemory(texts), request),
    fontsOfSvg: svg =>
      isSmall(svg) ? readers.fontsOfSvg(svg) : readInThread('fontsOfSvg', new Uint8Array(svg)),
    writeCsv: data => write('writeCsv', data),
    packCsv: data => write('packCsv', data),

    async close() {
      closed = true
      for (const job of waiting.splice(0)) {
        clearTimeout(job.timer)
        job.reject(unavailable('the service is shutting down'))
      }
      await Promise.all([...idle, ...busy.keys()].map(worker => worker.terminate()))
    },
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

const errorFrom = (answer: CheckAnswer & { ok: false }): Error =>
  'stack' in answer ? new Error(answer.stack) : (fromWire(answer.error) ?? new Error(answer.error.message))
