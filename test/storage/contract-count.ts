import { expect, test } from '@jest/globals'
import type { Bench } from './contract.ts'
import { sampleClaim, sampleFigure, sampleRecord } from './samples.ts'

export function countContract({ store, other }: Bench): void {
  const count = (accountId: string) => other().graphs.count(accountId)
  const insert = (accountId: string) => store().graphs.insert(sampleRecord({ accountId }), sampleFigure())

  test('counts the graphs of each account, made and deleted by any process', async () => {
    expect(await count('a')).toBe(0)
    const records = Array.from({ length: 20 }, () => sampleRecord({ accountId: 'a' }))
    await Promise.all(
      records.map((record, n) => (n % 2 ? store() : other()).graphs.insert(record, sampleFigure())),
    )
    await insert('b')
    expect([await count('a'), await count('b'), await count('c')]).toEqual([20, 1, 0])
    await Promise.all(
      records
        .slice(0, 6)
        .flatMap(({ graphId }) => [store(), other()].map(each => each.graphs.remove(graphId))),
    )
    expect([await count('a'), await count('b')]).toEqual([14, 1])
    await insert('a')
    expect(await count('a')).toBe(15)
    expect(await store().graphs.removeAll('a')).toBe(15)
    expect([await count('a'), await count('b')]).toEqual([0, 1])
  })

  test('a replay, a conflict and a refused insert count nothing', async () => {
    await insert('a')
    const claim = sampleClaim()
    const attempts = Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? store() : other()).graphs.insert(sampleRecord({ accountId: 'a' }), sampleFigure(), claim),
    )
    await Promise.all(attempts)
    await store().graphs.insert(sampleRecord({ accountId: 'a' }), sampleFigure(), {
      ...claim,
      bodyHash: 'other',
    })
    expect(await count('a')).toBe(2)
  })
}
