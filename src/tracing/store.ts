/** Wraps the store with spans for reading and writing figures and images. */

import type { Store } from '../domain/ports.ts'
import type { Spans } from './spans.ts'

export function tracedStore(store: Store, spans: Spans): Store {
  const traced =
    <A extends readonly unknown[], R>(name: string, call: (...given: A) => Promise<R>) =>
    (...given: A) =>
      spans.during(name, () => call(...given))
  const { graphs, artifacts } = store
  return {
    ...store,
    graphs: {
      ...graphs,
      insert: traced('store graph', graphs.insert),
      replace: traced('store version', graphs.replace),
      append: traced('store points', graphs.append),
      figure: traced('read figure', graphs.figure),
      remove: traced('remove graph', graphs.remove),
      list: traced('list graphs', graphs.list),
    },
    artifacts: {
      ...artifacts,
      get: traced('read image', artifacts.get),
      put: traced('store image', artifacts.put),
      adopt: traced('adopt image', artifacts.adopt),
    },
  }
}
