import { expect, test } from '@jest/globals'
import { accountIdOf } from '../../src/domain/ids.ts'
import type { Bench } from './contract.ts'
import { first, sampleFigure, sampleRecord } from './samples.ts'

const accountId = accountIdOf('account-1')
const at = (ms: number) => new Date(1_800_000_000_000 + ms)

export function expiryContract({ store }: Bench): void {
  test('tells which graphs are over, the first to go first', async () => {
    const [later, sooner, stays] = [at(2000), at(1000), null].map(expiresAt => sampleRecord({ expiresAt }))
    for (const record of [later, sooner, stays]) await store().graphs.insert(record!, sampleFigure())
    expect(await store().graphs.expired(at(999), 10)).toEqual([])
    expect(await store().graphs.expired(at(1000), 10)).toEqual([first(sooner!.graphId)])
    expect(await store().graphs.expired(at(5000), 10)).toEqual(
      [sooner, later].map(each => first(each!.graphId)),
    )
    expect(await store().graphs.expired(at(5000), 1)).toEqual([first(sooner!.graphId)])
  })

  test('a change may move the moment, and take it away', async () => {
    const record = sampleRecord({ expiresAt: at(1000) })
    const { graphId } = record
    const { graphs } = store()
    await graphs.insert(record, sampleFigure())
    await graphs.replace({ ...record, expiresAt: at(3000) }, sampleFigure(), null)
    expect((await graphs.find(graphId))?.expiresAt).toEqual(at(3000))
    expect(await graphs.expired(at(1000), 10)).toEqual([])
    expect(await graphs.expired(at(3000), 10)).toEqual([{ graphId, version: 2 }])
    expect((await graphs.findVersion({ graphId, version: 1 }))?.expiresAt).toEqual(at(3000))
    // One that says nothing of it leaves it as it is, not as it was when the graph was read.
    const { expiresAt: _, ...unsaid } = record
    await graphs.replace(unsaid, sampleFigure(), null)
    expect((await graphs.find(graphId))?.expiresAt).toEqual(at(3000))
    await graphs.replace({ ...record, expiresAt: null }, sampleFigure(), null)
    expect((await graphs.find(graphId))?.expiresAt).toBeNull()
    expect(await graphs.expired(at(9000), 10)).toEqual([])
  })

  test.each([undefined, 'sales'])('a list leaves out what is over by then (title: %s)', async title => {
    const records = [at(1000), at(2000), null].map((expiresAt, n) =>
      sampleRecord({ expiresAt, createdAt: new Date(3000 - n * 1000) }),
    )
    for (const record of records) await store().graphs.insert(record, sampleFigure())
    const listed = async (livingAt?: Date, limit = 10) => {
      const query = { accountId, limit, ...(title && { title }), ...(livingAt && { livingAt }) }
      return (await store().graphs.list(query)).map(({ graphId }) => graphId)
    }
    const [first, second, third] = records.map(({ graphId }) => graphId)
    expect(await listed()).toEqual([first, second, third])
    expect(await listed(at(999))).toEqual([first, second, third])
    expect(await listed(at(1000))).toEqual([second, third])
    // A page is full though some were left out.
    expect(await listed(at(2000), 1)).toEqual([third])
  })

  test('a count leaves out what is over by then', async () => {
    const others = [sampleRecord({ accountId: accountIdOf('other'), expiresAt: at(1000) })]
    const own = [at(1000), at(2000), null].map(expiresAt => sampleRecord({ expiresAt }))
    for (const record of [...own, ...others]) await store().graphs.insert(record, sampleFigure())
    const count = (livingAt?: Date) => store().graphs.count(accountId, livingAt)
    expect(await Promise.all([count(), count(at(999)), count(at(1000)), count(at(2000))])).toEqual([
      3, 3, 2, 1,
    ])
  })
}
