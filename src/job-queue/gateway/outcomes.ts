/** The waiters of this process by job. A job has one outcome and any number of waiters. */

export interface Waiter {
  readonly jobId: string
  readonly done: Promise<void>
  /** When waiting began. All times are those of `performance.now()`. */
  readonly since: number
  /** Whether somebody waits for it; false for a background job. */
  readonly waiting: boolean
  readonly until: number
  /** When to check whether the outcome exists although no message came. */
  recheckAt: number
  /** Resolves the waiter if the outcome exists, else adds the job again if the queue has lost it. */
  recheck(): Promise<void>
  /** Marks it as waited for. */
  promote(): void
  resolve(): void
  reject(error: unknown): void
  /** Checks a last time at that time, and rejects with this error unless the outcome exists. */
  deadline(until: number, error: () => Error): void
}

export interface OutcomeSource {
  /** Whether the outcome exists. */
  found(): Promise<boolean>
  addAgain(): Promise<void>
}

export interface Outcomes {
  readonly all: Iterable<Waiter>
  /** To be called before the job is added, so that no outcome is missed. */
  expect(jobId: string, waiting: boolean, source: OutcomeSource): Waiter
  of(jobId: string): readonly Waiter[]
  /** For how many milliseconds any waiter wants the job; null for a background job. */
  wantedFor(jobId: string): number | null
  settle(jobId: string, notify: (waiter: Waiter) => void): void
}

/** When a waiter checks for the first time. Messages usually come earlier. */
const firstRecheckMs = 2_000
/** The time limit of the last check, because the store may be unavailable. */
const lastRecheckMs = 1_500

export function createOutcomes(): Outcomes {
  const waiters = new Map<string, Set<Waiter>>()
  const of = (jobId: string): readonly Waiter[] => [...(waiters.get(jobId) ?? [])]

  return {
    get all() {
      return [...waiters.values()].flatMap(each => [...each])
    },
    expect(jobId, waiting, source) {
      const waiter = createWaiter(jobId, waiting, source, () => {
        const others = waiters.get(jobId)
        others?.delete(waiter)
        if (others?.size === 0) waiters.delete(jobId)
      })
      waiters.set(jobId, (waiters.get(jobId) ?? new Set()).add(waiter))
      return waiter
    },
    of,
    wantedFor(jobId) {
      const all = of(jobId)
      if (!all.every(({ waiting }) => waiting)) return null
      return Math.max(...all.map(({ until }) => until)) - performance.now()
    },
    settle(jobId, notify) {
      for (const waiter of waiters.get(jobId) ?? []) notify(waiter)
    },
  }
}

function createWaiter(
  jobId: string,
  waitingAtFirst: boolean,
  { found, addAgain }: OutcomeSource,
  onDone: () => void,
): Waiter {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let timer: NodeJS.Timeout | undefined
  let waiting = waitingAtFirst
  let since = performance.now()
  let until = Number.POSITIVE_INFINITY

  async function recheckOnceMore(error: () => Error): Promise<void> {
    const late = new Promise<boolean>(end => {
      timer = setTimeout(() => end(false), lastRecheckMs)
    })
    const there = await Promise.race([found().catch(() => false), late])
    if (there) resolve()
    else reject(error())
  }

  return {
    jobId,
    done: promise.finally(() => {
      clearTimeout(timer)
      onDone()
    }),
    get since() {
      return since
    },
    get waiting() {
      return waiting
    },
    get until() {
      return until
    },
    recheckAt: since + firstRecheckMs,
    async recheck() {
      if (await found()) resolve()
      else await addAgain()
    },
    promote() {
      waiting = true
      since = performance.now()
      this.recheckAt = Math.min(this.recheckAt, since + firstRecheckMs)
    },
    resolve,
    reject,
    deadline(moment, error) {
      clearTimeout(timer)
      until = moment
      timer = setTimeout(() => void recheckOnceMore(error), Math.max(0, moment - performance.now()))
    },
  }
}
