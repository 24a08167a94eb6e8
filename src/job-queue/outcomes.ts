/** Who waits for which job. A job has one outcome and any number of waiters. */

export interface Waiter {
  readonly done: Promise<void>
  resolve(): void
  reject(error: unknown): void
  /** The job left the queue without an outcome, though this one still waits for it. */
  removed(): void
  onRemoved(listener: () => void): void
  /** Rejects with this error unless the outcome comes within so many milliseconds from now. */
  deadline(ms: number, error: () => Error): void
}

export interface Outcomes {
  /** Register before the job is added, so that no outcome slips by in between. */
  expect(jobId: string): Waiter
  settle(jobId: string, tell: (waiter: Waiter) => void): void
  settleAll(tell: (waiter: Waiter) => void): void
}

export function createOutcomes(): Outcomes {
  const waiting = new Map<string, Set<Waiter>>()

  function expect(jobId: string): Waiter {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let timer: NodeJS.Timeout | undefined
    let listener: (() => void) | undefined
    const done = promise.finally(() => {
      clearTimeout(timer)
      const others = waiting.get(jobId)
      others?.delete(waiter)
      if (others?.size === 0) waiting.delete(jobId)
    })
    const waiter: Waiter = {
      done,
      resolve,
      reject,
      removed: () => listener?.(),
      onRemoved(told) {
        listener = told
      },
      deadline(ms, error) {
        clearTimeout(timer)
        timer = setTimeout(() => reject(error()), ms)
      },
    }
    waiting.set(jobId, (waiting.get(jobId) ?? new Set()).add(waiter))
    return waiter
  }

  const settle: Outcomes['settle'] = (jobId, tell) => {
    for (const waiter of waiting.get(jobId) ?? []) tell(waiter)
  }

  return {
    expect,
    settle,
    settleAll: tell => {
      for (const jobId of waiting.keys()) settle(jobId, tell)
    },
  }
}
