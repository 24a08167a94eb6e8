import { randomBytes } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import type { GraphId } from '../../src/domain/ids.ts'
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

  test('a put may bring the state of the rendering, of the newest version alone', async () => {
    const graphId = await insert()
    const { artifacts, graphs } = store()
    const ready = { status: 'ready', error: null, omitted: ['https://a.example/'] } as const
    const state = async () => (await graphs.find(graphId))?.rendering
    await artifacts.put(first(graphId), firstPng, sampleArtifact())
    expect(await state()).toMatchObject({ status: 'pending' })
    expect(await artifacts.put(first(graphId), firstPng, sampleArtifact(), undefined, ready)).toBe(true)
    expect(await state()).toEqual(ready)
    await artifacts.put(first(graphId), firstPng, sampleArtifact(), undefined, { ...ready, status: 'failed' })
    expect(await state()).toEqual(ready)
    const pending = { status: 'pending', error: null, omitted: [] } as const
    await graphs.replace({ ...(await graphs.find(graphId))!, rendering: pending }, sampleFigure(), 1)
    await artifacts.put(first(graphId), firstPng, sampleArtifact(), undefined, ready)
    expect(await state()).toEqual(pending)
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

  test('says what its image was drawn without, where that was told', async () => {
    const graphId = await insert()
    const omitted = ['https://tiles.example/1']
    await store().artifacts.put(first(graphId), firstPng, { ...sampleArtifact(), omitted })
    await store().artifacts.put(first(graphId), wideWebp, sampleArtifact())
    expect((await store().artifacts.get(first(graphId), firstPng))?.omitted).toEqual(omitted)
    expect((await store().artifacts.get(first(graphId), wideWebp))?.omitted).toBeUndefined()
    expect((await store().artifacts.getOlder({ graphId, version: 2 }, firstPng))?.omitted).toEqual(omitted)
  })

  describe('an image of an equal figure', () => {
    const imageKey = 'key-1'
    const omitted = ['https://tiles.example/1']
    const firstSvg = 'svg|||1||'
    const keys = new Map([
      [firstPng, imageKey],
      [firstSvg, 'key-2'],
    ])
    const bytesOf = async (graphId: GraphId, variant = firstPng) =>
      Buffer.from((await store().artifacts.get(first(graphId), variant))?.bytes ?? []).toString()
    const putDrawn = async () => {
      const graphId = await insert()
      const artifact = { ...sampleArtifact(Buffer.from('drawn')), omitted }
      await store().artifacts.put(first(graphId), firstPng, artifact, imageKey)
      return graphId
    }

    test('is found by its key, and adopted with its entity tag', async () => {
      const [drawn, other] = [await putDrawn(), await insert()]
      expect(await store().artifacts.findEqual('key-1')).toMatchObject({
        etag: '"5"',
        omitted,
      })
      expect(await store().artifacts.findEqual('key-2')).toBeNull()
      expect(await store().artifacts.adopt(first(other), keys)).toEqual({ omitted })
      expect(await bytesOf(other)).toBe('drawn')
      expect(await store().artifacts.get(first(other), firstPng)).toMatchObject({
        etag: '"5"',
        drawnBy: '1.2.3',
      })
      expect(await store().artifacts.get(first(other), firstSvg)).toBeNull()
      expect(await bytesOf(drawn)).toBe('drawn')
    })

    test('is not there under another key, nor for a graph that is gone', async () => {
      await putDrawn()
      const other = await insert()
      expect(await store().artifacts.adopt(first(other), new Map([[firstPng, 'key-3']]))).toBeNull()
      expect(await store().artifacts.get(first(other), firstPng)).toBeNull()
      await store().graphs.remove(other)
      expect(await store().artifacts.adopt(first(other), keys)).toBeNull()
      expect(await rows()).toMatchObject({ artifacts: 1 })
    })

    test('stays when the graph it was drawn for goes, and goes with the last that has it', async () => {
      const graphs = [await putDrawn(), await insert(), await insert()]
      for (const graphId of graphs.slice(1)) await store().artifacts.adopt(first(graphId), keys)
      await store().graphs.remove(graphs[0]!)
      expect(await bytesOf(graphs[1]!)).toBe('drawn')
      const fourth = await insert()
      expect(await store().artifacts.adopt(first(fourth), keys)).not.toBeNull()
      for (const graphId of [graphs[1]!, graphs[2]!]) await store().graphs.remove(graphId)
      expect(await bytesOf(fourth)).toBe('drawn')
      await store().graphs.remove(fourth)
      expect(await store().artifacts.findEqual('key-1')).toBeNull()
      expect((await rows()).images ?? 0).toBe(0)
      expect(await rows()).toMatchObject({ graphs: 0, artifacts: 0 })
    })

    test('is replaced in one graph alone', async () => {
      const [drawn, other] = [await putDrawn(), await insert()]
      await store().artifacts.adopt(first(other), keys)
      for (const graphId of [drawn, other]) {
        await store().artifacts.put(first(graphId), firstPng, sampleArtifact(Buffer.from(graphId)))
        expect(await bytesOf(graphId)).toBe(graphId)
      }
      expect((await rows()).images ?? 0).toBe(0)
    })

    test('is known no more once a sweep has taken it, or another image its place', async () => {
      const graphId = await insert()
      await store().artifacts.put(first(graphId), wideWebp, sampleArtifact(), 'key-1')
      await store().artifacts.put(first(graphId), firstPng, sampleArtifact(), 'key-2')
      await store().artifacts.put(first(graphId), firstPng, sampleArtifact(), 'key-3')
      await store().sweep({ variantBytes: 0, now: new Date() })
      expect(await store().artifacts.findEqual('key-1')).toBeNull()
      expect(await store().artifacts.findEqual('key-2')).toBeNull()
      expect(await store().artifacts.findEqual('key-3')).not.toBeNull()
      // Where the keys of images have a collection of their own.
      expect((await rows()).imageKeys ?? 1).toBe(1)
    })

    test('adopted while its graph is deleted, leaves nothing', async () => {
      for (let round = 0; round < 20; round++) {
        const [drawn, other] = [await putDrawn(), await insert()]
        await Promise.all([
          store().artifacts.adopt(first(other), keys),
          store().graphs.remove(round % 2 ? drawn : other),
        ])
        await Promise.all([drawn, other].map(graphId => store().graphs.remove(graphId)))
      }
      expect((await rows()).images ?? 0).toBe(0)
      expect(await rows()).toMatchObject({ graphs: 0, figures: 0, artifacts: 0 })
    })
  })
}
