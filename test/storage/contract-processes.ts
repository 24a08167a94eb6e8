import { expect, test } from '@jest/globals'
import type { Bench } from './contract.ts'
import { first, firstPng, sampleArtifact, sampleClaim, sampleFigure, sampleRecord } from './samples.ts'

const many = 24
const each = <T>(work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: many }, (_, n) => work(n)))

/** What gateways that share a store rely on: each change is one step, whoever makes it. */
export function processesContract({ store, other, rows }: Bench): void {
  const process = (n: number) => (n % 2 ? store() : other())

  test('of many updates with the same expectation, one succeeds', async () => {
    await store().records('things').insert('one', { uses: 0 })
    const outcomes = await each(n =>
      process(n)
        .records<{ uses: number }>('things')
        .update('one', { uses: n + 1 }, { uses: 0 }),
    )
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await other().records('things').get('one')).toEqual({ uses: outcomes.indexOf(true) + 1 })
  })

  test('updates of different fields are all kept', async () => {
    await store().records('things').insert('one', {})
    await each(n =>
      process(n)
        .records<Record<string, number>>('things')
        .update('one', { [`field ${n}`]: n }),
    )
    expect(Object.keys((await store().records('things').get('one')) ?? {})).toHaveLength(many)
  })

  test('of many who take a record, or insert the same one, one does', async () => {
    await store().records('things').insert('one', { a: 1 })
    const taken = await each(n => process(n).records('things').take('one'))
    expect(taken.filter(value => value !== null)).toEqual([{ a: 1 }])
    const inserted = await each(n => process(n).records('things').insert('one', { n }))
    expect(inserted.filter(Boolean)).toHaveLength(1)
    expect(await store().records('things').get('one')).toEqual({ n: inserted.indexOf(true) })
  })

  test('a record that has expired is taken over by one', async () => {
    await store()
      .records('things')
      .insert('one', { a: 1 }, { expiresAt: new Date(Date.now() - 1) })
    const inserted = await each(n => process(n).records('things').insert('one', { n }))
    expect(inserted.filter(Boolean)).toHaveLength(1)
    expect(await store().records('things').get('one')).toEqual({ n: inserted.indexOf(true) })
  })

  test('a claim that has expired is taken over by one', async () => {
    const claim = sampleClaim()
    const expired = { ...claim, expiresAt: new Date(Date.now() - 1) }
    await store().graphs.insert(sampleRecord(), sampleFigure(), expired)
    const outcomes = await each(n => process(n).graphs.insert(sampleRecord(), sampleFigure(), claim))
    expect(outcomes.filter(outcome => outcome.kind === 'inserted')).toHaveLength(1)
    expect(outcomes.filter(outcome => outcome.kind === 'replayed')).toHaveLength(many - 1)
    expect(await rows()).toMatchObject({ graphs: 2, figures: 2, claims: 1 })
  })

  test('of many who delete a graph one did, and nothing of it is left', async () => {
    const { graphId } = sampleRecord()
    await store().graphs.insert(sampleRecord({ graphId }), sampleFigure(), sampleClaim())
    await store().artifacts.put(first(graphId), firstPng, sampleArtifact())
    const removed = await each(n => process(n).graphs.remove(graphId))
    expect(removed.filter(Boolean)).toHaveLength(1)
    expect(await rows()).toMatchObject({ graphs: 0, figures: 0, artifacts: 0 })
  })

  test('of many who change the version they saw one does, and points are added by each once', async () => {
    const record = sampleRecord()
    await store().graphs.insert(record, sampleFigure({ data: '[{"y":[]}]' }))
    const replaced = await each(n =>
      process(n).graphs.replace(record, sampleFigure({ data: '[{"y":[0]}]' }), 1),
    )
    expect(replaced.filter(({ kind }) => kind === 'changed')).toHaveLength(1)

    const { graphId } = record
    await each(async n => {
      const { graphs } = process(n)
      const segment = { extensions: [{ trace: 0, path: 'y', count: 1, items: String(n + 1) }], keep: null }
      for (;;) {
        const newest = await graphs.find(graphId)
        const outcome = await graphs.append(graphId, newest?.version ?? 0, [
          { segment, createdAt: new Date() },
        ])
        if (outcome.kind === 'changed') return
      }
    })
    const [{ y }] = JSON.parse(String((await store().graphs.figure(graphId))?.data))
    expect(y.sort((a: number, b: number) => a - b)).toEqual(Array.from({ length: many + 1 }, (_, i) => i))
    expect((await store().graphs.find(graphId))?.version).toBe(many + 2)
  })
}
