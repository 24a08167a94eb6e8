/** Who waits for which job in this process. A job has one outcome and any number of waiters. */

export interface Waiter {
  readonly jobId: string
  readonly done: Promise<void>
  /** When it began to wait, in the time of `performance.now()`. */
  since: number
  /** Somebody waits for it; else it is to be made in any case. */
  waiting: boolean
  /** Until when it waits, in milliseconds since 1970. */
  until: number
  /** When to look whether the outcome came without a word, in the time of `performance.now()`. */
  lookAt: number
  /** Looks, and adds the job again where the queue lost it. */
  readonly look: () => Promise<void>
  resolve(): void
  reject(error: unknown): void
  /** Rejects with this error unless the outcome comes within so many milliseconds from now. */
  deadline(ms: number, error: () => Error): void
}

export interface Outcomes {
  readonly all: Iterable<Waiter>
  /** Register before the job is added, so that no outcome slips by in between. */
  expect(jobId: string, waiting: boolean, look: () => Promise<void>): Waiter
  of(jobId: string): readonly Waiter[]
  settle(jobId: string, tell: (waiter: Waiter) => void): void
}

/** When a waiter first looks by itself: an outcome that is told comes earlier, as a rule. */
const firstLookMs = 2_000

export function createOutcomes(): Outcomes {
  const waiters = new Map<string, Set<Waiter>>()

  function expect(jobId: string, waiting: boolean, look: () => Promise<void>): Waiter {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let timer: NodeJS.Timeout | undefined
    const done = promise.finally(() => {
      clearTimeout(timer)
      const others = waiters.get(jobId)
      others?.delete(waiter)
      if (others?.size === 0) waiters.delete(jobId)
    })
    const now = performance.now()
    const waiter: Waiter = {
      jobId,
      done,
      since: now,
      waiting,
      until: 0,
      lookAt: now + firstLookMs,
      look,
      resolve,
      reject,
      deadline(ms, error) {
        clearTimeout(timer)
        waiter.until = Date.now() + ms
        timer = setTimeout(() => reject(error()), ms)
      },
    }
    waiters.set(jobId, (waiters.get(jobId) ?? new Set()).add(waiter))
    return waiter
  }

  return {
    get all() {
      return [...waiters.values()].flatMap(each => [...each])
    },
    expect,
    of: jobId => [...(waiters.get(jobId) ?? [])],
    settle(jobId, tell) {
      for (const waiter of waiters.get(jobId) ?? []) tell(waiter)
    },
  }
}
