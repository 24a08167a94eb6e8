/** Counts per key, of what is pending or in flight. A key whose count is zero again takes no memory. */

export interface KeyedCounts<Key> {
  readonly total: number
  of(key: Key): number
  /** The keys with a count. */
  keys(): readonly Key[]
  add(key: Key, change: number): void
  /** Counts one more. The returned function undoes that, once. */
  enter(key: Key): () => void
}

export function createKeyedCounts<Key = string>(): KeyedCounts<Key> {
  const counts = new Map<Key, number>()
  let total = 0

  function add(key: Key, change: number): void {
    total += change
    const count = (counts.get(key) ?? 0) + change
    if (count > 0) counts.set(key, count)
    else counts.delete(key)
  }

  return {
    get total() {
      return total
    },
    of: key => counts.get(key) ?? 0,
    keys: () => [...counts.keys()],
    add,
    enter(key) {
      let hasLeft = false
      add(key, 1)
      return () => {
        if (!hasLeft) add(key, -1)
        hasLeft = true
      }
    },
  }
}
