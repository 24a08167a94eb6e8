/** How many renders each account has asked this process for, and still waits for. */

export interface PendingCounts {
  readonly total: number
  of(accountId: string): number
  /** Counts one more; the returned function takes it back. */
  enter(accountId: string): () => void
}

export function createPendingCounts(): PendingCounts {
  const counts = new Map<string, number>()
  let total = 0

  function add(accountId: string, change: number): void {
    total += change
    const count = (counts.get(accountId) ?? 0) + change
    if (count > 0) counts.set(accountId, count)
    else counts.delete(accountId)
  }

  return {
    get total() {
      return total
    },
    of: accountId => counts.get(accountId) ?? 0,
    enter(accountId) {
      add(accountId, 1)
      return () => add(accountId, -1)
    },
  }
}
