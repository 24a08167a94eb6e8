/** Counts the pending renders of each payer in this process. */

export interface PendingCounts {
  readonly total: number
  of(payer: string): number
  /** Counts one more; the returned function undoes that. */
  enter(payer: string): () => void
}

export function createPendingCounts(): PendingCounts {
  const counts = new Map<string, number>()
  let total = 0

  function add(payer: string, change: number): void {
    total += change
    const count = (counts.get(payer) ?? 0) + change
    if (count > 0) counts.set(payer, count)
    else counts.delete(payer)
  }

  return {
    get total() {
      return total
    },
    of: payer => counts.get(payer) ?? 0,
    enter(payer) {
      add(payer, 1)
      return () => add(payer, -1)
    },
  }
}
