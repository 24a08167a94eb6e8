/** The store's contract about versions: how a graph changes. */

import { describe, expect, test } from '@jest/globals'
import { versionName } from '../../src/domain/graph/graph.ts'
import { eventually } from '../support/eventually.ts'
import type { Bench } from './contract.ts'
import { first, newId, sampleFigure, sampleRecord } from './samples.ts'
import { append, oneX, start, versionsKept, versionsOf } from './version-samples.ts'

export function versionsContract(bench: Bench): void {
  const { rows } = bench
  const { graphs, insert, replace, dataOf, numbers } = versionsOf(bench)

  describe('another figure', () => {
    test('is the newest version; what was before stays as it was', async () => {
      const record = await insert()
      const { graphId } = record
      const next = {
        ...record,
        title: 'New',
        traceTypes: ['pie'],
        warnings: [{ path: 'data[0].modee', message: 'unknown' }],
        updatedAt: new Date('2026-03-03T03:03:03.003Z'),
      }
      const figure = sampleFigure({ data: '[{"type":"pie"}]', frames: '[]' })
      expect(await graphs().replace(next, figure, 1)).toEqual({ kind: 'changed', version: 2 })
      expect(await graphs().find(graphId)).toEqual({ ...next, version: 2 })
      expect(await graphs().figure(graphId)).toEqual(figure)
      expect(await graphs().figure(graphId, 2)).toEqual(figure)
      expect(await graphs().findVersion({ graphId, version: 2 })).toEqual({ ...next, version: 2 })
      expect(await graphs().findVersion({ graphId, version: 1 })).toEqual(record)
      expect(await graphs().figure(graphId, 1)).toEqual(sampleFigure({ data: start }))
      expect(await graphs().versions(graphId)).toEqual([
        { version: 2, createdAt: next.updatedAt },
        { version: 1, createdAt: record.createdAt },
      ])
      expect(await graphs().list({ accountId: record.accountId, limit: 9, title: 'new' })).toHaveLength(1)
      expect(await graphs().list({ accountId: record.accountId, limit: 9, title: 'sales' })).toHaveLength(0)
    })

    test('of two writers that saw the same version, one wins', async () => {
      const record = await insert()
      const outcomes = await Promise.all(['[1]', '[2]', '[3]'].map(data => replace(record, data, 1)))
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['changed', 'stale', 'stale'])
      expect((await graphs().find(record.graphId))?.version).toBe(2)
    })

    test('without a version every writer wins, one after the other', async () => {
      const record = await insert()
      const outcomes = await Promise.all(['[1]', '[2]', '[3]'].map(data => replace(record, data)))
      expect(outcomes.map(each => each.kind === 'changed' && each.version).sort()).toEqual([2, 3, 4])
      for (const [i, outcome] of outcomes.entries())
        expect(await dataOf(record.graphId, outcome.kind === 'changed' ? outcome.version : 0)).toBe(
          `[${i + 1}]`,
        )
    })

    test('of a graph that is not there changes nothing', async () => {
      expect(await replace(sampleRecord(), '[1]')).toEqual({ kind: 'absent' })
      expect(await graphs().append(newId(), 1, [append('1')])).toEqual({ kind: 'absent' })
      expect(await graphs().versions(newId())).toEqual([])
      expect(await graphs().findVersion(first(newId()))).toBeNull()
      expect(Object.values(await rows()).every(n => n === 0)).toBe(true)
    })

    test('may be large', async () => {
      const record = await insert()
      const large = `["${'é'.repeat(200_000)}"]`
      await replace(record, large)
      await replace(record, '[]')
      expect((await dataOf(record.graphId, 2)) === large).toBe(true)
      expect(await dataOf(record.graphId)).toBe('[]')
    })
  })

  describe('points', () => {
    test('make a version each, of the exact texts', async () => {
      const { graphId } = await insert()
      expect(await graphs().append(graphId, 1, [append('5.0'), append('12345678901234567890')])).toEqual({
        kind: 'changed',
        version: 3,
      })
      expect(await dataOf(graphId)).toBe(
        '[{"x":[1,2,5.0,12345678901234567890],"y":[3.0,1e400,5.0,12345678901234567890]}]',
      )
      expect(await dataOf(graphId, 2)).toBe('[{"x":[1,2,5.0],"y":[3.0,1e400,5.0]}]')
      expect(await dataOf(graphId, 1)).toBe(start)
      expect(await numbers(graphId)).toEqual([3, 2, 1])
      const figures = await graphs().figures([1, 2, 3].map(version => ({ graphId, version })))
      expect([...figures].map(([name, { data }]) => [name, String(data).length])).toEqual(
        await Promise.all(
          [1, 2, 3].map(async version => [
            versionName({ graphId, version }),
            (await dataOf(graphId, version))?.length,
          ]),
        ),
      )
    })

    test('leave title, types and layout, and set the time and the rendering', async () => {
      const record = await insert()
      await graphs().setRendering(record, { status: 'ready', error: null, omitted: ['https://a/b'] })
      const added = append('1')
      await graphs().append(record.graphId, 1, [added])
      const then = { ...record, version: 2, updatedAt: added.createdAt }
      expect(await graphs().find(record.graphId)).toEqual(then)
      await graphs().append(record.graphId, 2, [append('2')])
      expect(await graphs().findVersion({ graphId: record.graphId, version: 2 })).toEqual(then)
    })

    test('of a version that is not the newest change nothing', async () => {
      const { graphId } = await insert()
      await graphs().append(graphId, 1, [append('1')])
      expect(await graphs().append(graphId, 1, [append('2')])).toEqual({ kind: 'stale' })
      expect(await graphs().append(graphId, 3, [append('2')])).toEqual({ kind: 'stale' })
      expect(await numbers(graphId)).toEqual([2, 1])
    })

    test('by many at once: one of them at a time', async () => {
      const { graphId } = await insert()
      const writer = async (x: string) => {
        for (;;) {
          const record = await graphs().find(graphId)
          const outcome = await graphs().append(graphId, record?.version ?? 0, [append(x)])
          if (outcome.kind === 'changed') return
        }
      }
      await Promise.all(Array.from({ length: 12 }, (_, i) => writer(String(100 + i))))
      const [trace] = JSON.parse((await dataOf(graphId)) ?? '')
      expect((await graphs().find(graphId))?.version).toBe(13)
      expect(trace.x.slice(2).sort()).toEqual(Array.from({ length: 12 }, (_, i) => 100 + i))
    })

    test('are told to who knows an earlier version, until the figure is another', async () => {
      const record = await insert()
      const { graphId } = record
      await graphs().append(graphId, 1, [append('1'), append('2', { segment: oneX('2', 2) })])
      const since = (await graphs().appendedSince({ graphId, version: 2 })) ?? []
      expect(
        since.map(({ keep, extensions }) => [
          keep,
          extensions.map(({ path, items }) => [path, String(items)]),
        ]),
      ).toEqual([
        [
          2,
          [
            ['x', '2'],
            ['y', '2'],
          ],
        ],
      ])
      expect(await graphs().appendedSince({ graphId, version: 3 })).toEqual([])
      await replace(record, '[]')
      expect(await graphs().appendedSince({ graphId, version: 3 })).toBeNull()
      expect(await graphs().appendedSince(first(newId()))).toBeNull()
    })

    test('in great number are merged into the figure, and every version that is kept stays exact', async () => {
      const { graphId } = await insert()
      const values = Array.from({ length: 1_500 }, (_, i) => `${i}.50`)
      for (let at = 0; at < values.length; at += 50) {
        const outcome = await graphs().append(
          graphId,
          1 + at,
          values.slice(at, at + 50).map(x => append(x)),
        )
        expect(outcome.kind).toBe('changed')
      }
      const textAt = (version: number) =>
        `[{"x":[1,2,${values.slice(0, version - 1)}],"y":[3.0,1e400,${values.slice(0, version - 1)}]}]`
      const newest = values.length + 1
      for (let version = newest - versionsKept; version <= newest; version++)
        expect((await dataOf(graphId, version)) === textAt(version)).toBe(true)
      expect(await numbers(graphId)).toEqual([newest, newest - 1, newest - 2, newest - 3])
      // Compaction goes on in the background.
      await eventually('most are merged', async () => ((await rows()).appends ?? 0) < 1_200)
      expect((await dataOf(graphId)) === textAt(newest)).toBe(true)
    })

    test('bounded by keep, the first ones go', async () => {
      const { graphId } = await insert()
      await graphs().append(graphId, 1, [
        append('7', { segment: oneX('7', 2) }),
        append('8', { segment: oneX('8', 2) }),
      ])
      expect(await dataOf(graphId)).toBe('[{"x":[7,8],"y":[7,8]}]')
      expect(await dataOf(graphId, 2)).toBe('[{"x":[2,7],"y":[1e400,7]}]')
    })
  })
}
