/** Versions of graphs to try a store with. */

import type { Segment } from '../../src/domain/figure/append/segment.ts'
import type { GraphRecord } from '../../src/domain/graph/graph.ts'
import type { GraphId } from '../../src/domain/ids.ts'
import type { Append } from '../../src/domain/ports.ts'
import type { Bench } from './contract.ts'
import { sampleFigure, sampleRecord } from './samples.ts'

/** What the backends under test keep beside the newest. */
export const versionsKept = 3

export const start = '[{"x":[1,2],"y":[3.0,1e400]}]'

export const oneX = (x: string, keep: number | null = null): Segment => ({
  extensions: [
    { trace: 0, path: 'x', count: 1, items: x },
    { trace: 0, path: 'y', count: 1, items: x },
  ],
  keep,
})

let clock = Date.UTC(2026, 1, 1)
export function tick(): Date {
  clock += 1000
  return new Date(clock)
}
export const append = (x: string, more: Partial<Append> = {}): Append => ({
  segment: oneX(x),
  createdAt: tick(),
  ...more,
})

/** What the suites about versions do with the store under test. */
export function versionsOf({ store }: Bench) {
  const graphs = () => store().graphs

  const insert = async (): Promise<GraphRecord> => {
    const record = sampleRecord()
    await graphs().insert(record, sampleFigure({ data: start }))
    return record
  }
  /** The next version of it. */
  const replace = (record: GraphRecord, data: string, from: number | null = null) =>
    graphs().replace(
      {
        ...record,
        title: data,
        updatedAt: tick(),
        rendering: { status: 'pending', error: null, omitted: [] },
      },
      sampleFigure({ data }),
      from,
    )
  const dataOf = async (graphId: GraphId, version?: number) => {
    const figure = await graphs().figure(graphId, version)
    return figure && String(figure.data)
  }
  const numbers = async (graphId: GraphId) => (await graphs().versions(graphId)).map(({ version }) => version)

  return { graphs, insert, replace, dataOf, numbers }
}
