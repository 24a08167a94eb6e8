/** Changes of a stored graph: new figures, points, and older versions brought back. */

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Actor } from '../../../src/domain/actor.ts'
import type { Graph } from '../../../src/domain/graph/graph.ts'
import type { GraphId } from '../../../src/domain/ids.ts'
import type { ChangeOutcome, GraphStore } from '../../../src/domain/ports.ts'
import { actorOf, bodyOf, graphsOn } from '../../support/graphs.ts'
import { graphIdOf } from '../../support/ids.ts'
import { useTestStore } from '../../support/store.ts'

const opened = useTestStore()
let whole: GraphStore
let owner: Actor
let all: ReturnType<typeof graphsOn>
beforeAll(() => {
  whole = opened.store.graphs
})
beforeEach(() => {
  owner = actorOf(randomUUID())
  all = graphsOn(opened.store)
})

const nowhere = graphIdOf('a'.repeat(21))
const notFound = { code: 'graph_not_found', status: 404 }
const line = (...y: number[]) => bodyOf({ data: [{ y }], layout: { title: { text: `of ${y.length}` } } })
const make = (...y: number[]) => all.graphs.create(owner, line(...y))
const points = (...y: unknown[]) => bodyOf({ points: [{ trace: 0, y }] })
const valuesOf = ({ figure }: Pick<Graph, 'figure'>) => JSON.parse(String(figure.data))[0].y
const valuesNow = async (graphId: GraphId) => valuesOf(await all.graphs.read(graphId))
const conflict = (newest: number) => ({
  code: 'version_conflict',
  message: expect.stringContaining(`${newest}`),
})
const keyOf = (key: string) => ({ idempotency: { key, operation: 'PUT' } })

/** Each change, as a call. Those of the figure make it one of `y`, and those of points add it. */
const changes = {
  update: (graphs: typeof all.graphs, graphId: GraphId, y: number, options = {}, actor = owner) =>
    graphs.update(actor, graphId, line(y), options).then(({ version }) => version),
  append: (graphs: typeof all.graphs, graphId: GraphId, y: number, options = {}, actor = owner) =>
    graphs.append(actor, graphId, points(y), options),
}
const everyChange = Object.entries(changes)

describe.each(everyChange)('%s', (_name, change) => {
  test('makes a version, which is rendered ahead and told to followers', async () => {
    const { graphId } = await make(1)
    expect(await change(all.graphs, graphId, 2)).toBe(2)
    expect((await all.graphs.find(graphId))?.version).toBe(2)
    expect(all.published).toEqual([{ graphId, version: 2 }])
    expect(all.prerendered.slice(1)).toEqual([
      expect.objectContaining({ graphId, version: 2, accountId: owner.accountId }),
    ])
  })

  test('is for keys that may write, of the account that has the graph', async () => {
    const { graphId } = await make(1)
    const reader = { ...owner, scopes: actorOf('a', ['graphs:read']).scopes }
    for (const actor of [reader, actorOf('b')]) {
      await expect(change(all.graphs, graphId, 2, {}, actor)).rejects.toMatchObject({ code: 'forbidden' })
    }
    await expect(change(all.graphs, nowhere, 2)).rejects.toMatchObject(notFound)
    expect([await valuesNow(graphId), all.published]).toEqual([[1], []])
  })

  test('of a version that is not the newest any more is refused with the one that is', async () => {
    const { graphId } = await make(1)
    expect(await change(all.graphs, graphId, 2, { ifVersion: 1 })).toBe(2)
    await expect(change(all.graphs, graphId, 3, { ifVersion: 1 })).rejects.toMatchObject(conflict(2))
    expect(await change(all.graphs, graphId, 3, { ifVersion: 2 })).toBe(3)
  })

  test('that is repeated is answered with the version that it made', async () => {
    const { graphId } = await make(1)
    const key = keyOf(randomUUID())
    expect(await change(all.graphs, graphId, 2, key)).toBe(2)
    expect(await change(all.graphs, graphId, 3)).toBe(3)
    const values = await valuesNow(graphId)
    expect(await change(all.graphs, graphId, 2, key)).toBe(2)
    expect([await valuesNow(graphId), all.published.length]).toEqual([values, 2])
    await expect(change(all.graphs, graphId, 4, key)).rejects.toMatchObject({ code: 'idempotency_conflict' })
  })

  test('that is sent twice at once is made once', async () => {
    const { graphId } = await make(1)
    const key = keyOf(randomUUID())
    for (const options of [key, { ...keyOf(randomUUID()), ifVersion: 2 }]) {
      const before = (await all.graphs.find(graphId))?.version ?? 0
      const versions = await Promise.all([1, 2, 3].map(() => change(all.graphs, graphId, 2, options)))
      expect(versions).toEqual(Array(3).fill(before + 1))
    }
    expect((await all.graphs.find(graphId))?.version).toBe(3)
  })
})

/** Answers of a store to `replace` or `append`, first one, then the next; then its own. */
const answering = (call: 'replace' | 'append', before: (graphId: GraphId) => Promise<ChangeOutcome | null>) =>
  graphsOn(opened.store, {
    [call]: async (...given: never[]) => {
      const [first] = given as unknown[]
      const graphId = (call === 'append' ? first : (first as { graphId: GraphId }).graphId) as GraphId
      return (await before(graphId)) ?? (whole[call] as (...all: never[]) => Promise<ChangeOutcome>)(...given)
    },
  })

describe.each([
  ['update', 'replace', changes.update],
  ['append', 'append', changes.append],
] as const)('%s beside other processes', (_name, call, change) => {
  test('is made on top of what they made', async () => {
    const { graphId } = await make(1)
    let times = 3
    const busy = answering(call, async () => {
      if (times-- <= 0) return null
      await whole.replace((await whole.find(graphId)) as never, { ...emptyOf(7) }, null)
      return { kind: 'stale' }
    })
    expect(await change(busy.graphs, graphId, 8)).toBe(5)
    expect(await valuesNow(graphId)).toEqual(call === 'append' ? [7, 8] : [8])
    expect(busy.published).toEqual([{ graphId, version: 5 }])
  })

  test('is given up if they never pause', async () => {
    const { graphId } = await make(1)
    let times = 0
    const busy = answering(call, async () => {
      times += 1
      return { kind: 'stale' }
    })
    await expect(change(busy.graphs, graphId, 2)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    expect(times).toBeLessThanOrEqual(50)
    expect(times).toBeGreaterThan(10)
  })

  test('of a version that they replaced meanwhile is refused', async () => {
    const { graphId } = await make(1)
    const busy = answering(call, async id => {
      await whole.replace((await whole.find(id)) as never, emptyOf(7), null)
      return { kind: 'stale' }
    })
    await expect(change(busy.graphs, graphId, 2, { ifVersion: 1 })).rejects.toMatchObject(conflict(2))
  })

  test('of a graph that they deleted meanwhile finds nothing', async () => {
    for (const kind of ['absent', 'stale'] as const) {
      const { graphId } = await make(1)
      const busy = answering(call, async id => {
        await whole.remove(id)
        return { kind }
      })
      await expect(change(busy.graphs, graphId, 2, { ifVersion: 1 })).rejects.toMatchObject(notFound)
      expect(busy.published).toEqual([])
    }
  })
})

const emptyOf = (y: number) => ({ data: `[{"y":[${y}]}]`, layout: '{}', frames: null })

describe('update', () => {
  test('replaces what lists show, but not when and by whom the graph was made', async () => {
    const first = await make(1)
    const { graphId, accountId, createdAt } = first
    const bars = bodyOf({ data: [{ type: 'bar', y: [2] }] })
    const second = await all.graphs.update(owner, graphId, bars)
    expect(second).toMatchObject({
      graphId,
      accountId,
      createdAt,
      version: 2,
      title: null,
      traceTypes: ['bar'],
      warnings: [],
      rendering: { status: 'pending', error: null, omitted: [] },
    })
    expect(second.updatedAt.getTime()).toBeGreaterThanOrEqual(createdAt.getTime())
    expect(valuesOf(second)).toEqual([2])
    expect(all.prerendered.map(({ digest }) => digest)).toEqual([expect.any(String), expect.any(String)])
    expect(all.prerendered[0]?.digest).not.toBe(all.prerendered[1]?.digest)
  })

  test('is refused for warnings where that is asked for', async () => {
    const { graphId } = await make(1)
    const doubtful = bodyOf({ data: [{ mode: 'lines', y: [1] }] })
    await expect(all.graphs.update(owner, graphId, doubtful, { strictness: 'strict' })).rejects.toMatchObject(
      {
        code: 'invalid_figure',
      },
    )
    expect((await all.graphs.update(owner, graphId, doubtful)).warnings).toHaveLength(1)
  })

  test('changes the expiry only if it names one', async () => {
    const at = new Date(Date.now() + 3_600_000)
    const parameter = 'expires'
    const { graphId } = await all.graphs.create(owner, line(1), { expiry: { at, parameter } })
    expect((await all.graphs.update(owner, graphId, line(2))).expiresAt).toEqual(at)
    const never = { expiry: { at: null, parameter } }
    expect((await all.graphs.update(owner, graphId, line(3), never)).expiresAt).toBeNull()
    expect((await all.graphs.find(graphId))?.expiresAt).toBeNull()
    const passed = { expiry: { at: new Date(Date.now() - 1), parameter } }
    await expect(all.graphs.update(owner, graphId, line(4), passed)).rejects.toMatchObject({
      code: 'invalid_parameter',
    })
  })

  test('leaves an expiry alone that another has just changed', async () => {
    const expiryAt = (at: Date | null) => ({ expiry: { at, parameter: 'expires' } })
    const { graphId } = await all.graphs.create(owner, line(1), expiryAt(new Date(Date.now() + 3_600_000)))
    const late = graphsOn(opened.store, {
      async replace(...given) {
        await all.graphs.update(owner, graphId, line(2), expiryAt(null))
        return whole.replace(...given)
      },
    })
    await late.graphs.update(owner, graphId, line(3))
    expect(await all.graphs.find(graphId)).toMatchObject({ version: 3, expiresAt: null })
  })

  test('that is repeated after its expiry has passed is answered as before', async () => {
    const { graphId } = await make(1)
    const key = keyOf(randomUUID())
    const to = (ms: number) => ({ ...key, expiry: { at: new Date(Date.now() + ms), parameter: 'expires' } })
    await all.graphs.update(owner, graphId, line(2), to(60_000))
    await all.graphs.update(owner, graphId, line(3))
    expect(await all.graphs.update(owner, graphId, line(2), to(-1))).toMatchObject({ version: 2 })
  })
})

describe('an older version', () => {
  test('that is brought back is a new version of its figure', async () => {
    const { graphId } = await make(1)
    await all.graphs.update(owner, graphId, bodyOf({ data: [{ type: 'bar', y: [2] }] }))
    const third = await all.graphs.bringBack(owner, graphId, 1)
    expect(third).toMatchObject({ version: 3, title: 'of 1', traceTypes: ['scatter'] })
    expect(await valuesNow(graphId)).toEqual([1])
    expect(all.published).toEqual([
      { graphId, version: 2 },
      { graphId, version: 3 },
    ])
    // So that its image is found, and not drawn again.
    expect(all.prerendered[2]?.digest).toBe(all.prerendered[0]?.digest)
  })

  test('of a large figure is brought back as well', async () => {
    const long = bodyOf({ data: [{ y: Array.from({ length: 30_000 }, (_, at) => at) }] })
    const { graphId } = await all.graphs.create(owner, long)
    await all.graphs.update(owner, graphId, line(2))
    expect((await all.graphs.bringBack(owner, graphId, 1)).version).toBe(3)
    expect(await valuesNow(graphId)).toHaveLength(30_000)
    expect(all.prerendered[2]?.digest).toBeUndefined()
  })

  test('must be there, and its graph the caller’s own', async () => {
    const { graphId } = await make(1)
    await expect(all.graphs.bringBack(owner, graphId, 2)).rejects.toMatchObject({ code: 'version_not_found' })
    await expect(all.graphs.bringBack(owner, nowhere, 1)).rejects.toMatchObject(notFound)
    await expect(all.graphs.bringBack(actorOf('b'), graphId, 1)).rejects.toMatchObject({ code: 'forbidden' })
    expect(all.published).toEqual([])
  })
})
