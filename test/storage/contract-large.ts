import { randomBytes } from 'node:crypto'
import { expect, test } from '@jest/globals'
import type { GraphId } from '../../src/domain/ids.ts'
import type { Bench } from './contract.ts'
import { firstPng, sampleArtifact, sampleClaim, sampleFigure, sampleRecord } from './samples.ts'

/** Values that do not compress, beyond the 16 MiB that a document of MongoDB holds. */
export function largeContract({ store, rows }: Bench): void {
  const noise = randomBytes(17 * 1024 * 1024)
  const figure = sampleFigure({ data: `["${noise.toString('base64')}"]` })
  const nothing = { graphs: 0, figures: 0, artifacts: 0 }

  async function expectFigure(graphId: GraphId): Promise<void> {
    const found = await store().graphs.figure(graphId)
    // Compared as bytes: a difference of megabytes would be printed.
    expect(Buffer.from(found?.data ?? '').equals(Buffer.from(figure.data))).toBe(true)
    expect(found?.layout).toBe(figure.layout)
  }

  test('a figure of 23 MB is stored, read, and gone when deleted', async () => {
    const record = sampleRecord()
    const claim = sampleClaim()
    expect(await store().graphs.insert(record, figure, claim)).toEqual({ kind: 'inserted' })
    await expectFigure(record.graphId)
    expect((await store().graphs.figures([record])).size).toBe(1)
    expect(await store().graphs.insert(sampleRecord(), figure, claim)).toMatchObject({ kind: 'replayed' })
    await expectFigure(record.graphId)
    expect(await store().graphs.remove(record.graphId)).toBe(true)
    expect(await store().graphs.figure(record.graphId)).toBeNull()
    const left = await rows()
    expect(left).toMatchObject(nothing)
    expect(left.chunks ?? 0).toBe(0)
  })

  test('an image of 17 MB is stored, replaced by another and by a small one, and swept', async () => {
    const record = sampleRecord()
    await store().graphs.insert(record, sampleFigure())
    const variant = 'png|4000|4000|1||'
    const put = (name: string, bytes: Buffer<ArrayBuffer>) =>
      store().artifacts.put(
        { graphId: record.graphId, version: 1 },
        name,
        sampleArtifact(bytes, new Date(1000)),
      )
    const read = async (name: string) =>
      (await store().artifacts.get({ graphId: record.graphId, version: 1 }, name))?.bytes
    expect(await put(variant, noise)).toBe(true)
    expect(noise.equals((await read(variant)) ?? Buffer.alloc(0))).toBe(true)
    const other = Buffer.from(noise).reverse()
    expect(await put(variant, other)).toBe(true)
    expect(other.equals((await read(variant)) ?? Buffer.alloc(0))).toBe(true)
    expect(await put(firstPng, noise)).toBe(true)
    expect(await put(firstPng, Buffer.from('small'))).toBe(true)
    expect(Buffer.from((await read(firstPng)) ?? []).toString()).toBe('small')
    await store().sweep({ variantBytes: 0, now: new Date() })
    expect(await read(variant)).toBeUndefined()
    expect((await rows()).chunks ?? 0).toBe(0)
  })
}
