/** Sizes that anybody may ask for: what an address may have made, and what is kept of all of them. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { defaultLook, variantOf } from '../../../src/domain/image/look.ts'
import { createVariantBudget } from '../../../src/domain/image/variant-budget.ts'
import { withVariantBound } from '../../../src/domain/sweeping.ts'
import { openStore } from '../../../src/storage/open.ts'
import { first, sampleArtifact, sampleFigure, sampleRecord } from '../../storage/samples.ts'
import { graphIdOf } from '../../support/ids.ts'

test('one address fills no more than its share of what is kept, and gets it back in time', () => {
  let now = 0
  const budget = createVariantBudget({ now: () => now })
  const graph = (at: number) => graphIdOf(String(at).padEnd(21, 'x'))
  const look = { ...defaultLook, width: 300 }
  budget.spend(graph(1), '192.0.2.1', look)
  budget.keep('192.0.2.1', 64 * 2 ** 20)
  expect(() => budget.spend(graph(2), '192.0.2.1', look)).toThrow(
    expect.objectContaining({ code: 'rate_limited', retryAfter: expect.any(Number) }),
  )
  budget.spend(graph(3), '192.0.2.2', look)
  now += 3_600_000
  budget.spend(graph(4), '192.0.2.1', look)
})

test('the bound on what is kept holds as it is written', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'plotgate-variants-'))
  const opened = await openStore({ mongodbUrl: null, dataDir })
  try {
    const store = withVariantBound(opened, { variantBytes: 1_000, slackBytes: 500 })
    const record = sampleRecord()
    await store.graphs.insert(record, sampleFigure())
    const ref = first(record.graphId)
    const variants = Array.from({ length: 12 }, (_, at) =>
      variantOf({ ...defaultLook, format: 'png', width: 100 + at }),
    )
    for (const [at, variant] of variants.entries()) {
      await store.artifacts.put(ref, variant, {
        ...sampleArtifact(),
        bytes: Buffer.alloc(400),
        createdAt: new Date(at),
      })
      const kept = await Promise.all(variants.map(each => store.artifacts.get(ref, each)))
      expect(kept.filter(each => each !== null).length * 400).toBeLessThanOrEqual(1_000 + 500 + 400)
    }
  } finally {
    await opened.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
