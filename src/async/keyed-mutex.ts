/** A mutex per key. */

/** Runs `work` after all earlier work for the same key has settled. Resolves or rejects like `work`. */
export type WithLock = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createKeyedMutex(): WithLock {
  const tails = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(work)
    const tail = result.then(
      () => undefined,
      () => undefined,
    )
    tails.set(key, tail)
    void tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key)
    })
    return result
  }
}
