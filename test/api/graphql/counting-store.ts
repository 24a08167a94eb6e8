/** A store that counts what is asked of its graphs. */

import type { GraphStore, Store } from '../../../src/domain/ports.ts'

export interface Counting {
  readonly wrap: (store: Store) => Store
  /** How often each operation was called since the last look. */
  calls(): Partial<Record<keyof GraphStore, number>>
}

export function countingStore(): Counting {
  let counts: Partial<Record<keyof GraphStore, number>> = {}
  return {
    calls() {
      const seen = counts
      counts = {}
      return seen
    },
    wrap: store => ({
      isShared: store.isShared,
      graphs: new Proxy(store.graphs, {
        get(graphs, name: keyof GraphStore) {
          const operation = graphs[name] as (...args: unknown[]) => unknown
          return (...args: unknown[]) => {
            counts[name] = (counts[name] ?? 0) + 1
            return operation.apply(graphs, args)
          }
        },
      }),
      artifacts: store.artifacts,
      records: name => store.records(name),
      ping: () => store.ping(),
      sweep: limits => store.sweep(limits),
      abandon: () => store.abandon(),
      close: () => store.close(),
    }),
  }
}
