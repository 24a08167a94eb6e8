/** A worker thread that answers calls. Calls are batched and have deadlines; a dead thread is restarted. */

import type { Worker } from 'node:worker_threads'
import { overloaded } from '../../../errors/errors.ts'
import { storeClosed, storeUnavailable, toError } from '../failures.ts'
import type { Answer, Call } from './protocol.ts'
import { type SupervisedWorkerOptions, superviseWorker } from './supervised-worker.ts'

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

export interface ThreadOptions extends Pick<SupervisedWorkerOptions, 'module' | 'data'> {
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
/** The deadline until the first answer. Loading a thread takes seconds on a busy machine. */
const startMs = 20_000

export function startThread<F extends Functions>(options: ThreadOptions): Thread<F> {
  const { module, data, deadlineMs } = options
  const waiting = createWaitingCalls(options.onDamage)
  let closed: Promise<void> | null = null
  let watch: NodeJS.Timeout | null = null
  let idle: (() => void) | null = null
  const thread = superviseWorker({
    module,
    data,
    onAnswers(answers) {
      for (const answer of answers) if (waiting.settle(answer) && waiting.size === 0) rest()
    },
    onLost(cause) {
      outbox.clear()
      const calls = waiting.drain()
      rest()
      for (const call of calls) call.reject(storeUnavailable(cause))
    },
  })
  const outbox = createOutbox((calls, memory) => thread.current?.postMessage(calls, memory))

  /** Lets the process exit while no call is pending. */
  function rest(): void {
    thread.current?.unref()
    if (watch) clearInterval(watch)
    watch = null
    idle?.()
  }

  function checkDeadlines(): void {
    const { oldest } = waiting
    if (!oldest) return
    const { answeredAt } = thread
    const allowed = answeredAt === null ? Math.max(deadlineMs, startMs) : deadlineMs
    if (performance.now() - Math.max(oldest.since, answeredAt ?? 0) < allowed) return
    thread.terminate(`no answer in ${allowed} ms`)
  }

  async function close(): Promise<void> {
    if (waiting.size > 0) await new Promise<void>(resolve => (idle = resolve))
    await thread.end()
  }

  const move: Thread<F>['move'] = (memory, name, ...args) => {
    if (closed) return Promise.reject(storeClosed())
    if (!thread.revive()) return Promise.reject(storeUnavailable(new Error('the thread keeps dying')))
    if (waiting.size >= maxWaiting) {
      return Promise.reject(overloaded('too many requests wait for the store; retry after a moment'))
    }
    return new Promise((resolve, reject) => {
      if (waiting.size === 0) {
        thread.current?.ref()
        watch = setInterval(checkDeadlines, Math.min(1000, deadlineMs / 4)).unref()
      }
      outbox.add([waiting.add(resolve, reject), name, args], memory)
    })
  }

  return {
    worker() {
      if (!thread.current) throw storeClosed()
      return thread.current
    },
    call: (name, ...args) => move([], name, ...args),
    move,
    abandon() {
      if (waiting.size > 0) thread.terminate('the service is shutting down')
    },
    close: () => (closed ??= close()),
  }
}

/** The calls that wait for their answers. */
function createWaitingCalls(onDamage: ThreadOptions['onDamage']) {
  const calls = new Map<number, Waiting>()
  let lastId = 0
  return {
    get size() {
      return calls.size
    },
    get oldest(): Waiting | undefined {
      // They are kept in order.
      return calls.values().next().value
    },
    /** Returns the id of the call. */
    add(resolve: Waiting['resolve'], reject: Waiting['reject']): number {
      calls.set(++lastId, { since: performance.now(), resolve, reject })
      return lastId
    },
    /** False if the call does not wait any more. */
    settle([id, ok, value]: Answer): boolean {
      const call = calls.get(id)
      if (!call) return false
      calls.delete(id)
      if (ok) call.resolve(value as never)
      else {
        if (value.code === 'damaged') onDamage?.(value.message)
        call.reject(toError(value))
      }
      return true
    },
    drain(): readonly Waiting[] {
      const all = [...calls.values()]
      calls.clear()
      return all
    },
  }
}

/** Sends all calls of one turn of the event loop in one message. */
function createOutbox(send: (calls: readonly Call[], memory: readonly ArrayBuffer[]) => void) {
  let calls: Call[] = []
  let memory: ArrayBuffer[] = []

  function flush(): void {
    const batch = calls
    const moved = memory
    clear()
    if (batch.length > 0) send(batch, moved)
  }

  function clear(): void {
    calls = []
    memory = []
  }

  return {
    clear,
    add(call: Call, transferred: readonly ArrayBuffer[]): void {
      memory.push(...transferred)
      if (calls.push(call) === 1) setImmediate(flush)
    },
  }
}
