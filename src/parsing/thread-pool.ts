/** A pool of threads that read large bodies. Threads are started on demand, and calls have deadlines. */

import { extname } from 'node:path'
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
const workerFile = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url)

export function createThreadPool({ threads, waitingBytes, deadlineMs }: ThreadPoolOptions): ThreadPool {
  const idle: Worker[] = []
  const busy = new Map<Worker, Job>()
  const waiting = createWaitingLine(waitingBytes)
  let closed = false

  function next(): void {
    while (idle.length > 0 || busy.size < threads) {
      const job = waiting.next()
      if (!job) return
      const worker = idle.pop() ?? startWorker(settle, lose)
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
    job.reject(late)
    if (waiting.remove(job)) return
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
      waiting.requireRoom(body.length)
      return new Promise((resolve, reject) => {
        const job: Job = {
          reader,
          body,
          options,
          resolve: resolve as Job['resolve'],
          reject,
          timer: setTimeout(() => expire(job), deadlineMs),
        }
        waiting.add(job)
        next()
      })
    },

    async close() {
      closed = true
      for (const job of waiting.drain()) {
        clearTimeout(job.timer)
        job.reject(shuttingDown())
      }
      await Promise.all([...idle, ...busy.keys()].map(worker => worker.terminate()))
    },
  }
}

/** Starts a thread. Most services never need one. */
function startWorker(
  onAnswer: (worker: Worker, answer: CheckAnswer) => void,
  onLost: (worker: Worker, cause?: unknown) => void,
): Worker {
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: 512 } })
  worker.on('message', (answer: CheckAnswer) => onAnswer(worker, answer))
  worker.on('error', error => onLost(worker, error))
  worker.on('exit', () => onLost(worker))
  // An idle thread must not keep the process alive.
  worker.unref()
  return worker
}

/** The jobs that wait for a thread, and their bytes. */
function createWaitingLine(maxBytes: number) {
  const jobs: Job[] = []
  let bytes = 0
  return {
    requireRoom(more: number): void {
      if (bytes + more > maxBytes) throw unavailable('too many large bodies are being checked; retry')
    },
    add(job: Job): void {
      jobs.push(job)
      bytes += job.body.length
    },
    next(): Job | undefined {
      const job = jobs.shift()
      bytes -= job?.body.length ?? 0
      return job
    },
    /** False if it does not wait. */
    remove(job: Job): boolean {
      const at = jobs.indexOf(job)
      if (at === -1) return false
      jobs.splice(at, 1)
      bytes -= job.body.length
      return true
    },
    drain(): readonly Job[] {
      bytes = 0
      return jobs.splice(0)
    },
  }
}

const errorFrom = (answer: CheckAnswer & { ok: false }): Error =>
  'stack' in answer ? new Error(answer.stack) : (fromWire(answer.error) ?? new Error(answer.error.message))
