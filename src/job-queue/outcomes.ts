/** Who waits for which job in this process. A job has one outcome and any number of waiters. */

export interface Waiter {
  readonly jobId: string
  readonly done: Promise<void>
  /** Since when somebody waits, or it began; this and the times below as `performance.now()` tells them. */
  readonly since: number
  /** Somebody waits for it; else it is to be made in any case. */
  readonly waiting: boolean
  readonly until: number
  /** When to look whether the outcome came without a word. */
  lookAt: number
  /** Ends well where the outcome is there; else adds the job again where the queue lost it. */
  look(): Promise<void>
  /** Somebody waits for it from now on. */
  hasten(): void
  resolve(): void
  reject(error: unknown): void
  /** Looks a last time at that moment, and rejects with this error unless the outcome is there. */
  deadline(until: number, error: () => Error): void
}

export interface OutcomeSource {
  /** Whether the outcome is there. */
  found(): Promise<boolean>
  addAgain(): Promise<void>
}

export interface Outcomes {
  readonly all: Iterable<Waiter>
  /** Register before the job is added, so that no outcome slips by in between. */
  expect(jobId: string, waiting: boolean, source: OutcomeSource): Waiter
  of(jobId: string): readonly Waiter[]
  settle(jobId: string, tell: (waiter: Waiter) => void): void
}

/** When a waiter first looks by itself: an outcome that is told comes earlier, as a rule. */
const firstLookMs = 2_000
/** For the last look: the store may be away. */
const lastLookMs = 1_500

export function createOutcomes(): Outcomes {
  const waiters = new Map<string, Set<Waiter>>()

  function expect(jobId: string, waitingAtFirst: boolean, { found, addAgain }: OutcomeSource): Waiter {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let timer: NodeJS.Timeout | undefined
    let waiting = waitingAtFirst
    let since = performance.now()
    let until = Number.POSITIVE_INFINITY
    const done = promise.finally(() => {
      clearTimeout(timer)
      const others = waiters.get(jobId)
      others?.delete(waiter)
      if (others?.size === 0) waiters.delete(jobId)
    })

    async function lookLast(error: () => Error): Promise<void> {
      const late = new Promise<boolean>(end => {
        timer = setTimeout(() => end(false), lastLookMs)
      })
      const there = await Promise.race([found().catch(() => false), late])
      if (there) resolve()
      else reject(error())
    }

    const waiter: Waiter = {
      jobId,
      done,
      get since() {
        return since
      },
      get waiting() {
        return waiting
      },
      get until() {
        return until
      },
      lookAt: since + firstLookMs,
      async look() {
        if (await found()) resolve()
        else await addAgain()
      },
      hasten() {
        waiting = true
        since = performance.now()
        waiter.lookAt = Math.min(waiter.lookAt, since + firstLookMs)
      },
      resolve,
      reject,
      deadline(moment, error) {
        clearTimeout(timer)
        until = moment
        timer = setTimeout(() => void lookLast(error), Math.max(0, moment - performance.now()))
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
