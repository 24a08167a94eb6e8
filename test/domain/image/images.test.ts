/** The pictures of a graph: one drawing however many ask, and nothing of a graph that is gone. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  type Artifact,
  defaultLook,
  type ImageFormat,
  type ImageSpec,
} from '../../../src/domain/graph/graph.ts'
import { createImages } from '../../../src/domain/image/images.ts'
import type { RenderDispatcher, RenderJob, RenderPriority, Store } from '../../../src/domain/ports.ts'
import { browserEnded, renderFailed, renderTimeout } from '../../../src/errors/errors.ts'
import { openStore } from '../../../src/storage/open.ts'

interface Asked {
  readonly job: RenderJob
  readonly priority: RenderPriority
  /** What somebody waits for; null while nobody does. */
  wanted: readonly ImageFormat[] | null
  /** From when on its formats stand. */
  begun: boolean
  cancelled: boolean
  finish(text: string): void
  fail(error: unknown): void
}

/** A dispatcher whose renders end when the test says so. */
function createHeldDispatcher(): RenderDispatcher & { asked: Asked[] } {
  const asked: Asked[] = []
  return {
    asked,
    submit(job, priority) {
      const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<ImageFormat, Artifact>>()
      const formats = () => one.wanted ?? job.formats
      const one: Asked = {
        job,
        priority,
        wanted: null,
        begun: false,
        cancelled: false,
        finish: text =>
          resolve(
            new Map(
              formats().map(format => [
                format,
                { bytes: Buffer.from(`${format} ${text}`), etag: '"e"', createdAt: new Date() },
              ]),
            ),
          ),
        fail: reject,
      }
      asked.push(one)
      return {
        result: promise,
        promote(wanted) {
          if (!one.begun) one.wanted = wanted
          return formats()
        },
        cancel() {
          one.cancelled = true
          reject(new Error('cancelled'))
        },
      }
    },
    canary: async () => {},
    close: async () => {},
  }
}

const png: ImageSpec = { ...defaultLook, format: 'png' }
const svg: ImageSpec = { ...defaultLook, format: 'svg' }
const tick = () => new Promise(resolve => setTimeout(resolve, 20))

let folder: string
let store: Store

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plotgate-images-'))
  store = await openStore({ mongodbUrl: null, dataDir: folder })
})

afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true, force: true })
})

function room() {
  const dispatcher = createHeldDispatcher()
  const images = createImages({ store, dispatcher, memoryBytes: 1_000_000, onBackgroundError: () => {} })
  return { images, asked: dispatcher.asked }
}

async function newGraph(): Promise<string> {
  const graphId = crypto.randomUUID().replaceAll('-', '').slice(0, 21)
  const rendering = { status: 'pending' as const, error: null, omitted: [] }
  await store.graphs.insert(
    { graphId, accountId: 'a', createdAt: new Date(), title: null, traceTypes: [], warnings: [], rendering },
    { data: '[]', layout: '{}', frames: null },
  )
  return graphId
}

describe('a request for a picture that is not ready', () => {
  test('joins the render that the create began, and hastens it', async () => {
    const { images, asked } = room()
    const graphId = await newGraph()
    images.prerender(graphId)
    const answers = Promise.all([
      images.get(graphId, png),
      images.get(graphId, svg),
      images.get(graphId, png),
    ])
    await tick()
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ priority: 'background', wanted: ['png', 'svg'] })
    asked[0]?.finish('once')
    const texts = (await answers).map(({ artifact }) => Buffer.from(artifact.bytes).toString())
    expect(texts).toEqual(['png once', 'svg once', 'png once'])
  })

  test('waits for no other format: the drawing that has not begun makes what is waited for alone', async () => {
    const { images, asked } = room()
    const graphId = await newGraph()
    images.prerender(graphId)
    expect(asked[0]?.job.formats).toEqual(['png', 'svg'])
    const waiting = images.get(graphId, png)
    await tick()
    expect(asked[0]?.wanted).toEqual(['png'])

    // Now it is being drawn: who wants the other format has it drawn.
    asked[0]!.begun = true
    const page = images.get(graphId, svg)
    await tick()
    expect(asked[1]).toMatchObject({ job: { formats: ['svg'] }, priority: 'waiting' })
    asked[0]?.finish('first')
    asked[1]?.finish('second')
    expect(Buffer.from((await waiting).artifact.bytes).toString()).toBe('png first')
    expect(Buffer.from((await page).artifact.bytes).toString()).toBe('svg second')
  })

  test('of another size is a render of its own', async () => {
    const { images, asked } = room()
    const graphId = await newGraph()
    images.prerender(graphId)
    const wide = images.get(graphId, { ...png, width: 900 })
    await tick()
    expect(asked.map(({ job }) => job.look.width)).toEqual([null, 900])
    asked[1]?.finish('wide')
    expect(Buffer.from((await wide).artifact.bytes).toString()).toBe('png wide')
  })
})

describe('a graph that is deleted', () => {
  test('while its render runs: whoever waits hears that there is none, and nothing stays in memory', async () => {
    const { images, asked } = room()
    const graphId = await newGraph()
    const waiting = images.get(graphId, png)
    await tick()
    await store.graphs.remove(graphId)
    images.evict(graphId)
    await expect(waiting).rejects.toThrow()
    expect(asked[0]?.cancelled).toBe(true)
    await expect(images.get(graphId, png)).rejects.toMatchObject({ code: 'graph_not_found' })
  })
})

describe('a render that ends in an error', () => {
  test('the library refused the figure: the same answer again, without another try', async () => {
    const { images, asked } = room()
    const graphId = await newGraph()
    await store.graphs.setRendering(graphId, { status: 'failed', error: 'no such subplot', omitted: [] })
    await expect(images.get(graphId, png)).rejects.toEqual(renderFailed('no such subplot'))
    expect(asked).toHaveLength(0)
  })

  test('the figure never ends: no request costs another deadline until the moment to come back', async () => {
    const { images, asked } = room()
    const graphId = await newGraph()
    const first = images.get(graphId, png)
    await tick()
    asked[0]?.fail(renderTimeout('not drawn', 60))
    await expect(first).rejects.toMatchObject({ code: 'render_timeout', retryAfter: 60 })
    await expect(images.get(graphId, { ...png, width: 300 })).rejects.toMatchObject({
      code: 'render_timeout',
    })
    expect(asked).toHaveLength(1)
  })

  test('a figure that ended two browsers does not end two more at the next request', async () => {
    const { images, asked } = room()
    const graphId = await newGraph()
    const first = images.get(graphId, png)
    await tick()
    asked[0]?.fail(browserEnded(new Error('gone')))
    await expect(first).rejects.toMatchObject({ code: 'unavailable', retryAfter: 60 })
    await expect(images.get(graphId, png)).rejects.toMatchObject({ code: 'unavailable' })
    expect(asked).toHaveLength(1)
  })

  test('no place came free: the next request tries again', async () => {
    const { images, asked } = room()
    const graphId = await newGraph()
    const first = images.get(graphId, png)
    await tick()
    asked[0]?.fail(renderTimeout('no place'))
    await expect(first).rejects.toMatchObject({ code: 'render_timeout' })
    const second = images.get(graphId, png)
    await tick()
    asked[1]?.finish('now')
    expect(Buffer.from((await second).artifact.bytes).toString()).toBe('png now')
  })
})
