/** A bound for work that is costly on purpose: so many at once, so many waiting, the rest turned away. */

import { overloaded } from '../errors/errors.ts'

export interface SemaphoreLimits {
  readonly atOnce: number
  readonly waiting: number
}

/** Runs the work when its turn comes; rejects with `overloaded` when too many wait already. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore({ atOnce, waiting }: SemaphoreLimits): Semaphore {
  const queue: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) throw overloaded('too many people sign in at this moment; try again shortly')
    // Whoever leaves hands over the place: `running` stays.
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
