/** Limits the concurrency of expensive work. A limited number of calls may wait; further calls are rejected. */

export interface SemaphoreLimits {
  readonly atOnce: number
  readonly waiting: number
  /** The error of calls beyond both limits. */
  readonly full: () => Error
}

/** Runs `work` when a place is free. Rejects with the error of `full` if too many calls are waiting. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore({ atOnce, waiting, full }: SemaphoreLimits): Semaphore {
  const queue: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) throw full()
    // A finished call hands over its place, so `running` does not change.
    await new Promise<void>(resolve => queue.push(resolve))
  }

  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return async work => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
