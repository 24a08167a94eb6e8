/** Graphs that expire: how the time is named, and who still sees them. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { readExpiry, removeExpired, withoutExpired } from '../../../src/domain/graph/expiry.ts'
import { accountIdOf, type GraphId } from '../../../src/domain/ids.ts'
import type { Store } from '../../../src/domain/ports.ts'
import { graphIdOf } from '../../support/ids.ts'
import { storeGraph } from '../../support/records.ts'
import { useTestStore } from '../../support/store.ts'

describe('an expiry', () => {
  const now = new Date('2030-01-01T00:00:00Z')

  test.each([
    ['never', null],
    ['12h', '2030-01-01T12:00:00.000Z'],
    ['2030-01-31', '2030-01-31T00:00:00.000Z'],
    // A repeated request names the same date as the first one.
    ['2029-01-31', '2029-01-31T00:00:00.000Z'],
  ])('%s', (given, at) =>
    expect(readExpiry('expires', given, now)).toEqual({ at: at && new Date(at), parameter: 'expires' }),
  )

  test.each(['', 'soon', '0d', '2030-02-30', 'Never'])('%j is none', given =>
    expect(() => readExpiry('expires_in', given, now)).toThrow(
      'expires_in: must be never, or a time to come such as 90d, 12h, 4w, 1y or 2030-01-31',
    ),
  )

  test('counts from now', () => {
    const before = Date.now()
    const { at } = readExpiry('expires', '1h')
    expect(at?.getTime()).toBeGreaterThanOrEqual(before + 3_600_000)
    expect(at?.getTime()).toBeLessThanOrEqual(Date.now() + 3_600_000)
  })
})

describe('a graph', () => {
  const opened = useTestStore()
  const inAnHour = () => new Date(Date.now() + 3_600_000)
  const over = () => new Date(Date.now() - 1_000)

  test('whose time is over is seen by nobody, and others are', async () => {
    const accountId = accountIdOf(randomUUID())
    const [gone, later, forever] = [
      await storeGraph(opened.store, { accountId, expiresAt: over() }),
      await storeGraph(opened.store, { accountId, expiresAt: inAnHour() }),
      await storeGraph(opened.store, { accountId }),
    ]
    const { graphs, ...store } = withoutExpired(opened.store)
    for (const graphId of [later, forever]) {
      expect(await graphs.find(graphId)).toMatchObject({ graphId })
      expect(await graphs.findVersion({ graphId, version: 1 })).toMatchObject({ graphId })
      expect(await graphs.versions(graphId)).toHaveLength(1)
    }
    for (const graphId of [gone, graphIdOf('z'.repeat(21))]) {
      expect(await graphs.find(graphId)).toBeNull()
      expect(await graphs.findVersion({ graphId, version: 1 })).toBeNull()
      expect(await graphs.versions(graphId)).toEqual([])
    }
    expect([...(await graphs.findMany([gone, later, forever])).keys()].sort()).toEqual(
      [later, forever].sort(),
    )
    const listed = await graphs.list({ accountId, limit: 9 })
    expect(listed.map(({ graphId }) => graphId).sort()).toEqual([later, forever].sort())
    expect(await graphs.figure(later)).not.toBeNull()
    await store.ping()
  })

  test('whose time is over is removed, and told, and no other is', async () => {
    const gone = [
      await storeGraph(opened.store, { expiresAt: over() }),
      await storeGraph(opened.store, { expiresAt: over() }),
    ]
    const later = await storeGraph(opened.store, { expiresAt: inAnHour() })
    const told: GraphId[] = []
    await removeExpired(opened.store, graphId => told.push(graphId))
    expect(told).toEqual(expect.arrayContaining(gone))
    expect([await opened.store.graphs.find(gone[0] as GraphId), told.includes(later)]).toEqual([null, false])
    expect(await opened.store.graphs.find(later)).not.toBeNull()
  })

  test('is not told as removed if it was changed meanwhile, and as many as there are are looked at', async () => {
    const left = Array.from({ length: 450 }, (_, at) => ({ graphId: graphIdOf(`${at}`), version: 1 }))
    const told: GraphId[] = []
    const asked: number[] = []
    const graphs = {
      async expired(_at: Date, limit: number) {
        asked.push(limit)
        return left.splice(0, limit)
      },
      remove: async (graphId: GraphId, version: number) => version === 1 && graphId !== '7',
    }
    await removeExpired({ graphs } as unknown as Store, graphId => told.push(graphId))
    expect([left.length, asked.length, told.length, told.includes(graphIdOf('7'))]).toEqual([
      0,
      3,
      449,
      false,
    ])
  })
})
