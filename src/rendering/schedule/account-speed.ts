/** How long the renders of an account take, judged by the last ones. All times are in milliseconds. */

/** What is known of an account; both of its shares have it in common. `T` is a render. */
export interface AccountSpeed<T> {
  /** How long its next render is expected to take, judged by the last ones. */
  expectedMs: number
  /** How long its last renders took, oldest first. */
  readonly recent: number[]
  /** How many of its renders have ended. */
  ended: number
  /** When the last of them ended, by `performance.now()`. */
  lastEnd: number
  /** Its renders on pages, and when each began. */
  readonly running: Map<T, number>
}

/** For an account of which nothing is known yet. */
const firstExpectedMs = 100
/**
 * The weight of the newest render in what is expected of the next one. Slowness counts soon and is forgotten slowly.
 */
const newestPart = { slower: 0.3, faster: 0.1 }
/** Among how many renders a single late one is an exception. */
const recentCount = 16

/** Of an account of which nothing is known yet. */
export const unknownSpeed = <T>(): AccountSpeed<T> => ({
  expectedMs: firstExpectedMs,
  recent: [],
  ended: 0,
  lastEnd: Number.NEGATIVE_INFINITY,
  running: new Map(),
})

/** How long its next render is expected to take, given that a running one may already have taken longer. */
export function expectedNow<T>(account: AccountSpeed<T>, now: number): number {
  let longest = account.expectedMs
  for (const began of account.running.values()) longest = Math.max(longest, now - began)
  return longest
}

/** A render of the account has ended. */
export function noteRender<T>(account: AccountSpeed<T>, task: T, tookMs: number, now: number): void {
  account.running.delete(task)
  account.ended += 1
  account.lastEnd = now
  const change = tookMs - account.expectedMs
  if (!isException(tookMs, account.recent))
    account.expectedMs += change * (change > 0 ? newestPart.slower : newestPart.faster)
  account.recent.push(tookMs)
  if (account.recent.length > recentCount) account.recent.shift()
}

/**
 * Whether a render took more than twice as long as each of the last ones. One such render says more about the machine,
 * which may have paused, than about the account. A second one counts.
 */
const isException = (tookMs: number, recent: readonly number[]): boolean =>
  recent.length === recentCount && recent.every(each => tookMs > 2 * each)
