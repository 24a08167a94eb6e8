import { expect, test } from '@jest/globals'
import { removeExpired } from '../../src/domain/graph/expiry.ts'
import { startSweeping, withVariantBound } from '../../src/domain/sweeping.ts'
import { first, firstPng, sampleArtifact, sampleFigure, sampleRecord, wideWebp } from '../storage/samples.ts'
import { eventually } from '../support/eventually.ts'
import { useTestStore } from '../support/store.ts'

const opened = useTestStore()

test('with its variants bounded, a store still finds images of equal figures', async () => {
  const { graphs, artifacts } = withVariantBound(opened.store)
  const [drawn, equal] = [sampleRecord(), sampleRecord()]
  for (const record of [drawn, equal]) await graphs.insert(record, sampleFigure())
  for (const variant of [firstPng, wideWebp])
    await artifacts.put(first(drawn.graphId), variant, sampleArtifact(), variant)
  const keys = new Map([firstPng, wideWebp].map(variant => [variant, variant]))
  expect(await artifacts.adopt(first(equal.graphId), keys)).toEqual({})
  expect(await artifacts.get(first(equal.graphId), wideWebp)).not.toBeNull()
})

test('who writes variants beyond the bound waits until the oldest are gone', async () => {
  const { graphs, artifacts } = withVariantBound(opened.store, { variantBytes: 2500, slackBytes: 1500 })
  const record = sampleRecord()
  await graphs.insert(record, sampleFigure())
  const ref = first(record.graphId)
  for (let n = 1; n <= 8; n++)
    await artifacts.put(ref, `png|${n}||1||`, sampleArtifact(Buffer.alloc(1000), new Date(n)))
  expect(await artifacts.get(ref, 'png|1||1||')).toBeNull()
  expect(await artifacts.get(ref, 'png|8||1||')).not.toBeNull()
})

test('a graph that is given more time while the sweep is about to remove it stays', async () => {
  const { graphs } = opened.store
  const over = new Date(Date.now() - 1000)
  const [renewed, other] = [0, 1].map(() => sampleRecord({ expiresAt: over }))
  for (const record of [renewed, other]) await graphs.insert(record!, sampleFigure())
  const removed: string[] = []
  const store = {
    graphs: {
      ...graphs,
      async expired(at: Date, limit: number) {
        const found = await graphs.expired(at, limit)
        await graphs.replace({ ...renewed!, expiresAt: null }, sampleFigure(), null)
        return found
      },
    },
  }
  await removeExpired(store, graphId => removed.push(graphId))
  expect(removed).toEqual([other!.graphId])
  expect(await graphs.find(renewed!.graphId)).toMatchObject({ version: 2, expiresAt: null })
  expect(await graphs.figure(renewed!.graphId)).toEqual(sampleFigure())
})

test('of the processes that share a store, one sweeps', async () => {
  const sweeps = [0, 0, 0]
  const errors: unknown[] = []
  const stops = sweeps.map((_, n) =>
    startSweeping(
      {
        store: {
          ...opened.store,
          async sweep() {
            sweeps[n] = (sweeps[n] ?? 0) + 1
          },
        },
        onExpired: () => {},
        onError: error => errors.push(error),
      },
      20,
    ),
  )
  await eventually('one has swept three times', () => Math.max(...sweeps) >= 3)
  for (const stop of stops) stop()
  expect(errors).toEqual([])
  expect(sweeps.filter(count => count > 0)).toHaveLength(1)
})
