/** Memoization of asynchronous functions. */

/** Calls `make` once per key, also for concurrent calls, and keeps the result. A failed call is not kept. */
export function memoize<K, T>(make: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const known = new Map<K, Promise<T>>()
  return key => {
    let value = known.get(key)
    if (!value) {
      value = make(key)
      known.set(key, value)
      value.catch(() => known.delete(key))
    }
    return value
  }
}
