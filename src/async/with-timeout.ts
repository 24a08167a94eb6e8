/** A bound on how long somebody waits. */

/**
 * What the work resolves with, if it does within that many milliseconds; else rejects with what `late` makes. The work
 * itself goes on: it has bounds of its own, and its rejection afterwards is nobody's concern.
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

/** Resolves when the work has settled, well or badly, or that many milliseconds are over. */
export async function settledWithin(work: Promise<unknown>, ms: number): Promise<void> {
  await withTimeout(work, ms, () => new Error('late')).catch(() => {})
}
