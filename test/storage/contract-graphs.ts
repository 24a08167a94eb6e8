import { expect, test } from '@jest/globals'
import { versionName } from '../../src/domain/graph/graph.ts'
import { accountIdOf } from '../../src/domain/ids.ts'
import { graphIdOf } from '../support/ids.ts'
import type { Bench } from './contract.ts'
import {
  first,
  firstPng,
  newId,
  sampleArtifact,
  sampleClaim,
  sampleFigure,
  sampleRecord,
  wideWebp,
} from './samples.ts'

/** Texts that a store which parses, re-serialises or re-encodes would change. */
const exactTexts: readonly (readonly [string, string])[] = [
  ['an empty list', '[]'],
  ['integers of 20 digits', '[{"y":[12345678901234567890,1.0,-0,1e400,1E-7]}]'],
  ['spaces, line ends and repeated keys', '[ {"a":1,\r\n\t"a":2} ]\n'],
  ['escapes of lone surrogates', '[{"name":"\\ud800 \\uDFFF"}]'],
  ['escapes of NUL', '[{"name":"a\\u0000b"}]'],
  ['letters of many scripts and emoji', '[{"name":"Größe 漢字 🙂👩‍👩‍👧 \u2028"}]'],
  ['keys that databases use', '[{"$where":1,"a.b":2,"":3,"__proto__":4,"_id":5}]'],
  ['just under the size that is compressed', `["${'x'.repeat(670)}"]`],
  ['just above the size that is compressed', `["${'x'.repeat(690)}"]`],
  ['far above the size that is compressed', `["${'é🙂'.repeat(40_000)}"]`],
]

export function graphsContract({ store, rows }: Bench): void {
  test.each(exactTexts)('keeps the exact texts of a figure: %s', async (_, text) => {
    const record = sampleRecord()
    const figure = { data: text, layout: `{"a":${text}}`, frames: text }
    await store().graphs.insert(record, figure)
    const read = await store().graphs.figure(record.graphId)
    expect([read?.data, read?.layout, read?.frames].map(String)).toEqual(Object.values(figure))
  })

  test('takes and gives large texts as bytes, whatever else is small', async () => {
    const long = `["${'é🚂'.repeat(30_000)}"]`
    const figures = [
      { data: long, layout: '{}', frames: null },
      { data: '[]', layout: `{"a":${long}}`, frames: null },
      { data: '[]', layout: '{}', frames: long },
      { data: long, layout: `{"a":${long}}`, frames: long },
    ]
    for (const figure of figures) {
      const record = sampleRecord()
      await store().graphs.insert(record, {
        data: Buffer.from(figure.data),
        layout: Buffer.from(figure.layout),
        frames: figure.frames === null ? null : Buffer.from(figure.frames),
      })
      const read = await store().graphs.figure(record.graphId)
      const [data, layout, frames] = [read?.data, read?.layout, read?.frames ?? null]
      expect([data, layout, frames].map(String)).toEqual(Object.values(figure).map(String))
      for (const text of [data, layout, frames]) {
        expect(Buffer.isBuffer(text)).toBe(text !== null && String(text).length > 30_000)
      }
    }
  })

  test('keeps a figure of 10 MB, and others meanwhile', async () => {
    const numbers = Array.from({ length: 1_200_000 }, (_, i) => ((i * 7919) % 1_000_003) / 7)
      .join()
      .slice(0, 10e6)
    const figure = sampleFigure({ data: `[{"y":[${numbers}0]}]` })
    const large = sampleRecord()
    const small = sampleRecord()
    await Promise.all([
      store().graphs.insert(large, figure),
      store().graphs.insert(small, sampleFigure({ frames: '[]' })),
    ])
    const [first, second] = await Promise.all([
      store().graphs.figure(large.graphId),
      store().graphs.figure(small.graphId),
    ])
    // Not toEqual: a difference would print 10 MB.
    expect(
      String(first?.data) === figure.data && first?.layout === figure.layout && first.frames === null,
    ).toBe(true)
    expect(second).toEqual(sampleFigure({ frames: '[]' }))
  })

  test.each([
    ['every field', {}],
    ['no title, no traces', { title: null, traceTypes: [] }],
    ['an empty title', { title: '' }],
    ['a title with NUL, quotes and emoji', { title: 'a\u0000b\'"\\ 🙂 İß' }],
    ['a time before 1970', { createdAt: new Date(-1) }],
    [
      'a finished rendering',
      { rendering: { status: 'failed', error: 'no such "axis"', omitted: ['https://a/b'] } },
    ],
  ] as const)('gives a record back as it was: %s', async (_, change) => {
    const record = sampleRecord(change as object)
    await store().graphs.insert(record, sampleFigure())
    expect(await store().graphs.find(record.graphId)).toEqual(record)
  })

  test('a lone surrogate in a title becomes U+FFFD', async () => {
    const record = sampleRecord({ title: 'a\ud800b' })
    await store().graphs.insert(record, sampleFigure())
    expect((await store().graphs.find(record.graphId))?.title).toBe('a\ufffdb')
  })

  test('what is not there is null, absent, false or zero', async () => {
    const id = newId()
    expect(await store().graphs.find(id)).toBeNull()
    expect(await store().graphs.figure(id)).toBeNull()
    expect(await store().graphs.remove(id)).toBe(false)
    expect((await store().graphs.findMany([id])).size).toBe(0)
    expect((await store().graphs.figures([first(id)])).size).toBe(0)
    expect((await store().graphs.findMany([])).size).toBe(0)
    expect((await store().graphs.figures([])).size).toBe(0)
    expect(await store().graphs.count(accountIdOf('nobody'))).toBe(0)
    expect(await store().graphs.removeAll(accountIdOf('nobody'))).toBe(0)
    await store().graphs.setRendering(first(id), { status: 'ready', error: null, omitted: [] })
    expect(await store().graphs.find(id)).toBeNull()
  })

  test.each([3, 60])('reads %i graphs at once, those that exist', async many => {
    const records = Array.from({ length: many }, (_, i) => sampleRecord({ title: `graph ${i}` }))
    await Promise.all(
      records.map((record, i) => store().graphs.insert(record, sampleFigure({ data: `[${i}]` }))),
    )
    const ids = [newId(), ...records.map(record => record.graphId), newId()]
    const found = await store().graphs.findMany(ids)
    expect(found.size).toBe(many)
    for (const record of records) expect(found.get(record.graphId)).toEqual(record)
    const figures = await store().graphs.figures(ids.map(first))
    expect(figures.size).toBe(many)
    records.forEach((record, i) => {
      expect(figures.get(versionName(record))).toEqual(sampleFigure({ data: `[${i}]` }))
    })
  })

  test('many inserts at once are all kept', async () => {
    const records = Array.from({ length: 100 }, () => sampleRecord())
    await Promise.all(records.map(record => store().graphs.insert(record, sampleFigure())))
    expect(await store().graphs.count(accountIdOf('account-1'))).toBe(100)
  })

  test('an insert that fails leaves nothing and harms no other in flight', async () => {
    const record = sampleRecord()
    await store().graphs.insert(record, sampleFigure())
    const neighbour = sampleRecord()
    const outcomes = await Promise.allSettled([
      store().graphs.insert(sampleRecord(), sampleFigure()),
      store().graphs.insert({ ...record, title: 'another' }, sampleFigure({ data: '[2]' })),
      store().graphs.insert(neighbour, sampleFigure()),
    ])
    expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await store().graphs.find(record.graphId)).toEqual(record)
    expect(await store().graphs.figure(record.graphId)).toEqual(sampleFigure())
    expect(await store().graphs.find(neighbour.graphId)).toEqual(neighbour)
    expect((await rows()).figures).toBe(3)
  })

  test('deleting leaves nothing', async () => {
    const record = sampleRecord()
    await store().graphs.insert(record, sampleFigure())
    await store().artifacts.put(first(record.graphId), firstPng, sampleArtifact())
    await store().artifacts.put(first(record.graphId), wideWebp, sampleArtifact())
    const stored = Object.values(await rows()).reduce((sum, n) => sum + n)
    expect(stored).toBe(4)

    expect(await store().graphs.remove(record.graphId)).toBe(true)
    expect(await store().graphs.remove(record.graphId)).toBe(false)
    expect(await store().graphs.find(record.graphId)).toBeNull()
    expect(await store().graphs.figure(record.graphId)).toBeNull()
    expect(await store().artifacts.get(first(record.graphId), firstPng)).toBeNull()
    expect(Object.values(await rows()).every(n => n === 0)).toBe(true)
  })

  test('of a version removes it while it is the newest alone, and of two at once one', async () => {
    const [record, other] = [sampleRecord(), sampleRecord()]
    for (const each of [record, other]) await store().graphs.insert(each, sampleFigure())
    const figure = { ...sampleFigure(), data: '[{"y":[7]}]' }
    expect(await store().graphs.replace(record, figure, 1)).toMatchObject({ kind: 'changed', version: 2 })

    expect(await store().graphs.remove(record.graphId, 1)).toBe(false)
    expect(await store().graphs.remove(record.graphId, 3)).toBe(false)
    expect(await store().graphs.find(record.graphId)).toMatchObject({ version: 2 })
    const removals = [2, 2].map(version => store().graphs.remove(record.graphId, version))
    expect((await Promise.all(removals)).filter(Boolean)).toHaveLength(1)
    expect(await store().graphs.find(record.graphId)).toBeNull()
    expect(await store().graphs.remove(record.graphId, 2)).toBe(false)
    expect(await store().graphs.remove(other.graphId, 1)).toBe(true)
    expect(await store().graphs.figure(other.graphId)).toBeNull()
  })

  test('of two deletions at once, one is told that it removed', async () => {
    const record = sampleRecord()
    await store().graphs.insert(record, sampleFigure())
    const outcomes = await Promise.all([
      store().graphs.remove(record.graphId),
      store().graphs.remove(record.graphId),
    ])
    expect(outcomes.filter(Boolean)).toHaveLength(1)
  })

  test('removeAll removes every graph of one account and nothing of another', async () => {
    const mine = Array.from({ length: 450 }, () => sampleRecord({ accountId: accountIdOf('leaver') }))
    const other = sampleRecord({ accountId: accountIdOf('stayer') })
    // No more at once than a store has connections: on a busy machine others would wait for one in vain.
    for (const left = [...mine, other]; left.length > 0; ) {
      await Promise.all(left.splice(0, 50).map(record => store().graphs.insert(record, sampleFigure())))
    }
    for (const record of [mine[0], mine[1], other]) {
      await store().artifacts.put(first(record?.graphId ?? graphIdOf('')), firstPng, sampleArtifact())
    }
    expect(await store().graphs.removeAll(accountIdOf('leaver'))).toBe(450)
    expect(await store().graphs.count(accountIdOf('leaver'))).toBe(0)
    expect(await store().graphs.find(other.graphId)).toEqual(other)
    expect(await rows()).toMatchObject({ graphs: 1, figures: 1, artifacts: 1 })
  })

  test('setRendering changes the rendering and nothing else', async () => {
    const record = sampleRecord()
    await store().graphs.insert(record, sampleFigure(), sampleClaim())
    const rendering = { status: 'ready', error: null, omitted: ['https://example.com/ü.png'] } as const
    await store().graphs.setRendering(first(record.graphId), rendering)
    expect(await store().graphs.find(record.graphId)).toEqual({ ...record, rendering })
    expect(await store().graphs.figure(record.graphId)).toEqual(sampleFigure())
  })

  test('setRendering brings nothing deleted back', async () => {
    const record = sampleRecord()
    await store().graphs.insert(record, sampleFigure())
    await Promise.all([
      store().graphs.remove(record.graphId),
      store().graphs.setRendering(first(record.graphId), { status: 'ready', error: null, omitted: [] }),
    ])
    expect(await store().graphs.find(record.graphId)).toBeNull()
    expect(await rows()).toMatchObject({ graphs: 0, figures: 0 })
  })

  test('unfinished names what is pending or running, newest first, up to the limit', async () => {
    const states = ['pending', 'ready', 'running', 'failed', 'pending'] as const
    const records = states.map((status, at) =>
      sampleRecord({
        accountId: accountIdOf(`account-${at}`),
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, at)),
        rendering: { status, error: null, omitted: [] },
      }),
    )
    for (const record of records) await store().graphs.insert(record, sampleFigure())
    const named = [4, 2, 0].map(at => ({
      graphId: records[at]!.graphId,
      accountId: `account-${at}`,
      version: 1,
      createdAt: records[at]!.createdAt,
      updatedAt: records[at]!.updatedAt,
    }))
    const { unfinished } = store().graphs
    expect(await unfinished({ limit: 10 })).toEqual(named)
    expect(await unfinished({ limit: 2 })).toEqual(named.slice(0, 2))
    expect(await unfinished({ limit: 10, upTo: records[2]!.createdAt })).toEqual(named.slice(1))
    await store().graphs.setRendering(records[4]!, { status: 'ready', error: null, omitted: [] })
    expect(await unfinished({ limit: 10 })).toEqual(named.slice(1))
  })

  test('a version that is ready stays so, whatever a late render says; the next version begins anew', async () => {
    const record = sampleRecord()
    const { graphs } = store()
    await graphs.insert(record, sampleFigure())
    const ready = { status: 'ready', error: null, omitted: ['https://a.example/'] } as const
    await graphs.setRendering(record, ready)
    for (const status of ['running', 'pending', 'failed'] as const)
      await graphs.setRendering(record, { status, error: null, omitted: [] })
    expect((await graphs.find(record.graphId))?.rendering).toEqual(ready)
    const pending = { status: 'pending', error: null, omitted: [] } as const
    await graphs.replace({ ...record, rendering: pending }, sampleFigure(), 1)
    const running = { ...pending, status: 'running' } as const
    await graphs.setRendering({ ...record, version: 2 }, running)
    expect((await graphs.find(record.graphId))?.rendering).toEqual(running)
  })
}
