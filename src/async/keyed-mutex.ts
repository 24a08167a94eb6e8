/** Work on the same thing, one after the other; work on different things does not wait for each other. */

/** Runs `work` once everything that was given for the same key before has ended; settles as it does. */
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
