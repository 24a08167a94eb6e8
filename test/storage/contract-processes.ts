import { expect, test } from '@jest/globals'
import type { Bench } from './contract.ts'
import { firstPng, sampleArtifact, sampleClaim, sampleFigure, sampleRecord } from './samples.ts'

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
    await store().artifacts.put(graphId, firstPng, sampleArtifact())
    const removed = await each(n => process(n).graphs.remove(graphId))
    expect(removed.filter(Boolean)).toHaveLength(1)
    expect(await rows()).toMatchObject({ graphs: 0, figures: 0, artifacts: 0 })
  })
}
