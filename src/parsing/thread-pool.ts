/** A pool of threads that read large bodies. Threads are started on demand, and calls have deadlines. */

import { Worker } from 'node:worker_threads'
import { shuttingDown, unavailable } from '../errors/errors.ts'
import { fromWire } from '../errors/wire.ts'
import type { CheckAnswer, CheckRequest } from './check-worker.ts'
import type { Reader, ReaderOptions, Readers } from './readers.ts'

export interface ThreadPoolOptions {
  readonly threads: number
  /** How many bytes may wait for a thread. */
  readonly waitingBytes: number
  /** The deadline of a call in milliseconds. */
  readonly deadlineMs: number
}

export interface ThreadPool {
  /**
   * Runs a reader in a thread. The body's memory is transferred, so the caller cannot use it afterwards. Throws
   * `unavailable` if too many bytes wait, and rejects with it if the reader takes too long or the pool is closed.
   */
  read<R extends Reader>(
    reader: R,
    body: Uint8Array<ArrayBuffer>,
    ...options: ReaderOptions<R>
  ): Promise<ReturnType<Readers[R]>>
  /** Ends the threads. Pending calls reject with `unavailable`. */
  close(): Promise<void>
}

interface Job {
  readonly reader: Reader
  readonly body: Uint8Array<ArrayBuffer>
  readonly options: readonly unknown[]
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

// The same extension as this file: .ts in a checkout, .js in a package.
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './check-worker.ts' : './check-worker.js',
  import.meta.url,
)

export function createThreadPool({ threads, waitingBytes, deadlineMs }: ThreadPoolOptions): ThreadPool {
  const idle: Worker[] = []
  const busy = new Map<Worker, Job>()
  const waiting: Job[] = []
  let bytesWaiting = 0
  let closed = false

  /** Starts a thread. Most services never need one. */
  function start(): Worker {
    const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 512 } })
    worker.on('message', (answer: CheckAnswer) => settle(worker, answer))
    worker.on('error', error => lose(worker, error))
    worker.on('exit', () => lose(worker))
    // An idle thread must not keep the process alive.
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

  /** Handles the death of a thread, with which its body is lost. Another thread takes the next body. */
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
    job.reject(late)
    // A thread that is too slow can only be terminated.
    for (const [worker, running] of busy) {
      if (running !== job) continue
      busy.delete(worker)
      void worker.terminate()
    }
    next()
  }

  return {
    read(reader, body, ...options) {
      if (closed) throw shuttingDown()
      if (bytesWaiting + body.length > waitingBytes)
        throw unavailable('too many large bodies are being checked; retry')
      return new Promise((resolve, reject) => {
        const job: Job = {
          reader,
          body,
          options,
          resolve: resolve as Job['resolve'],
          reject,
          timer: setTimeout(() => expire(job), deadlineMs),
        }
        waiting.push(job)
        bytesWaiting += body.length
        next()
      })
    },

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

const errorFrom = (answer: CheckAnswer & { ok: false }): Error =>
  'stack' in answer ? new Error(answer.stack) : (fromWire(answer.error) ?? new Error(answer.error.message))
