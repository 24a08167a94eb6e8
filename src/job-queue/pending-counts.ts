/** Counts the pending renders of each flow in this process. */

export interface PendingCounts {
  readonly total: number
  of(flow: string): number
  /** Counts one more; the returned function undoes that. */
  enter(flow: string): () => void
}

export function createPendingCounts(): PendingCounts {
  const counts = new Map<string, number>()
  let total = 0

  function add(flow: string, change: number): void {
    total += change
    const count = (counts.get(flow) ?? 0) + change
    if (count > 0) counts.set(flow, count)
    else counts.delete(flow)
  }

  return {
    get total() {
      return total
    },
    of: flow => counts.get(flow) ?? 0,
    enter(flow) {
      add(flow, 1)
      return () => add(flow, -1)
    },
  }
}
