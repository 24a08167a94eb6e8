/** Quotas of graphs and bytes, case by case. */

import { beforeEach, describe, expect, test } from '@jest/globals'
import { type AccountId, accountIdOf, createGraphIds, type GraphId } from '../../../src/domain/ids.ts'
import type { Append } from '../../../src/domain/ports.ts'
import { type StoredLimits, withQuotas } from '../../../src/domain/quota/stored.ts'
import { addUsage, type Usage } from '../../../src/domain/quota/usage.ts'
import { emptyFigure, graphRecord } from '../../support/records.ts'
import { useTestStore, withRecordCalls } from '../../support/store.ts'

const newId = createGraphIds()
/** What the layout of the empty figure takes. */
const layoutBytes = 2

const opened = useTestStore()
let account: AccountId
let next = 0

beforeEach(() => {
  account = accountIdOf(`account-${next++}`)
})

/** The graphs of the account within its quota. A figure is given by the bytes that it takes. */
function graphsWithin(limits: Partial<StoredLimits>, store = opened.store) {
  const { graphs } = withQuotas(store, { graphs: null, bytes: null, ...limits })
  const figureOf = (bytes: number) => ({
    ...emptyFigure,
    data: `"${'x'.repeat(bytes - layoutBytes - 2)}"`,
  })
  const recordOf = (graphId: GraphId, version = 1) => graphRecord(graphId, { accountId: account, version })
  return {
    graphs,
    insert: async (bytes = 10, claim?: { id: string; bodyHash: string }) => {
      const graphId = newId()
      const held = claim && { ...claim, expiresAt: new Date(Date.now() + 60_000) }
      return graphs.insert(recordOf(graphId), figureOf(bytes), held)
    },
    make: async (bytes = 10) => {
      const graphId = newId()
      await graphs.insert(recordOf(graphId), figureOf(bytes))
      return graphId
    },
    replace: (graphId: GraphId, bytes: number, from: number | null = null) =>
      graphs.replace(recordOf(graphId, 2), figureOf(bytes), from),
    /** Appends as many points of two bytes each. */
    append: async (graphId: GraphId, count: number, keep: number | null = null, from?: number) => {
      const items = Array.from({ length: count }, () => '1').join()
      const appends: Append[] = [
        { segment: { extensions: [{ trace: 0, path: 'y', count, items }], keep }, createdAt: new Date() },
      ]
      const record = await opened.store.graphs.find(graphId)
      return graphs.append(graphId, from ?? record?.version ?? 0, appends)
    },
  }
}
const overBytes = { code: 'quota_exceeded', message: expect.stringContaining('QUOTA_BYTES') }
const overGraphs = { code: 'quota_exceeded', message: expect.stringContaining('QUOTA_GRAPHS') }

test('graphs up to the quota are stored and nothing more, however many come at once', async () => {
  const { insert, graphs } = graphsWithin({ graphs: 3 })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => insert()))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(overGraphs)
  }
  expect(await graphs.count(account)).toBe(3)
})

test('a graph that is deleted makes place for another', async () => {
  const { make, insert, graphs } = graphsWithin({ graphs: 2, bytes: 100 })
  const [first] = [await make(50), await make(50)]
  await expect(insert(50)).rejects.toMatchObject(overGraphs)
  await graphs.remove(first)
  await insert(50)
  expect(await graphs.removeAll(account)).toBe(2)
  await insert(100)
})

test('bytes are stored up to the last one, in texts of any script', async () => {
  const { insert } = graphsWithin({ bytes: 100 })
  await insert(60)
  await expect(insert(41)).rejects.toMatchObject({
    ...overBytes,
    message: expect.stringContaining('100 bytes and has stored 60'),
  })
  await insert(40)
  const { graphs } = graphsWithin({ bytes: 100 })
  account = accountIdOf(`other-${account}`)
  const record = graphRecord(newId(), { accountId: account })
  const wide = { data: '"ééé"', layout: '{}', frames: `["${'é'.repeat(43)}"]` }
  await expect(graphs.insert(record, { ...wide, frames: `${wide.frames} ` })).rejects.toMatchObject(overBytes)
  expect((await graphs.insert(record, wide)).kind).toBe('inserted')
})

test('a figure that replaces another counts by what it takes more', async () => {
  const { make, insert, replace } = graphsWithin({ bytes: 100 })
  const graphId = await make(60)
  await expect(replace(graphId, 101)).rejects.toMatchObject(overBytes)
  expect((await replace(graphId, 100)).kind).toBe('changed')
  await expect(insert(10)).rejects.toMatchObject(overBytes)
  expect((await replace(graphId, 30)).kind).toBe('changed')
  await insert(70)
  await expect(insert(10)).rejects.toMatchObject(overBytes)
})

test('a figure that is no larger is taken although the quota was lowered meanwhile', async () => {
  const graphId = await graphsWithin({ bytes: 100 }).make(100)
  const { replace, insert } = graphsWithin({ bytes: 50 })
  expect((await replace(graphId, 100)).kind).toBe('changed')
  expect((await replace(graphId, 80)).kind).toBe('changed')
  await expect(insert(10)).rejects.toMatchObject(overBytes)
})

test('a change that was refused counts nothing', async () => {
  const { make, insert, replace, append, graphs } = graphsWithin({ bytes: 100 })
  const graphId = await make(50)
  expect((await replace(graphId, 90, 7)).kind).not.toBe('changed')
  // Only another version would have been deleted.
  expect(await graphs.remove(graphId, 7)).toBe(false)
  expect((await append(graphId, 10, null, 7)).kind).not.toBe('changed')
  await expect(insert(51)).rejects.toMatchObject(overBytes)
  await insert(50)
})

test('graphs that are older than the quota count from their next change on', async () => {
  const { make } = graphsWithin({})
  const graphId = await make(90)
  const { insert, replace } = graphsWithin({ bytes: 100 })
  await insert(20)
  expect((await replace(graphId, 80)).kind).toBe('changed')
  await expect(insert(10)).rejects.toMatchObject(overBytes)
})

test('what is appended counts, but not what it pushed out', async () => {
  const { graphs, append, insert } = graphsWithin({ bytes: 1_000 })
  const graphId = newId()
  await graphs.insert(graphRecord(graphId, { accountId: account }), { ...emptyFigure, data: '[{"y":[1]}]' })
  for (let time = 0; time < 10; time++) expect((await append(graphId, 150, 150)).kind).toBe('changed')
  await append(graphId, 150)
  await append(graphId, 150)
  await expect(append(graphId, 150)).rejects.toMatchObject(overBytes)
  await expect(insert(500)).rejects.toMatchObject(overBytes)
})

test('points for a graph that is gone are answered as without a quota, and count nothing', async () => {
  const { append, insert } = graphsWithin({ bytes: 100 })
  const gone = newId()
  expect(await append(gone, 500)).toEqual(await opened.store.graphs.append(gone, 0, []))
  await insert(100)
})

test('a create that is repeated at the quota is answered as before', async () => {
  const { insert } = graphsWithin({ graphs: 1 })
  const claim = (bodyHash: string) => ({ id: `claim-${account}`, bodyHash })
  const first = await insert(10, claim('one'))
  const graphId =
    first.kind === 'inserted' ? (await opened.store.graphs.claimed(newId(), `claim-${account}`))?.graphId : ''
  expect(await insert(10, claim('one'))).toEqual({ kind: 'replayed', graphId })
  expect((await insert(10, claim('other'))).kind).toBe('conflict')
  await expect(insert(10, { id: `new-${account}`, bodyHash: 'one' })).rejects.toMatchObject(overGraphs)
})

test('a repeated create counts once', async () => {
  const { insert } = graphsWithin({ bytes: 100 })
  const claim = { id: `claim-${account}`, bodyHash: 'one' }
  expect((await insert(50, claim)).kind).toBe('inserted')
  expect((await insert(50, claim)).kind).toBe('replayed')
  await insert(50)
})

test('without a quota of bytes none are counted, and without any the store is as it was', async () => {
  const { make, replace, append, graphs } = graphsWithin({ graphs: 5 })
  const graphId = await make(50)
  await replace(graphId, 60)
  await append(graphId, 5)
  await graphs.remove(graphId)
  await graphs.removeAll(account)
  expect(await opened.store.records<Usage>('usage').get(account)).toBeNull()
  expect(await opened.store.records<Usage>('graph-bytes').get(graphId)).toBeNull()
  expect(withQuotas(opened.store, { graphs: null, bytes: null })).toBe(opened.store)
})

test('the counters of graphs that are gone are gone', async () => {
  const { make, graphs } = graphsWithin({ bytes: 100 })
  const [first, second] = [await make(), await make()]
  await graphs.remove(first)
  await graphs.removeAll(account)
  for (const id of [first, second])
    expect(await opened.store.records<Usage>('graph-bytes').get(id)).toBeNull()
  expect(await opened.store.records<Usage>('usage').get(account)).toBeNull()
})

test.each(['replace', 'append'] as const)(
  'a graph deleted in the middle of its %s counts nothing',
  async change => {
    const meanwhile = async <T>(changed: T, graphId: GraphId): Promise<T> => {
      await withQuotas(opened.store, { graphs: null, bytes: 100 }).graphs.remove(graphId)
      return changed
    }
    const { make, replace, append } = graphsWithin(
      { bytes: 100 },
      {
        ...opened.store,
        graphs: {
          ...opened.store.graphs,
          replace: async (record, ...others) =>
            meanwhile(await opened.store.graphs.replace(record, ...others), record.graphId),
          append: async (graphId, ...others) =>
            meanwhile(await opened.store.graphs.append(graphId, ...others), graphId),
        },
      },
    )
    const graphId = await make(50)
    await (change === 'replace' ? replace(graphId, 90) : append(graphId, 20))
    expect(await opened.store.records<Usage>('graph-bytes').get(graphId)).toBeNull()
    expect(await opened.store.records<Usage>('usage').get(account)).toEqual({ used: 0 })
  },
)

test('a deletion that was cut off is completed by the next one', async () => {
  const { make, insert, graphs } = graphsWithin({ bytes: 100 })
  const graphId = await make(60)
  await opened.store.graphs.remove(graphId)
  expect(await graphs.remove(graphId)).toBe(false)
  expect(await opened.store.records<Usage>('graph-bytes').get(graphId)).toBeNull()
  await insert(40)
})

describe('a counter', () => {
  test('that many gateways change at once misses none', async () => {
    const usage = opened.store.records<Usage>('usage')
    await Promise.all(Array.from({ length: 20 }, () => addUsage(usage, account, 3)))
    expect(await usage.get(account)).toEqual({ used: 60 })
  })

  test('never falls below zero', async () => {
    const usage = opened.store.records<Usage>('usage')
    await addUsage(usage, account, -5)
    await addUsage(usage, account, 7)
    await addUsage(usage, account, -8)
    await addUsage(usage, account, 2)
    expect(await usage.get(account)).toEqual({ used: 2 })
  })

  test('that others change each time is given up after some tries', async () => {
    const { records } = withRecordCalls(opened.store, 'usage', () => ({ update: async () => false }))
    const usage = records<Usage>('usage')
    await addUsage(usage, account, 1)
    await expect(addUsage(usage, account, 1)).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  })
})
