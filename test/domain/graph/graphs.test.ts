/** The use-cases of graphs, on the embedded store. */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Actor } from '../../../src/domain/actor.ts'
import { type Graph, versionName } from '../../../src/domain/graph/graph.ts'
import type { GraphId } from '../../../src/domain/ids.ts'
import { actorOf, bodyOf, graphsOn } from '../../support/graphs.ts'
import { graphIdOf } from '../../support/ids.ts'
import { useTestStore } from '../../support/store.ts'

const opened = useTestStore()
let owner: Actor
let all: ReturnType<typeof graphsOn>
beforeEach(() => {
  owner = actorOf(randomUUID())
  all = graphsOn(opened.store)
})

const nowhere = graphIdOf('a'.repeat(21))
const notFound = { code: 'graph_not_found', status: 404 }
const line = (...y: unknown[]) => bodyOf({ data: [{ y }], layout: { title: { text: `of ${y.length}` } } })
const make = (...y: number[]) => all.graphs.create(owner, line(...y))
const dataOf = ({ figure }: Graph) => JSON.parse(String(figure.data))
const pending = { status: 'pending', error: null, omitted: [] }
/** A figure with a warning: nothing is drawn for a single point. */
const doubtful = bodyOf({ data: [{ type: 'scatter', mode: 'lines', y: [1] }] })
/** A key of a request, unlike those of other tests. */
const keyOf = (key: string, operation = 'POST /v1/graph') => ({ idempotency: { key, operation } })

describe('a new graph', () => {
  test('is stored as it was sent, with what lists show, and rendered ahead', async () => {
    const graph = await make(1, 2)
    expect(graph).toMatchObject({
      accountId: owner.accountId,
      version: 1,
      updatedAt: graph.createdAt,
      expiresAt: null,
      title: 'of 2',
      traceTypes: ['scatter'],
      warnings: [],
      rendering: pending,
    })
    expect(dataOf(graph)).toEqual([{ y: [1, 2] }])
    expect(await all.graphs.read(graph.graphId)).toEqual(graph)
    expect(all.prerendered).toEqual([expect.objectContaining({ graphId: graph.graphId, version: 1 })])
    expect(all.prerendered[0]?.digest).toMatch(/./)
    expect(all.published).toEqual([])
  })

  test('needs a key that may write', async () => {
    await expect(all.graphs.create(actorOf('a', ['graphs:read']), line(1))).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('graphs:write'),
    })
  })

  test('lives as its request says, else as the account says', async () => {
    const { graphs } = graphsOn(opened.store, {}, 60_000)
    const usual = await graphs.create(owner, line(1))
    expect(usual.expiresAt).toEqual(new Date(usual.createdAt.getTime() + 60_000))
    const at = new Date(Date.now() + 3_600_000)
    const told = await graphs.create(owner, line(1), { expiry: { at, parameter: 'expires' } })
    const forever = await graphs.create(owner, line(1), { expiry: { at: null, parameter: 'expires' } })
    expect([told.expiresAt, forever.expiresAt]).toEqual([at, null])
  })

  test('is refused for its warnings where that is asked for', async () => {
    expect((await all.graphs.create(owner, doubtful)).warnings).toHaveLength(1)
    expect((await all.graphs.create(owner, doubtful, { strictness: 'lenient' })).warnings).toHaveLength(1)
    await expect(all.graphs.create(owner, doubtful, { strictness: 'strict' })).rejects.toMatchObject({
      code: 'invalid_figure',
    })
    expect(await all.graphs.count(owner)).toBe(2)
  })
})

describe('a repeated create', () => {
  test('is answered with the graph that it made, and makes none', async () => {
    const key = keyOf(randomUUID())
    const first = await all.graphs.create(owner, line(1), key)
    await all.graphs.update(owner, first.graphId, line(2))
    expect(await all.graphs.create(owner, line(1), key)).toMatchObject({
      graphId: first.graphId,
      version: 1,
      figure: first.figure,
    })
    expect([await all.graphs.count(owner), all.prerendered.length]).toEqual([1, 2])
  })

  test('is another one for another account, route or key', async () => {
    const key = randomUUID()
    await all.graphs.create(owner, line(1), keyOf(key))
    await all.graphs.create(owner, line(1), keyOf(key, 'POST /v1/plot'))
    await all.graphs.create(owner, line(1), keyOf(`${key}2`))
    expect(await all.graphs.count(owner)).toBe(3)
    const other = actorOf(randomUUID())
    await all.graphs.create(other, line(1), keyOf(key))
    expect(await all.graphs.count(other)).toBe(1)
  })

  test.each<[string, (size: number) => Buffer]>([
    ['a short', size => bodyOf({ data: [{ y: [size] }] })],
    ['a long', size => Buffer.from(`{"data": []}${' '.repeat(70_000 + size)}`)],
  ])('with %s body that is not the same conflicts', async (_which, body) => {
    const key = keyOf(randomUUID())
    const { graphId } = await all.graphs.create(owner, body(1), key)
    expect((await all.graphs.create(owner, body(1), key)).graphId).toBe(graphId)
    await expect(all.graphs.create(owner, body(2), key)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
  })

  test('is answered with the newest version where the first is not kept any more', async () => {
    const key = keyOf(randomUUID())
    const { graphId } = await all.graphs.create(owner, line(1), key)
    const newest = await all.graphs.update(owner, graphId, line(2))
    const gone = graphsOn(opened.store, { findVersion: async () => null })
    expect(await gone.graphs.create(owner, line(1), key)).toEqual(newest)
    await all.graphs.remove(owner, graphId)
    await expect(all.graphs.create(owner, line(1), key)).rejects.toMatchObject(notFound)
  })

  test('is answered with no other version where the store fails', async () => {
    const key = keyOf(randomUUID())
    const { graphId } = await all.graphs.create(owner, line(1), key)
    await all.graphs.update(owner, graphId, line(2))
    const broken = new Error('the disk smokes')
    const failing = graphsOn(opened.store, { findVersion: () => Promise.reject(broken) })
    await expect(failing.graphs.create(owner, line(1), key)).rejects.toBe(broken)
  })

  test('is known although its expiry has passed, which a first one is refused for', async () => {
    const key = keyOf(randomUUID())
    const at = new Date(Date.now() + 60_000)
    const { graphId } = await all.graphs.create(owner, line(1), {
      ...key,
      expiry: { at, parameter: 'expires' },
    })
    const passed = { expiry: { at: new Date(Date.now() - 1), parameter: 'expires' } }
    expect(await all.graphs.create(owner, line(1), { ...key, ...passed })).toMatchObject({ graphId })
    for (const options of [passed, { ...passed, ...keyOf(randomUUID()) }]) {
      await expect(all.graphs.create(owner, line(1), options)).rejects.toMatchObject({
        code: 'invalid_parameter',
        message: expect.stringMatching(/^expires: must be never, or a time to come/),
      })
    }
    await expect(all.graphs.create(owner, line(2), { ...key, ...passed })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
  })
})

describe('a read', () => {
  test('finds the newest version, and each that is kept', async () => {
    const first = await make(1)
    const { graphId } = first
    const second = await all.graphs.update(owner, graphId, line(2, 3))
    const { figure: _first, ...firstRecord } = first
    const { figure: _second, ...secondRecord } = second
    expect(await all.graphs.read(graphId)).toEqual(second)
    expect(await all.graphs.read(graphId, 2)).toEqual(second)
    expect(dataOf(await all.graphs.read(graphId, 1))).toEqual([{ y: [1] }])
    expect(await all.graphs.find(graphId)).toEqual(secondRecord)
    expect(await all.graphs.find(graphId, 2)).toEqual(secondRecord)
    expect(await all.graphs.find(graphId, 1)).toMatchObject({ version: 1, title: firstRecord.title })
    expect((await all.graphs.versions(graphId)).map(({ version }) => version)).toEqual([2, 1])
    expect([...(await all.graphs.findMany([graphId, nowhere])).keys()]).toEqual([graphId])
    const refs = [1, 2].map(version => ({ graphId, version }))
    expect([...(await all.graphs.figures(refs)).keys()].sort()).toEqual(refs.map(versionName))
  })

  test('tells what is not there', async () => {
    const { graphId } = await make(1)
    for (const version of [2, 0]) {
      await expect(all.graphs.read(graphId, version)).rejects.toMatchObject({ code: 'version_not_found' })
      await expect(all.graphs.find(graphId, version)).rejects.toMatchObject({ code: 'version_not_found' })
    }
    await expect(all.graphs.read(nowhere)).rejects.toMatchObject(notFound)
    await expect(all.graphs.read(nowhere, 1)).rejects.toMatchObject(notFound)
    expect([await all.graphs.find(nowhere), await all.graphs.find(nowhere, 1)]).toEqual([null, null])
    expect(await all.graphs.versions(nowhere)).toEqual([])
  })

  /** A store of which the figures are gone in so many reads. */
  const losing = (reads: number) =>
    graphsOn(opened.store, {
      figure: async (graphId, version) => (reads-- > 0 ? null : opened.store.graphs.figure(graphId, version)),
    }).graphs

  test('looks again while versions are replaced under it, for some time', async () => {
    const { graphId } = await make(1)
    expect(dataOf(await losing(4).read(graphId))).toEqual([{ y: [1] }])
    await expect(losing(1_000).read(graphId)).rejects.toMatchObject(notFound)
    await expect(losing(1).read(graphId, 1)).rejects.toMatchObject({ code: 'version_not_found' })
  })
})

describe('a list', () => {
  test('has the graphs of the caller, newest first', async () => {
    const [first, second] = [await make(1), await make(2)]
    await all.graphs.create(actorOf(randomUUID()), line(3))
    const listed = await all.graphs.list(owner, { limit: 10 })
    expect(listed.map(({ graphId }) => graphId)).toEqual([second.graphId, first.graphId])
    expect(await all.graphs.count(owner)).toBe(2)
  })

  test('needs a key that may read', async () => {
    const writer = actorOf('a', ['graphs:write'])
    const forbidden = { code: 'forbidden', message: expect.stringContaining('graphs:read') }
    await expect(all.graphs.list(writer, { limit: 1 })).rejects.toMatchObject(forbidden)
    await expect(all.graphs.count(writer)).rejects.toMatchObject(forbidden)
  })
})

describe('a deletion', () => {
  const isThere = async (graphId: GraphId) => (await all.graphs.find(graphId)) !== null

  test('leaves nothing, and is told to all who follow or draw the graph', async () => {
    const { graphId } = await make(1)
    await all.graphs.remove(owner, graphId)
    expect([await isThere(graphId), all.evicted, all.published]).toEqual([
      false,
      [graphId],
      [{ graphId, version: null }],
    ])
    await expect(all.graphs.remove(owner, graphId)).rejects.toMatchObject(notFound)
  })

  test('needs a key that may delete, of the account that has the graph', async () => {
    const { graphId } = await make(1)
    const writer = { ...owner, scopes: actorOf('a', ['graphs:write']).scopes }
    await expect(all.graphs.remove(writer, graphId)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(all.graphs.remove(actorOf('b'), graphId)).rejects.toMatchObject({ code: 'forbidden' })
    expect([await isThere(graphId), all.evicted]).toEqual([true, []])
  })

  test('of a version that is not the newest any more is refused with the one that is', async () => {
    const { graphId } = await make(1)
    await all.graphs.update(owner, graphId, line(2))
    await expect(all.graphs.remove(owner, graphId, { ifVersion: 1 })).rejects.toMatchObject({
      code: 'version_conflict',
      message: expect.stringContaining('2'),
    })
    expect([await isThere(graphId), all.evicted]).toEqual([true, []])
    await all.graphs.remove(owner, graphId, { ifVersion: 2 })
    expect(await isThere(graphId)).toBe(false)
  })

  test.each([undefined, 1])(
    'that another caller was faster with finds nothing: if version %s',
    async ifVersion => {
      const { graphId } = await make(1)
      const { graphs, evicted } = graphsOn(opened.store, {
        remove: async id => {
          await opened.store.graphs.remove(id)
          return false
        },
      })
      await expect(graphs.remove(owner, graphId, { ifVersion })).rejects.toMatchObject(notFound)
      // Whoever was faster may have been another process.
      expect(evicted).toEqual([graphId])
    },
  )
})
