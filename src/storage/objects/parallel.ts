/** Runs many requests with limited concurrency. */

const atOnce = 16

/** Rejects with the first failure, and does not start any more work after it. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item)
    }),
  )
}
