/** Which image a request gets: of which version, from where, and what it is told if there is none. */

import { beforeEach, describe, expect, test } from '@jest/globals'
import type { OwnedGraph } from '../../../src/domain/graph/graph.ts'
import { accountIdOf, type GraphId } from '../../../src/domain/ids.ts'
import { createArtifactCache } from '../../../src/domain/image/artifact-cache.ts'
import { createImages, type ImageRequester } from '../../../src/domain/image/images.ts'
import { defaultLook, type ImageSpec, variantOf } from '../../../src/domain/image/look.ts'
import { createQuarantine } from '../../../src/domain/image/quarantine.ts'
import {
  createVariantBudget,
  type Spending,
  type VariantBudget,
} from '../../../src/domain/image/variant-budget.ts'
import type { Store } from '../../../src/domain/ports.ts'
import { overloaded, renderFailed, renderTimeout, versionNotFound } from '../../../src/errors/errors.ts'
import { eventually } from '../../support/eventually.ts'
import { createHeldDispatcher } from '../../support/held-dispatcher.ts'
import { emptyFigure, graphRecord, renderingOf, storeGraph } from '../../support/records.ts'
import { useTestStore } from '../../support/store.ts'

const opened = useTestStore()
let graphId: GraphId
beforeEach(async () => {
  graphId = await storeGraph(opened.store)
})

const accountId = accountIdOf('a')
const png: ImageSpec = { ...defaultLook, format: 'png' }
const svg: ImageSpec = { ...defaultLook, format: 'svg' }

function setUp(own: Partial<Store> = {}, variantBudget?: VariantBudget) {
  const { asked, ...dispatcher } = createHeldDispatcher()
  const errors: unknown[] = []
  const images = createImages({
    store: { ...opened.store, ...own },
    dispatcher,
    variantBudget,
    memoryBytes: 1_000_000,
    onBackgroundError: (...error) => errors.push(error),
  })
  const graphOf = (version: number): OwnedGraph => ({ graphId, version, accountId })
  /** The image as text, once the render that was asked for brings this one. */
  async function drawn(text: string, spec = png, requester: ImageRequester = {}) {
    const before = asked.length
    const image = images.get(graphId, spec, requester)
    await eventually('it is asked for', () => asked.length > before)
    asked.at(-1)?.finish(text)
    return textOf(await image)
  }
  return { ...images, asked, errors, graphOf, drawn }
}

const textOf = ({ artifact }: { readonly artifact: { readonly bytes: Uint8Array } }) =>
  Buffer.from(artifact.bytes).toString()

const replace = () => opened.store.graphs.replace(graphRecord(graphId), emptyFigure, null)
const put = (version: number, spec: ImageSpec, text: string) =>
  opened.store.artifacts.put({ graphId, version }, variantOf(spec), {
    bytes: Buffer.from(text),
    etag: '"e"',
    createdAt: new Date(),
  })

describe('an image that is stored', () => {
  test('is answered without a render, and kept in memory until its graph is deleted', async () => {
    const { get, peek, evict, asked } = setUp()
    expect(await peek({ graphId, version: 1 }, png)).toBeNull()
    await put(1, png, 'stored')
    expect(textOf(await get(graphId, png))).toBe('stored')
    await put(1, png, 'stored later')
    expect(textOf(await get(graphId, png))).toBe('stored')
    evict(graphId)
    expect(textOf(await get(graphId, png))).toBe('stored later')
    expect(asked).toEqual([])
  })

  test('is kept in memory only if there is room', async () => {
    const { find } = createArtifactCache(opened.store, 1_000)
    for (const [length, isKept] of [
      [100, true],
      [1_001, false],
    ] as const) {
      const ref = { graphId: await storeGraph(opened.store), version: 1 }
      const putText = (text: string) =>
        opened.store.artifacts.put(ref, variantOf(png), {
          bytes: Buffer.from(text.repeat(length)),
          etag: '"e"',
          createdAt: new Date(),
        })
      await putText('a')
      await find(ref, png)
      await putText('b')
      expect((await find(ref, png))?.bytes[0]).toBe((isKept ? 'a' : 'b').charCodeAt(0))
    }
  })

  test('is of its version and its look', async () => {
    const { peek } = setUp()
    await put(1, png, 'first')
    await replace()
    await put(2, png, 'second')
    const found = await Promise.all([1, 2].map(version => peek({ graphId, version }, png)))
    expect(found.map(artifact => artifact && textOf({ artifact }))).toEqual(['first', 'second'])
    expect(await peek({ graphId, version: 2 }, svg)).toBeNull()
    expect(await peek({ graphId, version: 2 }, { ...png, width: 300 })).toBeNull()
  })
})

test('an image is drawn where the last render failed, but not because of the figure', async () => {
  const { drawn } = setUp()
  await opened.store.graphs.setRendering({ graphId, version: 1 }, renderingOf('failed'))
  expect(await drawn('again')).toBe('png again')
})

describe('a version', () => {
  test('is drawn from its own figure, and is the newest where none is asked for', async () => {
    const { drawn, asked } = setUp()
    await replace()
    expect(await drawn('first', png, { version: 1 })).toBe('png first')
    expect(await drawn('second', png, { version: 2 })).toBe('png second')
    expect(await drawn('also second', svg)).toBe('svg also second')
    expect(asked.map(({ job }) => job.version)).toEqual([1, 2, 2])
  })

  test('joins no render of another version', async () => {
    const { get, asked } = setUp()
    const first = get(graphId, png)
    await eventually('it is asked for', () => asked.length === 1)
    await replace()
    const second = get(graphId, png)
    await eventually('the other is asked for', () => asked.length === 2)
    asked[0]?.finish('first')
    asked[1]?.finish('second')
    expect([textOf(await first), textOf(await second)]).toEqual(['png first', 'png second'])
  })

  test('that is not there is told with the newest', async () => {
    const { get } = setUp()
    await expect(get(graphId, png, { version: 7 })).rejects.toMatchObject(versionNotFound(7, 1))
  })

  test('that was replaced before its render began gives way to the newest, if none was asked for', async () => {
    const { get, asked } = setUp()
    const image = get(graphId, png)
    await eventually('it is asked for', () => asked.length === 1)
    await replace()
    asked[0]?.fail(versionNotFound(1))
    await eventually('the newest is asked for', () => asked.length === 2)
    asked[1]?.finish('second')
    expect(textOf(await image)).toBe('png second')
    const own = get(graphId, svg, { version: 2 })
    await eventually('it is asked for', () => asked.length === 3)
    asked[2]?.fail(versionNotFound(2))
    await expect(own).rejects.toMatchObject({ code: 'version_not_found' })
  })

  test('that is replaced again and again is given up after five renders', async () => {
    const { get, asked } = setUp()
    const image = get(graphId, png).catch(error => error)
    for (let count = 1; count <= 5; count++) {
      await eventually('it is asked for', () => asked.length === count)
      asked.at(-1)?.fail(versionNotFound(1))
    }
    expect(await image).toMatchObject({ code: 'overloaded', message: expect.stringContaining('?stale') })
    expect(asked).toHaveLength(5)
  })
})

describe('an older image', () => {
  beforeEach(async () => {
    await put(1, png, 'first')
    await replace()
  })

  test('is answered if that is asked for, while the newest is drawn; its failure is told to nobody else', async () => {
    const { get, asked, errors } = setUp()
    expect(await get(graphId, png, { stale: true })).toMatchObject({ record: { version: 1 } })
    await eventually('the newest is asked for', () => asked.length === 1)
    const failure = overloaded('no place')
    asked[0]?.fail(failure)
    await eventually('its failure is told', () => errors.length > 0)
    expect(errors).toEqual([[failure, graphId]])
  })

  test('is not answered otherwise, nor where a version is asked for, or none is there', async () => {
    const { drawn } = setUp()
    expect(await drawn('now', png)).toBe('png now')
    const others = setUp()
    expect(await others.drawn('second', png, { stale: true, version: 2 })).toBe('png second')
    expect(await others.drawn('newest', svg, { stale: true })).toBe('svg newest')
  })
})

test('an older image whose version is gone meanwhile is not answered', async () => {
  await put(1, png, 'first')
  await replace()
  const { drawn } = setUp({ graphs: { ...opened.store.graphs, findVersion: async () => null } })
  expect(await drawn('newest', png, { stale: true })).toBe('png newest')
})

describe('the state of an image', () => {
  const stateOf = (images: ReturnType<typeof setUp>, status: 'pending' | 'ready' | 'running') =>
    images.renderingOf(graphRecord(graphId, { rendering: renderingOf(status) }))

  test('is failed while a figure that took too long rests, unless the image is there', async () => {
    const images = setUp()
    expect(await stateOf(images, 'pending')).toEqual(renderingOf('pending'))
    const timeout = renderTimeout('took too long')
    await createQuarantine(opened.store).strike(`${graphId}@1`, defaultLook, timeout)
    expect(await stateOf(images, 'pending')).toEqual({
      status: 'failed',
      error: timeout.message,
      omitted: [],
    })
    for (const status of ['ready', 'running'] as const)
      expect(await stateOf(images, status)).toEqual(renderingOf(status))
  })

  test('is not told where the store fails', async () => {
    const broken = new Error('the disk smokes')
    const records: Store['records'] = <T extends object>(name: string) => ({
      ...opened.store.records<T>(name),
      get: () => Promise.reject(broken),
    })
    await expect(stateOf(setUp({ records }), 'pending')).rejects.toBe(broken)
  })
})

describe('a render in the background', () => {
  test('is made once, and is done when it is stored', async () => {
    const { prerender, resume, graphOf, asked, get } = setUp()
    prerender(graphOf(1))
    const done = resume(graphOf(1))
    await eventually('it is asked for', () => asked.length > 0)
    asked[0]?.finish('ahead')
    await done
    expect(asked).toHaveLength(1)
    expect(textOf(await get(graphId, svg))).toBe('svg ahead')
  })

  test('that fails is told, and one that is awaited tells whoever waits', async () => {
    const { prerender, resume, graphOf, asked, errors } = setUp()
    const failure = renderFailed('no such subplot')
    prerender(graphOf(1))
    await eventually('it is asked for', () => asked.length === 1)
    asked[0]?.fail(failure)
    await eventually('its failure is told', () => errors.length > 0)
    expect(errors).toEqual([[failure, graphId]])
    const awaited = resume(graphOf(1))
    await eventually('it is asked for again', () => asked.length === 2)
    asked[1]?.fail(failure)
    await expect(awaited).rejects.toBe(failure)
  })

  test('is started again for those who wait, where the only caller of it has left', async () => {
    const { get, resume, graphOf, asked } = setUp()
    const caller = new AbortController()
    const leaving = get(graphId, png, { signal: caller.signal }).catch(error => error.code)
    await eventually('it is asked for', () => asked.length === 1)
    const awaited = resume(graphOf(1))
    // Once it has joined.
    await new Promise(resolve => setTimeout(resolve, 50))
    caller.abort()
    expect(await leaving).toBe('cancelled')
    await eventually('another is asked for', () => asked.length === 2)
    expect(asked[1]).toMatchObject({ priority: 'background', job: { formats: ['png', 'svg'] } })
    asked[1]?.finish('again')
    await awaited
  })

  test('of a deleted graph is not started again, and its images are forgotten', async () => {
    const { resume, evict, graphOf, asked, peek } = setUp()
    const awaited = resume(graphOf(1))
    await eventually('it is asked for', () => asked.length === 1)
    asked[0]!.begun = true
    evict(graphId)
    asked[0]?.finish('late')
    await awaited
    expect(await peek({ graphId, version: 1 }, png)).toBeNull()
    const other = resume(graphOf(1)).catch(error => error.code)
    await eventually('it is asked for', () => asked.length === 2)
    evict(graphId)
    expect(await other).toBe('cancelled')
    expect(asked).toHaveLength(2)
  })
})

describe('a caller', () => {
  test('who has left already starts nothing', async () => {
    const { get, asked } = setUp()
    const gone = { signal: AbortSignal.abort() }
    await expect(get(graphId, png, gone)).rejects.toMatchObject({ code: 'cancelled' })
    expect(asked).toEqual([])
  })

  test('who waits for an image of a graph that is deleted is told so, also if its render goes on', async () => {
    const { get, evict, asked } = setUp()
    for (const begun of [true, false]) {
      const image = get(graphId, png).catch(error => error.code)
      await eventually('it is asked for', () => asked.length > 0)
      asked[0]!.begun = begun
      evict(graphId)
      asked[0]?.finish('late')
      expect(await image).toBe('graph_not_found')
      asked.length = 0
    }
  })

  test('whose format is left out is told so, or that the graph is gone', async () => {
    for (const code of ['payload_too_large', 'graph_not_found']) {
      const { get, asked } = setUp()
      const image = get(graphId, svg).catch(error => error.code)
      await eventually('it is asked for', () => asked.length > 0)
      if (code === 'graph_not_found') await opened.store.graphs.remove(graphId)
      asked[0]!.wanted = ['png']
      asked[0]?.finish('alone')
      expect(await image).toBe(code)
    }
  })

  test('pays for a render in another size that it starts, but not for one that it joins', async () => {
    const spent: Spending[number][] = []
    const variantBudget = createVariantBudget({ onSpent: spending => void spent.push(...spending) })
    const { get, asked } = setUp({}, variantBudget)
    const wide = { ...png, width: 900 }
    const images = ['192.0.2.1', '192.0.2.2'].map(address => get(graphId, wide, { address }))
    await eventually('it is asked for', () => asked.length === 1)
    await new Promise(resolve => setTimeout(resolve, 50))
    asked[0]?.finish('once')
    await Promise.all(images)
    expect(spent.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      `graph ${graphId}`,
      'address 192.0.2.1',
      'bytes 192.0.2.1',
    ])
  })
})
