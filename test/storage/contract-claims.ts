import { expect, test } from '@jest/globals'
import { accountIdOf } from '../../src/domain/ids.ts'
import { graphIdOf } from '../support/ids.ts'
import type { Bench } from './contract.ts'
import { sampleClaim, sampleFigure, sampleRecord } from './samples.ts'

export function claimsContract({ store, rows, untilRows }: Bench): void {
  test('the same claim with the same body gives the first graph again', async () => {
    const claim = sampleClaim()
    const first = sampleRecord()
    expect(await store().graphs.insert(first, sampleFigure(), claim)).toEqual({ kind: 'inserted' })
    for (let n = 0; n < 2; n++) {
      const outcome = await store().graphs.insert(sampleRecord(), sampleFigure({ data: '[1]' }), claim)
      expect(outcome).toEqual({ kind: 'replayed', graphId: first.graphId })
    }
    expect(await store().graphs.figure(first.graphId)).toEqual(sampleFigure())
    expect(await rows()).toMatchObject({ graphs: 1, figures: 1, claims: 1 })
  })

  test('the same claim with another body is a conflict and stores nothing', async () => {
    const claim = sampleClaim()
    await store().graphs.insert(sampleRecord(), sampleFigure(), claim)
    const outcome = await store().graphs.insert(sampleRecord(), sampleFigure(), {
      ...claim,
      bodyHash: 'hash-2',
    })
    expect(outcome).toEqual({ kind: 'conflict' })
    expect(await rows()).toMatchObject({ graphs: 1, figures: 1, claims: 1 })
  })

  test('different claims do not meet', async () => {
    for (let n = 0; n < 3; n++) {
      expect(await store().graphs.insert(sampleRecord(), sampleFigure(), sampleClaim())).toEqual({
        kind: 'inserted',
      })
    }
  })

  test.each([2, 12])('of %i at once, one inserts and the others replay it', async many => {
    for (let round = 0; round < 5; round++) {
      const claim = sampleClaim()
      const records = Array.from({ length: many }, () => sampleRecord({ accountId: accountIdOf(claim.id) }))
      const outcomes = await Promise.all(
        records.map(record => store().graphs.insert(record, sampleFigure(), claim)),
      )
      const inserted = records.filter((_, i) => outcomes[i]?.kind === 'inserted')
      expect(inserted).toHaveLength(1)
      const graphId = inserted[0]?.graphId
      expect(outcomes.filter(outcome => outcome.kind === 'replayed')).toEqual(
        Array(many - 1).fill({ kind: 'replayed', graphId }),
      )
      expect(
        (await store().graphs.list({ accountId: accountIdOf(claim.id), limit: 9 })).map(each => each.graphId),
      ).toEqual([graphId])
      expect(await store().graphs.figure(graphId ?? graphIdOf(''))).toEqual(sampleFigure())
    }
    expect(await rows()).toMatchObject({ graphs: 5, figures: 5, claims: 5 })
  })

  test('of different bodies at once, one is stored', async () => {
    const claim = sampleClaim()
    const outcomes = await Promise.all(
      ['a', 'b', 'c', 'd'].map(bodyHash =>
        store().graphs.insert(sampleRecord(), sampleFigure(), { ...claim, bodyHash }),
      ),
    )
    expect(outcomes.map(outcome => outcome.kind).sort()).toEqual([
      'conflict',
      'conflict',
      'conflict',
      'inserted',
    ])
    expect(await rows()).toMatchObject({ graphs: 1, figures: 1, claims: 1 })
  })

  test('a claim outlives its graph: a replay does not bring it back', async () => {
    const claim = sampleClaim()
    const first = sampleRecord()
    await store().graphs.insert(first, sampleFigure(), claim)
    await store().graphs.remove(first.graphId)
    expect(await store().graphs.insert(sampleRecord(), sampleFigure(), claim)).toEqual({
      kind: 'replayed',
      graphId: first.graphId,
    })
    expect(await store().graphs.find(first.graphId)).toBeNull()
    expect(await rows()).toMatchObject({ graphs: 0, figures: 0 })
  })

  test('an expired claim counts as absent, whatever its body was', async () => {
    const claim = sampleClaim({ expiresAt: new Date(Date.now() - 1) })
    await store().graphs.insert(sampleRecord(), sampleFigure(), claim)
    const renewed = { ...claim, bodyHash: 'hash-2', expiresAt: new Date(Date.now() + 60_000) }
    const second = sampleRecord()
    expect(await store().graphs.insert(second, sampleFigure(), renewed)).toEqual({ kind: 'inserted' })
    expect(await store().graphs.insert(sampleRecord(), sampleFigure(), renewed)).toEqual({
      kind: 'replayed',
      graphId: second.graphId,
    })
    expect(await rows()).toMatchObject({ graphs: 2, claims: 1 })
  })

  test('expired claims are removed soon after a sweep, living ones stay', async () => {
    const now = Date.now()
    const living = sampleClaim({ expiresAt: new Date(now + 3_600_000) })
    const first = sampleRecord()
    await store().graphs.insert(first, sampleFigure(), living)
    await store().graphs.insert(sampleRecord(), sampleFigure(), sampleClaim({ expiresAt: new Date(now - 1) }))
    await store().sweep({ variantBytes: 1e9, now: new Date(now) })
    await untilRows({ graphs: 2, figures: 2, claims: 1 })
    expect(await store().graphs.insert(sampleRecord(), sampleFigure(), living)).toEqual({
      kind: 'replayed',
      graphId: first.graphId,
    })
  })

  test('of deleted graphs, a sweep leaves only the newest claims, and all of living ones', async () => {
    const { graphs } = store()
    const hour = 3_600_000
    // Expiring in the order in which they were made.
    const made = Array.from({ length: 6 }, (_, n) => ({
      record: sampleRecord(),
      claim: sampleClaim({ expiresAt: new Date(Date.now() + 20 * hour + n * 1000) }),
    }))
    for (const { record, claim } of made) await graphs.insert(record, sampleFigure(), claim)
    const [living, ...deleted] = made
    for (const { record } of deleted) await graphs.remove(record.graphId)
    // Once no create can still be running.
    await store().sweep({ variantBytes: 1e9, now: new Date(Date.now() + hour / 2), removedClaims: 2 })
    await untilRows({ graphs: 1, claims: 3 })
    const again = async (each = living) =>
      graphs.insert(sampleRecord(), sampleFigure(), each!.claim).then(({ kind }) => kind)
    expect([await again(), await again(deleted.at(-1)), await again(deleted.at(-2))]).toEqual(
      Array(3).fill('replayed'),
    )
    expect(await again(deleted.at(-3))).toBe('inserted')
  })
}
