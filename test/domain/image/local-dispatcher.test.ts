/** What a render in this process reads from the store, writes to it and takes from the account's time. */

import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { figureDigest } from '../../../src/domain/figure/digest.ts'
import type { Rendering, VersionRef } from '../../../src/domain/graph/graph.ts'
import { accountIdOf, type GraphId } from '../../../src/domain/ids.ts'
import type { ImageFormat } from '../../../src/domain/image/formats.ts'
import { imageKeysOf } from '../../../src/domain/image/image-key.ts'
import { defaultLook, variantOf } from '../../../src/domain/image/look.ts'
import type { Renderer, RenderRequest, RenderResult } from '../../../src/domain/image/ports.ts'
import { createQuarantine } from '../../../src/domain/image/quarantine.ts'
import {
  createLocalDispatcher,
  type LocalDispatcherDeps,
} from '../../../src/domain/image/renders/local-dispatcher.ts'
import type { Store } from '../../../src/domain/ports.ts'
import {
  overloaded,
  quotaExceeded,
  renderFailed,
  renderTimeout,
  svgTooLarge,
} from '../../../src/errors/errors.ts'
import { eventually } from '../../support/eventually.ts'
import { graphIdOf } from '../../support/ids.ts'
import { emptyFigure, graphRecord, renderingOf, storeGraph } from '../../support/records.ts'
import { useTestStore } from '../../support/store.ts'

const opened = useTestStore()
let graphId: GraphId
beforeEach(async () => {
  graphId = await storeGraph(opened.store)
})
afterEach(() => {
  jest.restoreAllMocks()
})

const accountId = accountIdOf('a')
const png = variantOf({ ...defaultLook, format: 'png' })
const timeout = renderTimeout('took too long')
const wide = { ...defaultLook, width: 900 }

/** What becomes of a render once its figure is read: by default its images. */
type Draw = (request: RenderRequest) => Promise<RenderResult>
const drawn: Draw = async ({ formats }) => ({
  images: new Map(formats.map(format => [format, Buffer.from(format)])),
  omitted: ['https://tiles.example'],
})

function setUp(draw = drawn, own: Partial<LocalDispatcherDeps> = {}) {
  const requests: RenderRequest[] = []
  const errors: unknown[] = []
  const closed: string[] = []
  const renderer: Pick<Renderer, 'draw' | 'canary' | 'close'> = {
    draw(request) {
      requests.push(request)
      const result = request.figure().then(() => draw(request))
      return { result, promote: () => request.formats, cancel: () => false }
    },
    canary: async () => void closed.push('canary'),
    close: async () => void closed.push('renderer'),
  }
  const dispatcher = createLocalDispatcher({
    store: opened.store,
    renderer: renderer as Renderer,
    onStoreError: (...error) => errors.push(error),
    ...own,
  })
  const submit = (look = defaultLook, version = 1) =>
    dispatcher.submit({ graphId, version, accountId, look, formats: ['png', 'svg'] }, 'waiting')
  /** The images or the error, once everything is written. */
  const outcome = async (look = defaultLook) => {
    const result = await submit(look).result.catch(error => error)
    await dispatcher.settled()
    return result
  }
  const state = async () => (await opened.store.graphs.find(graphId))?.rendering
  return { dispatcher, submit, outcome, requests, errors, closed, state }
}

describe('a render', () => {
  test('is asked for by account and version, apart from those of other sizes', async () => {
    const { submit, requests } = setUp()
    await submit().result
    await submit(wide).result
    const common = { formats: ['png', 'svg'], priority: 'waiting', figureId: `${graphId}@1`, account: 'a' }
    expect(requests).toMatchObject([
      { ...common, look: defaultLook, share: 'stored' },
      { ...common, look: wide, share: 'variants' },
    ])
  })

  test('has its images stored, with the release that made them, and its graph ready', async () => {
    const { submit, state } = setUp(drawn, { release: '1.2.3' })
    const handle = submit()
    const artifact = (await handle.result).get('png')
    await handle.stored?.()
    const omitted = ['https://tiles.example']
    expect(artifact).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]{27}"$/),
      drawnBy: '1.2.3',
      omitted,
    })
    expect(await opened.store.artifacts.get({ graphId, version: 1 }, png)).toEqual(artifact)
    expect(await state()).toEqual({ status: 'ready', error: null, omitted })
  })

  test('in another size says nothing of the graph', async () => {
    const { outcome, state } = setUp()
    await outcome(wide)
    await setUp(() => Promise.reject(renderFailed('no such subplot'))).outcome(wide)
    expect((await state())?.status).toBe('pending')
    expect(
      await opened.store.artifacts.get({ graphId, version: 1 }, variantOf({ ...wide, format: 'svg' })),
    ).not.toBeNull()
  })

  test('is told in the store while it runs, where no reader of this process hears of it', async () => {
    const go = Promise.withResolvers<void>()
    const { submit, state } = setUp(request => go.promise.then(() => drawn(request)))
    const { result } = submit()
    await eventually('it is running', async () => (await state())?.status === 'running')
    expect(await state()).toEqual(renderingOf('running'))
    go.resolve()
    await result
  })

  test('is told to readers of this process before the store has it, where there are any', async () => {
    const told: string[] = []
    const announce = (_ref: VersionRef, { status }: Rendering) => {
      told.push(status)
      return () => void told.push(`${status} is stored`)
    }
    const { outcome } = setUp(drawn, { renderings: { announce } })
    await outcome(wide)
    expect(told).toEqual([])
    await outcome()
    expect(told).toEqual(['running', 'ready', 'ready is stored'])
  })

  test('has images that are found for equal figures of the account, whether it came with their digest or not', async () => {
    const { dispatcher, outcome } = setUp()
    const find = (digest: string) => opened.store.artifacts.findEqual(imageKeysOf(accountId, digest)(png))
    const digest = figureDigest(emptyFigure)
    await opened.store.graphs.removeAll(accountId)
    graphId = await storeGraph(opened.store)
    expect(await find(digest)).toBeNull()
    await outcome()
    expect(await find(digest)).not.toBeNull()
    const job = { graphId: await storeGraph(opened.store), version: 1, accountId, look: defaultLook }
    await dispatcher.submit({ ...job, digest: 'told', formats: ['png'] }, 'waiting').result
    await dispatcher.settled()
    expect(await find('told')).not.toBeNull()
  })

  test('of a graph or version that is gone finds nothing', async () => {
    const { submit } = setUp()
    await expect(submit(defaultLook, 7).result).rejects.toMatchObject({ code: 'version_not_found' })
    await opened.store.graphs.remove(graphId)
    await expect(submit().result).rejects.toMatchObject({ code: 'graph_not_found' })
  })

  test('of a layout that is too large is not begun', async () => {
    graphId = graphIdOf(`large${graphId}`.slice(0, 21))
    await opened.store.graphs.insert(graphRecord(graphId), {
      ...emptyFigure,
      layout: '{"width":9000,"height":9000}',
    })
    const { outcome, state } = setUp()
    expect(await outcome()).toMatchObject({ code: 'payload_too_large' })
    expect((await state())?.status).toBe('pending')
  })

  test('that cannot be stored is told as a fault, and was sent all the same', async () => {
    const full = new Error('the disk is full')
    const artifacts = { ...opened.store.artifacts, put: () => Promise.reject(full) }
    const { dispatcher, submit, errors } = setUp(drawn, { store: { ...opened.store, artifacts } })
    expect([...(await submit().result).keys()]).toEqual(['png', 'svg'])
    await dispatcher.settled()
    expect(errors).toEqual([[full, graphId]])
  })

  test('of a graph that is deleted meanwhile is stored nowhere', async () => {
    const { dispatcher, submit, errors } = setUp(async request => {
      await opened.store.graphs.remove(graphId)
      return drawn(request)
    })
    await submit().result
    await dispatcher.settled()
    expect([await opened.store.artifacts.get({ graphId, version: 1 }, png), errors]).toEqual([null, []])
  })
})

describe('a render that fails', () => {
  test('by the figure’s own fault fails its graph', async () => {
    const { outcome, state } = setUp(() => Promise.reject(renderFailed('no such subplot')))
    expect(await outcome()).toMatchObject({ code: 'render_failed', message: 'no such subplot' })
    expect(await state()).toEqual({ status: 'failed', error: 'no such subplot', omitted: [] })
  })

  test.each([overloaded('no place'), new Error('a fault of ours')])(
    'by another is passed on, and the graph is pending again: %s',
    async error => {
      const { outcome, state } = setUp(() => Promise.reject(error))
      expect(await outcome()).toBe(error)
      expect(await state()).toEqual(renderingOf('pending'))
      expect(await createQuarantine(opened.store).check(`${graphId}@1`, defaultLook)).toBe(0)
    },
  )

  test('by taking too long is not tried again for a minute, then longer, until it was drawn after all', async () => {
    const quarantine = createQuarantine(opened.store)
    const end = () =>
      opened.store.records<{ until: number }>('quarantine').update(`${graphId}@1`, { until: Date.now() - 1 })
    let draw: Draw = () => Promise.reject(timeout)
    const { outcome, submit, dispatcher, requests } = setUp(request => draw(request))
    expect(await outcome()).toMatchObject({ code: 'render_timeout', retryAfter: 60 })
    expect(await outcome()).toMatchObject({ code: 'render_timeout' })
    await end()
    expect(await outcome()).toMatchObject({ retryAfter: 300 })
    await end()
    draw = drawn
    await submit().result
    await dispatcher.settled()
    expect(await quarantine.check(`${graphId}@1`, defaultLook)).toBe(0)
    expect(requests).toHaveLength(4)
  })

  test('by taking too long, of which another process has made the image, does not rest', async () => {
    const { outcome } = setUp(async () => {
      await opened.store.graphs.setRendering(
        { graphId, version: 1 },
        { status: 'ready', error: null, omitted: [] },
      )
      throw timeout
    })
    expect(await outcome()).toBe(timeout)
    expect(await createQuarantine(opened.store).check(`${graphId}@1`, defaultLook)).toBe(0)
    // That image says nothing of other sizes.
    expect(await outcome(wide)).toMatchObject({ code: 'render_timeout', retryAfter: 60 })
    await expect(createQuarantine(opened.store).check(`${graphId}@1`, wide)).rejects.toMatchObject({
      retryAfter: 60,
    })
  })

  test('by an svg that is too large is not tried again for a minute, as a pdf neither, but in other formats', async () => {
    const tried: string[] = []
    const { dispatcher } = setUp(async request => {
      tried.push(...request.formats)
      if (request.formats.includes('png')) return drawn(request)
      throw svgTooLarge()
    })
    const outcome = (...formats: ImageFormat[]) =>
      dispatcher
        .submit({ graphId, version: 1, accountId, look: defaultLook, formats }, 'waiting')
        .result.catch(error => error)
    await outcome('png')
    for (const format of ['svg', 'svg', 'pdf'] as const)
      expect(await outcome(format)).toMatchObject({ code: 'payload_too_large', retryAfter: 60 })
    await outcome('png')
    expect(tried).toEqual(['png', 'svg', 'png'])
  })

  test('by taking too long rests, although another version has its image', async () => {
    const { outcome } = setUp(async () => {
      await opened.store.graphs.replace(graphRecord(graphId), emptyFigure, 1)
      await opened.store.graphs.setRendering({ graphId, version: 2 }, renderingOf('ready'))
      throw timeout
    })
    expect(await outcome()).toMatchObject({ code: 'render_timeout' })
    await expect(createQuarantine(opened.store).check(`${graphId}@1`, defaultLook)).rejects.toThrow()
  })

  test('and cannot be put in quarantine is answered with its own error', async () => {
    const records: Store['records'] = <T extends object>(name: string) => ({
      ...opened.store.records<T>(name),
      insert: () => Promise.reject(new Error('the disk is full')),
    })
    const { outcome } = setUp(() => Promise.reject(timeout), { store: { ...opened.store, records } })
    expect(await outcome()).toBe(timeout)
  })
})

describe('the time of an account', () => {
  const charges = () => {
    const told: [string, number][] = []
    let used = false
    return {
      told,
      exhaust: () => {
        used = true
      },
      renderTime: {
        async require() {
          if (used) throw quotaExceeded('QUOTA_RENDER_SECONDS', 'used up')
        },
        charge: async (of: string, ms: number) => void told.push([of, ms]),
      },
    }
  }
  const unstored = { accountId: accountIdOf('ann'), figure: emptyFigure, format: 'svg', look: wide } as const

  test('is what its renders take, also those that fail or are stored nowhere', async () => {
    let now = 0
    jest.spyOn(performance, 'now').mockImplementation(() => now)
    const { told, renderTime } = charges()
    let draw = drawn
    const { submit, outcome, dispatcher } = setUp(
      request => {
        now += 250
        return draw(request)
      },
      { renderTime },
    )
    await submit().result
    await dispatcher.settled()
    draw = () => Promise.reject(overloaded('no place'))
    await outcome()
    await expect(dispatcher.draw(unstored).result).rejects.toMatchObject({ code: 'overloaded' })
    await dispatcher.settled()
    expect(told).toEqual([
      ['a', 250],
      ['a', 250],
      ['ann', 250],
    ])
  })

  test('that is used up lets nothing begin, which costs nothing', async () => {
    const { told, exhaust, renderTime } = charges()
    exhaust()
    const { outcome, dispatcher, state } = setUp(drawn, { renderTime })
    expect(await outcome()).toMatchObject({ code: 'quota_exceeded' })
    await expect(dispatcher.draw(unstored).result).rejects.toMatchObject({ code: 'quota_exceeded' })
    await dispatcher.settled()
    expect([told, (await state())?.status]).toEqual([[], 'pending'])
  })
})

test('a figure that is stored nowhere is drawn in one format, for its sender who waits', async () => {
  const { dispatcher, requests } = setUp()
  const job = { accountId: accountIdOf('ann'), figure: emptyFigure, format: 'svg', look: wide } as const
  const { images } = await dispatcher.draw(job).result
  expect([...images.keys()]).toEqual(['svg'])
  expect(requests).toMatchObject([{ formats: ['svg'], look: wide, priority: 'waiting', account: 'ann' }])
  expect(await requests[0]?.figure()).toBe(emptyFigure)
})

test('closes once everything is stored, and looks for the canary where it draws', async () => {
  const { dispatcher, submit, closed } = setUp()
  await dispatcher.canary()
  await submit().result
  await dispatcher.close()
  expect(closed).toEqual(['canary', 'renderer'])
  expect(await opened.store.artifacts.get({ graphId, version: 1 }, png)).not.toBeNull()
})
