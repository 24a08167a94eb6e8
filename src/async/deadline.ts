/** Deadlines for work in other processes. */

/** A timer that is later than this says that this process was suspended or held up, in milliseconds. */
const noticeableMs = 1_000

/**
 * Calls `onLate` after `ms` milliseconds unless the returned function is called first. If this process was held up when the
 * time was over, the answer may have come meanwhile, or the other process may have been suspended with it: then the time
 * that was lost is given once more, at most `ms`.
 */
export function startDeadline(ms: number, onLate: () => void): () => void {
  const due = performance.now() + ms
  let timer = setTimeout(() => {
    const lostMs = performance.now() - due
    if (lostMs < noticeableMs) onLate()
    else timer = setTimeout(onLate, Math.min(lostMs, ms))
  }, ms)
  return () => clearTimeout(timer)
}
