import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import type { Bench } from './contract.ts'
import { first, firstPng, newId, sampleArtifact, sampleFigure, sampleRecord, wideWebp } from './samples.ts'

export function artifactsContract({ store, rows }: Bench): void {
  const insert = async () => {
    const record = sampleRecord()
    await store().graphs.insert(record, sampleFigure())
    return record.graphId
  }

  test.each([0, 1, 40_000, 3_000_000])('keeps %i bytes exactly', async size => {
    const graphId = await insert()
    const artifact = sampleArtifact(randomBytes(size))
    expect(await store().artifacts.put(first(graphId), firstPng, artifact)).toBe(true)
    const found = await store().artifacts.get(first(graphId), firstPng)
    expect(found?.etag).toBe(artifact.etag)
    expect(found?.createdAt).toEqual(artifact.createdAt)
    expect(Buffer.compare(found?.bytes ?? Buffer.from('none'), artifact.bytes)).toBe(0)
  })

  test('the caller still has its bytes after a put', async () => {
    const graphId = await insert()
    const bytes = randomBytes(1_000_000)
    await store().artifacts.put(first(graphId), firstPng, sampleArtifact(bytes))
    expect(bytes.length).toBe(1_000_000)
  })

  test('keeps variants apart, and the latest of each', async () => {
    const graphId = await insert()
    await store().artifacts.put(first(graphId), firstPng, sampleArtifact(Buffer.from('one')))
    await store().artifacts.put(first(graphId), wideWebp, sampleArtifact(Buffer.from('two')))
    await store().artifacts.put(first(graphId), firstPng, sampleArtifact(Buffer.from('three')))
    const bytes = async (variant: string) =>
      Buffer.from((await store().artifacts.get(first(graphId), variant))?.bytes ?? []).toString()
    expect(await bytes(firstPng)).toBe('three')
    expect(await bytes(wideWebp)).toBe('two')
    expect(await store().artifacts.get(first(graphId), 'svg')).toBeNull()
    expect(await store().artifacts.get(first(newId()), firstPng)).toBeNull()
    expect(await rows()).toMatchObject({ artifacts: 2 })
  })

  test('nothing is kept of a graph that never was or is gone', async () => {
    expect(await store().artifacts.put(first(newId()), firstPng, sampleArtifact())).toBe(false)
    const graphId = await insert()
    await store().graphs.remove(graphId)
    expect(await store().artifacts.put(first(graphId), firstPng, sampleArtifact())).toBe(false)
    expect(await rows()).toMatchObject({ artifacts: 0 })
  })

  test('a put that races a deletion leaves nothing', async () => {
    for (let round = 0; round < 30; round++) {
      const graphId = await insert()
      const puts = [firstPng, wideWebp].map(variant =>
        store().artifacts.put(first(graphId), variant, sampleArtifact()),
      )
      if (round % 3 === 0) await puts[0]
      await Promise.all([...puts, store().graphs.remove(graphId)])
      expect(await store().artifacts.get(first(graphId), firstPng)).toBeNull()
    }
    expect(await rows()).toMatchObject({ graphs: 0, figures: 0, artifacts: 0 })
  })

  test('a sweep keeps the newest variants within the bytes allowed, and always the first pictures', async () => {
    const graphId = await insert()
    const put = (variant: string, at: number) =>
      store().artifacts.put(first(graphId), variant, sampleArtifact(Buffer.alloc(1000), new Date(at)))
    await put(firstPng, 1)
    await put('svg|||1||', 2)
    for (let n = 0; n < 10; n++) await put(`png|${100 + n}||1||`, 1000 + n)

    await store().sweep({ variantBytes: 20_000, now: new Date() })
    expect(await rows()).toMatchObject({ artifacts: 12 })
    await store().sweep({ variantBytes: 4_500, now: new Date() })
    expect(await rows()).toMatchObject({ artifacts: 6 })
    for (const variant of [firstPng, 'svg|||1||', 'png|109||1||', 'png|106||1||']) {
      expect(await store().artifacts.get(first(graphId), variant)).not.toBeNull()
    }
    expect(await store().artifacts.get(first(graphId), 'png|105||1||')).toBeNull()
    await store().sweep({ variantBytes: 0, now: new Date() })
    expect(await rows()).toMatchObject({ graphs: 1, figures: 1, artifacts: 2 })
  })
}
