/** The store's contract about what belongs to versions: which are kept, their files, renderings and claims. */

import { describe, expect, test } from '@jest/globals'
import type { Artifact, GraphRecord } from '../../src/domain/graph/graph.ts'
import type { GraphId } from '../../src/domain/ids.ts'
import type { IdempotencyClaim } from '../../src/domain/ports.ts'
import type { Bench } from './contract.ts'
import {
  first,
  firstPng,
  sampleArtifact,
  sampleClaim,
  sampleFigure,
  sampleRecord,
  wideWebp,
} from './samples.ts'
import { append, start, tick, versionsOf } from './version-samples.ts'

export function versionFilesContract(bench: Bench): void {
  const { store, rows } = bench
  const { graphs, insert, replace, dataOf, numbers } = versionsOf(bench)

  describe('the oldest', () => {
    test('go when there are too many, with their files', async () => {
      const record = await insert()
      const { graphId } = record
      await store().artifacts.put(record, firstPng, sampleArtifact(), 'key-1')
      await replace(record, '["2"]')
      await graphs().append(graphId, 2, [append('1')])
      await replace(record, '["4"]')
      expect(await numbers(graphId)).toEqual([4, 3, 2, 1])
      expect(await store().artifacts.get(first(graphId), firstPng)).not.toBeNull()
      await replace(record, '["5"]')
      expect(await numbers(graphId)).toEqual([5, 4, 3, 2])
      expect(await graphs().findVersion(first(graphId))).toBeNull()
      expect(await dataOf(graphId, 1)).toBeNull()
      expect(await store().artifacts.get(first(graphId), firstPng)).toBeNull()
      expect(await dataOf(graphId, 2)).toBe('["2"]')
      await replace(record, '["6"]')
      await replace(record, '["7"]')
      expect(await numbers(graphId)).toEqual([7, 6, 5, 4])
      expect(await rows()).toMatchObject({ graphs: 1, appends: 0, artifacts: 0 })
      // Where the keys of images have a collection of their own.
      expect((await rows()).imageKeys ?? 0).toBe(0)
      expect(await graphs().findVersion({ graphId, version: 8 })).toBeNull()
      expect(await graphs().figure(graphId, 8)).toBeNull()
    })

    test('go with the graph', async () => {
      const record = await insert()
      const { graphId } = record
      await replace(record, '["2"]')
      await graphs().append(graphId, 2, [append('1')])
      await store().artifacts.put({ graphId, version: 3 }, firstPng, sampleArtifact())
      expect(await graphs().remove(graphId)).toBe(true)
      expect(Object.values(await rows()).every(n => n === 0)).toBe(true)
      expect(await graphs().versions(graphId)).toEqual([])
      expect(await dataOf(graphId, 2)).toBeNull()
    })
  })

  describe('files', () => {
    test('are of one version, and of no other', async () => {
      const record = await insert()
      const { graphId } = record
      const bytes = (text: string) => sampleArtifact(Buffer.from(text))
      const textOf = (artifact: Artifact | null) => artifact && Buffer.from(artifact.bytes).toString()
      expect(await store().artifacts.put(first(graphId), firstPng, bytes('one'))).toBe(true)
      await replace(record, '["2"]')
      const second = { graphId, version: 2 }
      expect(await store().artifacts.get(second, firstPng)).toBeNull()
      expect(textOf(await store().artifacts.getOlder(second, firstPng))).toBe('one')
      expect(await store().artifacts.getOlder(second, wideWebp)).toBeNull()
      expect(await store().artifacts.getOlder(first(graphId), firstPng)).toBeNull()
      await store().artifacts.put(second, firstPng, bytes('two'))
      expect(textOf(await store().artifacts.get(first(graphId), firstPng))).toBe('one')
      expect(textOf(await store().artifacts.get(second, firstPng))).toBe('two')
      expect(await store().artifacts.getOlder({ graphId, version: 3 }, firstPng)).toMatchObject({
        version: 2,
      })
    })

    test('that come late are not kept where their version is not', async () => {
      const record = await insert()
      for (const data of ['[2]', '[3]', '[4]', '[5]']) await replace(record, data)
      expect(await store().artifacts.put(record, firstPng, sampleArtifact())).toBe(false)
      expect(await store().artifacts.put({ ...record, version: 6 }, firstPng, sampleArtifact())).toBe(false)
      expect(await store().artifacts.put({ ...record, version: 2 }, firstPng, sampleArtifact())).toBe(true)
      expect(await rows()).toMatchObject({ artifacts: 1 })
    })

    test('of older versions are a cache: a sweep may take them', async () => {
      const record = await insert()
      await store().artifacts.put(record, firstPng, sampleArtifact())
      await replace(record, '[2]')
      await store().artifacts.put({ ...record, version: 2 }, firstPng, sampleArtifact())
      await store().sweep({ variantBytes: 0, now: new Date() })
      expect(await store().artifacts.get(record, firstPng)).toBeNull()
      expect(await store().artifacts.get({ ...record, version: 2 }, firstPng)).not.toBeNull()
    })
  })

  describe('the rendering', () => {
    test('told late of an older version says nothing of the newest', async () => {
      const record = await insert()
      await replace(record, '[2]')
      await graphs().setRendering(record, { status: 'failed', error: 'old', omitted: [] })
      expect((await graphs().find(record.graphId))?.rendering.status).toBe('pending')
    })
  })

  describe('claims', () => {
    test('tell what was done under them, and are made once', async () => {
      const record = await insert()
      const { graphId } = record
      const claim = sampleClaim()
      expect(await graphs().claimed(graphId, claim.id)).toBeNull()
      const next = { ...record, updatedAt: tick() }
      expect(await graphs().replace(next, sampleFigure({ data: start }), null, claim)).toMatchObject({
        version: 2,
      })
      const made = { graphId, bodyHash: claim.bodyHash }
      expect(await graphs().claimed(graphId, claim.id)).toEqual({ ...made, version: 2 })
      expect(await graphs().replace(next, sampleFigure(), null, claim)).toEqual({ kind: 'stale' })

      const [one, two] = [sampleClaim(), sampleClaim({ bodyHash: 'other' })]
      await graphs().append(graphId, 2, [
        append('1', { claim: one }),
        append('2', { claim: two }),
        append('3'),
      ])
      expect(await graphs().claimed(graphId, one.id)).toEqual({ ...made, version: 3 })
      expect(await graphs().claimed(graphId, two.id)).toEqual({ graphId, bodyHash: 'other', version: 4 })
      expect(await graphs().append(graphId, 5, [append('4'), append('1', { claim: one })])).toEqual({
        kind: 'stale',
      })
      expect((await graphs().find(graphId))?.version).toBe(5)
    })

    test('are forgotten after ten thousand further changes, and with their graph', async () => {
      const claimed = async (graphId: GraphId, ...claims: readonly IdempotencyClaim[]) =>
        Promise.all(claims.map(async ({ id }) => (await graphs().claimed(graphId, id))?.version ?? null))
      const created = sampleClaim()
      const record = sampleRecord()
      await graphs().insert(record, sampleFigure({ data: start }), created)
      const { graphId } = record
      const [replaced, appended, last] = [sampleClaim(), sampleClaim(), sampleClaim()]
      await graphs().replace({ ...record, updatedAt: tick() }, sampleFigure({ data: start }), null, replaced)
      await graphs().append(graphId, 2, [append('1', { claim: appended })])
      const more = Array.from({ length: 1_000 }, () => append('2'))
      for (let from = 3; from < 9_000; from += 1_000) await graphs().append(graphId, from, more)
      expect(await claimed(graphId, replaced, appended)).toEqual([2, 3])
      await graphs().append(graphId, 9_003, [...more, append('3', { claim: last })])
      expect(await claimed(graphId, created, replaced, appended, last)).toEqual([1, null, null, 10_004])
      expect(await rows()).toMatchObject({ claims: 2 })
      await graphs().remove(graphId)
      expect(await claimed(graphId, created, last)).toEqual([1, null])
      expect(await rows()).toMatchObject({ claims: 1 })
    })

    test('that have expired are no longer told of', async () => {
      const { graphId } = await insert()
      const claim = sampleClaim({ expiresAt: new Date(Date.now() - 1) })
      await graphs().append(graphId, 1, [append('1', { claim })])
      expect(await graphs().claimed(graphId, claim.id)).toBeNull()
      expect(
        await graphs().append(graphId, 2, [
          append('2', { claim: { ...claim, expiresAt: new Date(Date.now() + 60_000) } }),
        ]),
      ).toMatchObject({ kind: 'changed' })
      expect(await graphs().claimed(graphId, claim.id)).toMatchObject({ version: 3 })
    })

    test('outlive what was appended under them', async () => {
      const { graphId } = await insert()
      const claim = sampleClaim()
      await graphs().append(graphId, 1, [append('1', { claim })])
      const record = await graphs().find(graphId)
      for (let i = 0; i < 5; i++) await replace(record as GraphRecord, `[${i}]`)
      expect(await graphs().claimed(graphId, claim.id)).toMatchObject({ version: 2 })
    })
  })
}
