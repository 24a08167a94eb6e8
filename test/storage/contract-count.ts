import { expect, test } from '@jest/globals'
import { type AccountId, accountIdOf } from '../../src/domain/ids.ts'
import type { Bench } from './contract.ts'
import { sampleClaim, sampleFigure, sampleRecord } from './samples.ts'

export function countContract({ store, other }: Bench): void {
  const count = (accountId: AccountId) => other().graphs.count(accountId)
  const insert = (accountId: AccountId) => store().graphs.insert(sampleRecord({ accountId }), sampleFigure())

  test('counts the graphs of each account, made and deleted by any process', async () => {
    expect(await count(accountIdOf('a'))).toBe(0)
    const records = Array.from({ length: 20 }, () => sampleRecord({ accountId: accountIdOf('a') }))
    await Promise.all(
      records.map((record, n) => (n % 2 ? store() : other()).graphs.insert(record, sampleFigure())),
    )
    await insert(accountIdOf('b'))
    expect([
      await count(accountIdOf('a')),
      await count(accountIdOf('b')),
      await count(accountIdOf('c')),
    ]).toEqual([20, 1, 0])
    await Promise.all(
      records
        .slice(0, 6)
        .flatMap(({ graphId }) => [store(), other()].map(each => each.graphs.remove(graphId))),
    )
    expect([await count(accountIdOf('a')), await count(accountIdOf('b'))]).toEqual([14, 1])
    await insert(accountIdOf('a'))
    expect(await count(accountIdOf('a'))).toBe(15)
    expect(await store().graphs.removeAll(accountIdOf('a'))).toBe(15)
    expect([await count(accountIdOf('a')), await count(accountIdOf('b'))]).toEqual([0, 1])
  })

  test('a replay, a conflict and a refused insert count nothing', async () => {
    await insert(accountIdOf('a'))
    const claim = sampleClaim()
    const attempts = Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? store() : other()).graphs.insert(
        sampleRecord({ accountId: accountIdOf('a') }),
        sampleFigure(),
        claim,
      ),
    )
    await Promise.all(attempts)
    await store().graphs.insert(sampleRecord({ accountId: accountIdOf('a') }), sampleFigure(), {
      ...claim,
      bodyHash: 'other',
    })
    expect(await count(accountIdOf('a'))).toBe(2)
  })
}
