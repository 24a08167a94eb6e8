/** Timeouts for promises. */

/**
 * Resolves like `work` if that settles within `ms` milliseconds, else rejects with the error made by `late`. The work itself
 * is not stopped, and a later rejection is ignored.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const bound = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([work, bound])
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves when `work` has settled or after `ms` milliseconds, whichever comes first. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<void> {
  await withTimeout(work, ms, () => new Error('late')).catch(() => {})
}
