/** Points that many callers append to one graph at once. */

import { beforeAll, describe, expect, test } from '@jest/globals'
import { readAppend } from '../../../src/domain/figure/append/append-request.ts'
import { shapeOf } from '../../../src/domain/figure/append/figure-shape.ts'
import type { PendingAppend } from '../../../src/domain/graph/append-plan.ts'
import { createAppendQueue } from '../../../src/domain/graph/append-queue.ts'
import type { OwnedGraph } from '../../../src/domain/graph/graph.ts'
import { accountIdOf, type GraphId } from '../../../src/domain/ids.ts'
import type { GraphStore } from '../../../src/domain/ports.ts'
import { graphIdOf } from '../../support/ids.ts'
import { emptyFigure, graphRecord } from '../../support/records.ts'
import { useTestStore } from '../../support/store.ts'

const opened = useTestStore()
let whole: GraphStore
beforeAll(() => {
  whole = opened.store.graphs
})

const accountId = accountIdOf('a')
let count = 0
/** A stored graph of these values. */
async function make(...values: number[]) {
  const graphId = graphIdOf(String(count++).padStart(21, 'a'))
  const data = `[{"y":${JSON.stringify(values)}}]`
  await whole.insert(graphRecord(graphId, { accountId }), { ...emptyFigure, data })
  return graphId
}
const valuesNow = async (graphId: GraphId): Promise<number[]> =>
  JSON.parse(String((await whole.figure(graphId))?.data))[0].y

const requestOf = (trace: number, y: readonly number[]): PendingAppend => ({
  request: readAppend(Buffer.from(JSON.stringify({ points: [{ trace, y }] }))),
})
const appendOf = (value: number) => requestOf(0, [value])
/** Of that many numbers with three digits. */
const longAppendOf = (length: number) => requestOf(0, Array(length).fill(123))
const claimOf = (id: string, bodyHash = 'h') => ({
  claim: { id, bodyHash, expiresAt: new Date(Date.now() + 60_000) },
})

/** A queue, with what it wrote and read. */
function queueOf(calls: Partial<GraphStore> = {}, readShape = shapeOf) {
  const writes: number[] = []
  const reads: GraphId[] = []
  const told: OwnedGraph[] = []
  const store = {
    graphs: {
      ...whole,
      append: (...given: Parameters<GraphStore['append']>) => {
        writes.push(given[2].length)
        return whole.append(...given)
      },
      figure: (...given: Parameters<GraphStore['figure']>) => {
        reads.push(given[0])
        return whole.figure(...given)
      },
      ...calls,
    },
  }
  const { append } = createAppendQueue({
    store,
    bodies: { shapeOf: readShape },
    onVersion: graph => told.push(graph),
  })
  const send = (graphId: GraphId, wanted: PendingAppend) => append({ graphId, accountId }, wanted)
  return { send, writes, reads, told }
}

describe('appends that come together', () => {
  test('are written together, in their order, each as a version', async () => {
    const graphId = await make(0)
    const { send, writes, told } = queueOf()
    const versions = await Promise.all([1, 2, 3, 4].map(value => send(graphId, appendOf(value))))
    expect([versions, await valuesNow(graphId)]).toEqual([
      [2, 3, 4, 5],
      [0, 1, 2, 3, 4],
    ])
    // The first begins at once, and the others wait for it.
    expect(writes).toEqual([1, 3])
    expect(told).toEqual([2, 3, 4, 5].map(version => ({ graphId, accountId, version })))
  })

  test('are written by the hundred', async () => {
    const graphId = await make()
    const { send, writes } = queueOf()
    await Promise.all(Array.from({ length: 251 }, (_, value) => send(graphId, appendOf(value))))
    expect(writes).toEqual([1, 100, 100, 50])
    expect(await valuesNow(graphId)).toEqual(Array.from({ length: 251 }, (_, value) => value))
  })

  test('are written by the mebibyte of text, and a larger one alone', async () => {
    const graphId = await make()
    const { send, writes } = queueOf()
    const [long, longer] = [longAppendOf(110_000), longAppendOf(270_000)]
    await Promise.all([appendOf(1), long, long, long, longer, appendOf(2)].map(each => send(graphId, each)))
    expect(writes).toEqual([1, 2, 1, 1, 1])
  })

  test('are refused one by one where they do not fit the figure', async () => {
    const graphId = await make(0)
    const { send } = queueOf()
    const outcomes = await Promise.allSettled([
      send(graphId, appendOf(1)),
      send(graphId, appendOf(2)),
      send(graphId, requestOf(7, [3])),
      send(graphId, appendOf(4)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(outcomes[2]).toMatchObject({ reason: { code: 'invalid_figure' } })
    expect(await valuesNow(graphId)).toEqual([0, 1, 2, 4])
  })

  test('are each compared with the version that is the newest when their turn comes', async () => {
    const graphId = await make(0)
    const { send } = queueOf()
    const outcomes = await Promise.allSettled([
      send(graphId, { ...appendOf(1), ifVersion: 1 }),
      send(graphId, { ...appendOf(2), ifVersion: 2 }),
      send(graphId, { ...appendOf(3), ifVersion: 2 }),
      send(graphId, { ...appendOf(4), ifVersion: 3 }),
    ])
    expect(outcomes).toMatchObject([
      { value: 2 },
      { value: 3 },
      { reason: { code: 'version_conflict', message: expect.stringContaining('3') } },
      { value: 4 },
    ])
    expect(await valuesNow(graphId)).toEqual([0, 1, 2, 4])
  })

  test('are made once, however often they are repeated', async () => {
    const graphId = await make(0)
    const { send, writes } = queueOf()
    const repeated = { ...appendOf(1), ...claimOf(graphId) }
    const versions = await Promise.all([
      send(graphId, appendOf(0)),
      send(graphId, repeated),
      send(graphId, { ...appendOf(2), ...claimOf(`${graphId} other`) }),
      send(graphId, repeated),
      send(graphId, appendOf(3)),
    ])
    expect(versions).toEqual([2, 3, 4, 3, 5])
    expect([writes, await valuesNow(graphId)]).toEqual([
      [1, 2, 1],
      [0, 0, 1, 2, 3],
    ])
    await expect(send(graphId, { ...appendOf(1), ...claimOf(graphId, 'other') })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
  })

  test('that wait by the thousand are refused', async () => {
    const graphId = await make()
    const go = Promise.withResolvers<void>()
    const { send } = queueOf({
      append: async (...given) => {
        await go.promise
        return whole.append(...given)
      },
    })
    const begun = send(graphId, appendOf(0))
    await new Promise(resolve => setImmediate(resolve))
    const waiting = Array.from({ length: 2_000 }, (_, at) => send(graphId, appendOf(at)))
    await expect(send(graphId, appendOf(1))).rejects.toMatchObject({
      code: 'overloaded',
      message: expect.stringContaining('2000 appends wait for this graph'),
    })
    // Other graphs have a queue of their own.
    const other = await make()
    const elsewhere = send(other, appendOf(5))
    go.resolve()
    expect([await begun, (await Promise.all(waiting)).at(-1), await elsewhere]).toEqual([2, 2_002, 2])
  })

  test('are refused together where the store fails, and later ones are not', async () => {
    const graphId = await make(0)
    let fails = true
    const { send } = queueOf({
      append: async (...given) => {
        if (fails) throw new Error('the disk smokes')
        return whole.append(...given)
      },
    })
    const outcomes = await Promise.allSettled([1, 2, 3].map(value => send(graphId, appendOf(value))))
    expect(outcomes).toMatchObject(Array(3).fill({ reason: { message: 'the disk smokes' } }))
    fails = false
    expect(await send(graphId, { ...appendOf(4) })).toBe(2)
    expect(await valuesNow(graphId)).toEqual([0, 4])
  })

  test('keep their order where another process was faster', async () => {
    const graphId = await make(0)
    const extensions = [{ trace: 0, path: 'y', count: 1, items: '7' }]
    const theirs = [{ segment: { extensions, keep: null }, createdAt: new Date() }]
    const { send } = queueOf({
      append: async (...given) => {
        const [, from, appends] = given
        if (appends.length === 3 && from === 2) await whole.append(graphId, from, theirs)
        return whole.append(...given)
      },
    })
    const versions = await Promise.all([1, 2, 3, 4].map(value => send(graphId, appendOf(value))))
    expect([versions, await valuesNow(graphId)]).toEqual([
      [2, 4, 5, 6],
      [0, 1, 7, 2, 3, 4],
    ])
  })

  test('are compared with the version that another process has just made', async () => {
    const graphId = await make(0)
    const { send } = queueOf({
      append: async (...given) => {
        const outcome = await whole.append(...given)
        if (given[1] === 1) await queueOf().send(graphId, appendOf(7))
        return outcome
      },
    })
    const first = send(graphId, appendOf(1))
    const more = [send(graphId, appendOf(2)), send(graphId, { ...appendOf(3), ifVersion: 4 })]
    expect([await first, await Promise.all(more)]).toEqual([2, [4, 5]])
    expect(await valuesNow(graphId)).toEqual([0, 1, 7, 2, 3])
  })

  test('are refused where others change the graph without a pause, or delete it', async () => {
    const graphId = await make(0)
    for (const [kind, code] of [
      ['stale', 'unavailable'],
      ['absent', 'graph_not_found'],
    ] as const) {
      const { send } = queueOf({ append: async () => ({ kind }) })
      await expect(send(graphId, appendOf(1))).rejects.toMatchObject({ code })
    }
  })

  test('are not held up by a claim that cannot be read', async () => {
    const graphId = await make(0)
    const { send } = queueOf({
      claimed: async (...given) => {
        if (given[1] === 'broken') throw new Error('the disk smokes')
        return whole.claimed(...given)
      },
    })
    const outcomes = await Promise.allSettled([
      send(graphId, appendOf(1)),
      send(graphId, { ...appendOf(2), ...claimOf('broken') }),
      send(graphId, { ...appendOf(3), ...claimOf(`${graphId} fine`) }),
    ])
    expect(outcomes).toMatchObject([{ value: 2 }, { reason: { message: 'the disk smokes' } }, { value: 3 }])
    expect(await valuesNow(graphId)).toEqual([0, 1, 3])
  })
})

describe('the figure', () => {
  test('is read for the first append alone, whatever else is appended to it', async () => {
    const graphId = await make(0)
    const { send, reads } = queueOf()
    for (const value of [1, 2, 3]) await send(graphId, appendOf(value))
    // By another process.
    await queueOf().send(graphId, appendOf(4))
    expect(await send(graphId, appendOf(5))).toBe(6)
    expect(await send(graphId, { ...appendOf(6), ifVersion: 6 })).toBe(7)
    expect([await valuesNow(graphId), reads]).toEqual([[0, 1, 2, 3, 4, 5, 6], [graphId]])
  })

  test('is read again once it was replaced', async () => {
    const graphId = await make(0)
    const { send, reads } = queueOf()
    await send(graphId, appendOf(1))
    await whole.replace(graphRecord(graphId), { ...emptyFigure, data: '[{"x":[1]},{"y":[7]}]' }, null)
    expect(await send(graphId, { ...requestOf(1, [8]), ifVersion: 3 })).toBe(4)
    expect(reads).toHaveLength(2)
    expect(JSON.parse(String((await whole.figure(graphId))?.data))).toEqual([{ x: [1] }, { y: [7, 8] }])
  })

  describe('with nearly two million points', () => {
    /** As if the figure had that many more points; storing them would take long. */
    const nearlyFull = (data: string | Uint8Array) => {
      const shape = shapeOf(data)
      const values = shape.traces[0]?.arrays.get('y')
      if (values) values.count += 1_999_996
      return shape
    }

    test('takes no more than that, whoever appended them, each counted once', async () => {
      const graphId = await make(0)
      const { send } = queueOf({}, nearlyFull)
      await send(graphId, appendOf(1))
      // By another process, which is noticed when the next append is written.
      await queueOf().send(graphId, appendOf(1))
      expect(await send(graphId, appendOf(1))).toBe(4)
      await expect(send(graphId, appendOf(1))).rejects.toMatchObject({ code: 'invalid_figure' })
    })

    test('does not count those that could not be stored', async () => {
      const graphId = await make(0)
      let fails = true
      const append: GraphStore['append'] = async (...given) => {
        if (fails) throw new Error('the disk smokes')
        return whole.append(...given)
      }
      const { send } = queueOf({ append }, nearlyFull)
      for (let time = 0; time < 5; time++) await expect(send(graphId, appendOf(1))).rejects.toThrow('smokes')
      fails = false
      for (let version = 2; version <= 4; version++) expect(await send(graphId, appendOf(1))).toBe(version)
      await expect(send(graphId, appendOf(1))).rejects.toMatchObject({ code: 'invalid_figure' })
    })
  })

  test('that is replaced while it is read is looked for again, for some time', async () => {
    const graphId = await make(0)
    let missing = 3
    const figure: GraphStore['figure'] = async (...given) => (missing-- > 0 ? null : whole.figure(...given))
    expect(await queueOf({ figure }).send(graphId, appendOf(1))).toBe(2)
    missing = 1_000
    await expect(queueOf({ figure }).send(graphId, appendOf(1))).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect(queueOf().send(graphIdOf('z'.repeat(21)), appendOf(1))).rejects.toMatchObject({
      code: 'graph_not_found',
    })
  })
})
