/** Doing many requests, a few at a time. */

const atOnce = 16

/** Rejects with the first failure; what has not begun by then is not done. */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item)
    }),
  )
}
