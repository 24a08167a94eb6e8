/** What is made once. */

/** One making of each, however many ask at once, kept from then on; a failed one is tried again. */
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
