/** A worker thread that answers calls. Calls are batched and have deadlines; a dead thread is restarted. */

import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { overloaded } from '../../errors/errors.ts'
import { type Answer, type Call, closing, storeClosed, storeUnavailable, toError } from './protocol.ts'

/** The type of the functions that a thread offers, against which `call` is checked. */
// biome-ignore lint/suspicious/noExplicitAny: the parameters of a function type that stands for any other
type Functions = Record<string, (...args: any[]) => unknown>

export interface Thread<F extends Functions> {
  /** Rejects with `unavailable` (thread lost, deadline passed, closed) or `overloaded` (too many calls waiting). */
  call<K extends keyof F & string>(name: K, ...args: Parameters<F[K]>): Promise<Awaited<ReturnType<F[K]>>>
  /** The same, but transfers the given memory, which must be part of the arguments, instead of copying it. */
  move<K extends keyof F & string>(
    memory: readonly ArrayBuffer[],
    name: K,
    ...args: Parameters<F[K]>
  ): Promise<Awaited<ReturnType<F[K]>>>
  /** Terminates the thread. Pending calls reject with `unavailable`. */
  abandon(): void
  /** Waits for pending calls, then ends the thread. */
  close(): Promise<void>
  /** The worker itself, for tests that kill it. */
  readonly worker: () => Worker
}

export interface ThreadOptions {
  /** The module in this folder, without extension. */
  readonly module: string
  /** Makes the `workerData` at each start of the thread. */
  readonly data: () => unknown
  /** Called when an answer reports that the file is damaged. */
  readonly onDamage?: ((what: string) => void) | undefined
  /** How long a call may take before the thread is terminated. */
  readonly deadlineMs: number
}

interface Waiting {
  readonly since: number
  readonly resolve: (value: never) => void
  readonly reject: (error: Error) => void
}

const maxWaiting = 100_000
/** After this many restarts within a minute, the thread is not restarted until the minute is over. */
const maxRestarts = 5
const minute = 60_000
const closeMs = 10_000
/** The deadline until the first answer. Loading a thread takes seconds on a busy machine. */
const startMs = 20_000

export function startThread<F extends Functions>(options: ThreadOptions): Thread<F> {
  const { module, data, onDamage, deadlineMs } = options
  const waiting = new Map<number, Waiting>()
  let outbox: Call[] = []
  let moving: ArrayBuffer[] = []
  let lastId = 0
  let deaths: number[] = []
  let closed: Promise<void> | null = null
  /** When the current thread answered first; null while it is starting. */
  let answeredAt: number | null = null
  let worker: Worker | null = spawn()
  let watch: NodeJS.Timeout | null = null
  let idle: (() => void) | null = null

  function spawn(): Worker {
    // The same extension as this file: .ts in a checkout, .js in a package.
    const script = new URL(`./${module}${extname(import.meta.url)}`, import.meta.url)
    const started = new Worker(script, { workerData: data() })
    let cause: unknown
    answeredAt = null
    started.on('message', (answers: Answer[]) => {
      answeredAt ??= performance.now()
      answers.forEach(settle)
    })
    started.on('error', error => {
      cause = error
    })
    started.on('exit', () => {
      if (worker === started) lost(cause)
    })
    started.unref()
    return started
  }

  function settle([id, ok, value]: Answer): void {
    const call = waiting.get(id)
    if (!call) return
    waiting.delete(id)
    if (waiting.size === 0) rest()
    if (ok) {
      call.resolve(value as never)
      return
    }
    if (value.code === 'damaged') onDamage?.(value.message)
    call.reject(toError(value))
  }

  /** Lets the process exit while no call is pending. */
  function rest(): void {
    worker?.unref()
    if (watch) clearInterval(watch)
    watch = null
    idle?.()
  }

  function lost(cause: unknown): void {
    worker = null
    outbox = []
    moving = []
    deaths = [...deaths.filter(at => at > performance.now() - minute), performance.now()]
    const calls = [...waiting.values()]
    waiting.clear()
    rest()
    for (const call of calls) call.reject(storeUnavailable(cause))
  }

  function flush(): void {
    const batch = outbox
    const memory = moving
    outbox = []
    moving = []
    if (batch.length > 0) worker?.postMessage(batch, memory)
  }

  function checkDeadlines(): void {
    // Calls are kept in order, so the first one is the oldest.
    const oldest = waiting.values().next().value
    if (!oldest) return
    const starting = answeredAt === null
    const allowed = starting ? Math.max(deadlineMs, startMs) : deadlineMs
    if (performance.now() - Math.max(oldest.since, answeredAt ?? 0) < allowed) return
    giveUp(`no answer in ${allowed} ms`)
  }

  function giveUp(why: string): void {
    const hung = worker
    lost(new Error(why))
    hung?.terminate().catch(() => {})
  }

  function revive(): boolean {
    if (worker) return true
    deaths = deaths.filter(at => at > performance.now() - minute)
    if (deaths.length > maxRestarts) return false
    worker = spawn()
    return true
  }

  async function shut(): Promise<void> {
    if (waiting.size > 0) await new Promise<void>(resolve => (idle = resolve))
    const ending = worker
    worker = null
    if (!ending) return
    ending.ref()
    const ended = new Promise<void>(resolve => ending.once('exit', () => resolve()))
    const timer = setTimeout(() => void ending.terminate(), closeMs)
    ending.postMessage(closing)
    await ended
    clearTimeout(timer)
  }

  const move: Thread<F>['move'] = (memory, name, ...args) => {
    if (closed) return Promise.reject(storeClosed())
    if (!revive()) return Promise.reject(storeUnavailable(new Error('the thread keeps dying')))
    if (waiting.size >= maxWaiting) {
      return Promise.reject(overloaded('too many requests wait for the store; retry after a moment'))
    }
    return new Promise((resolve, reject) => {
      const id = ++lastId
      if (waiting.size === 0) {
        worker?.ref()
        watch = setInterval(checkDeadlines, Math.min(1000, deadlineMs / 4)).unref()
      }
      waiting.set(id, { since: performance.now(), resolve, reject })
      moving.push(...memory)
      // Sends all calls of this turn of the event loop in one message.
      if (outbox.push([id, name, args]) === 1) setImmediate(flush)
    })
  }

  return {
    worker() {
      if (!worker) throw storeClosed()
      return worker
    },

    call: (name, ...args) => move([], name, ...args),
    move,

    abandon() {
      if (waiting.size > 0) giveUp('the service is shutting down')
    },

    close: () => (closed ??= shut()),
  }
}
