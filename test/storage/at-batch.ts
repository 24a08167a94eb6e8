import type { PortableStore } from '../../src/storage/portable-store.ts'

/** The store, to which something happens before it loads its `at`-th batch, counted from 1. */
export const atBatch = (
  store: PortableStore,
  at: number,
  happens: () => Promise<void> | void,
): PortableStore => ({
  ...store,
  load: (batches, options) =>
    store.load(
      (async function* () {
        let batch = 0
        for await (const items of batches) {
          if (++batch === at) await happens()
          yield items
        }
      })(),
      options,
    ),
})
