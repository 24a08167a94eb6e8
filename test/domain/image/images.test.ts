/** The pictures of a graph: one drawing however many ask, and nothing of a graph that is gone. */

import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { accountIdOf } from '../../../src/domain/ids.ts'
import type { ImageFormat } from '../../../src/domain/image/formats.ts'
import { createImages } from '../../../src/domain/image/images.ts'
import { defaultLook, type ImageSpec, variantOf } from '../../../src/domain/image/look.ts'
import { createQuarantine } from '../../../src/domain/image/quarantine.ts'
import { createVariantBudget, type Spending } from '../../../src/domain/image/variant-budget.ts'
import { overloaded, renderFailed, renderTimeout } from '../../../src/errors/errors.ts'
import { eventually } from '../../support/eventually.ts'
import { type Asked, createHeldDispatcher } from '../../support/held-dispatcher.ts'
import { emptyFigure, graphRecord, storeGraph } from '../../support/records.ts'
import { useTestStore } from '../../support/store.ts'

const png: ImageSpec = { ...defaultLook, format: 'png' }
const svg: ImageSpec = { ...defaultLook, format: 'svg' }
/** Renders are asked for once the store was read. */
const begun = (asked: readonly Asked[], count: number) =>
  eventually(`${count} renders are asked for`, () => asked.length >= count)
const joined = (asked: readonly Asked[], formats: readonly ImageFormat[]) =>
  eventually(`the first is to bring ${formats}`, () => String(asked[0]?.wanted) === String(formats))

const opened = useTestStore()

function setUp() {
  const dispatcher = createHeldDispatcher()
  const spent: Spending[number][] = []
  const variantBudget = createVariantBudget({ onSpent: spending => void spent.push(...spending) })
  const onBackgroundError = () => {}
  const images = createImages({
    store: opened.store,
    dispatcher,
    memoryBytes: 1_000_000,
    variantBudget,
    onBackgroundError,
  })
  return { images, asked: dispatcher.asked, spent }
}

const newGraph = () => storeGraph(opened.store)

/** A new graph whose first files are queued in the background: nobody requested an image at once. */
async function prerendered({ images, asked }: Pick<ReturnType<typeof setUp>, 'images' | 'asked'>) {
  const graphId = await newGraph()
  images.prerender({ graphId, accountId: accountIdOf('a'), version: 1 })
  await begun(asked, 1)
  return graphId
}

test.each([png, svg])('a picture that is requested at once is drawn alone: $format', async spec => {
  const { images, asked } = setUp()
  const graphId = await newGraph()
  const ahead = () => images.prerender({ graphId, accountId: accountIdOf('a'), version: 1 })
  const waiting = images.get(graphId, spec)
  await begun(asked, 1)
  ahead()
  asked[0]?.finish('alone')
  await waiting
  ahead()
  await new Promise(resolve => setTimeout(resolve, 100))
  expect(asked.map(({ job }) => job.formats)).toEqual([[spec.format]])
})

describe('a request for a picture that is not ready', () => {
  test('joins the render that the create began, and hastens it', async () => {
    const { images, asked } = setUp()
    const graphId = await prerendered({ images, asked })
    const answers = Promise.all([
      images.get(graphId, png),
      images.get(graphId, svg),
      images.get(graphId, png),
    ])
    await joined(asked, ['png', 'svg'])
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ priority: 'background', wanted: ['png', 'svg'] })
    asked[0]?.finish('once')
    const texts = (await answers).map(({ artifact }) => Buffer.from(artifact.bytes).toString())
    expect(texts).toEqual(['png once', 'svg once', 'png once'])
  })

  test('waits for no other format: the drawing that has not begun makes what is waited for alone', async () => {
    const { images, asked } = setUp()
    const graphId = await prerendered({ images, asked })
    expect(asked[0]?.job.formats).toEqual(['png', 'svg'])
    const waiting = images.get(graphId, png)
    await joined(asked, ['png'])
    expect(asked[0]?.wanted).toEqual(['png'])

    // Now it is being drawn: who wants the other format has it drawn.
    asked[0]!.begun = true
    const page = images.get(graphId, svg)
    await begun(asked, 2)
    expect(asked[1]).toMatchObject({ job: { formats: ['svg'] }, priority: 'waiting' })
    asked[0]?.finish('first')
    asked[1]?.finish('second')
    expect(Buffer.from((await waiting).artifact.bytes).toString()).toBe('png first')
    expect(Buffer.from((await page).artifact.bytes).toString()).toBe('svg second')
  })

  test('is told why where the render leaves its format out', async () => {
    const { images, asked } = setUp()
    const graphId = await prerendered({ images, asked })
    const answers = Promise.allSettled([images.get(graphId, png), images.get(graphId, svg)])
    await joined(asked, ['png', 'svg'])
    asked[0]!.wanted = ['png']
    asked[0]?.finish('alone')
    expect(await answers).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'payload_too_large' } },
    ])
  })

  test('of another size is a render of its own', async () => {
    const { images, asked } = setUp()
    const graphId = await prerendered({ images, asked })
    const wide = images.get(graphId, { ...png, width: 900 })
    await begun(asked, 2)
    expect(asked.map(({ job }) => job.look.width)).toEqual([null, 900])
    asked[1]?.finish('wide')
    expect(Buffer.from((await wide).artifact.bytes).toString()).toBe('png wide')
  })
})

test.each([true, false])(
  'who leaves a shared queue gets the time back if no worker has begun: %s',
  async unbegun => {
    const { images, asked, spent } = setUp()
    const leaving = new AbortController()
    const { signal } = leaving
    const wide = images.get(await newGraph(), { ...png, width: 900 }, { signal, address: '192.0.2.1' })
    await begun(asked, 1)
    const dropped = Promise.resolve(unbegun)
    Object.assign(asked[0]!, { dropped })
    leaving.abort()
    await expect(wide).rejects.toMatchObject({ code: 'cancelled' })
    await new Promise(resolve => setTimeout(resolve))
    const left = spent.reduce((sum, { amount }) => sum + amount, 0)
    expect(left === 0).toBe(unbegun)
  },
)

describe('a request that takes an older picture, too', () => {
  const wide: ImageSpec = { ...png, width: 900 }
  const address = '192.0.2.1'
  const ofAddress = (spent: readonly Spending[number][]) =>
    spent.flatMap(({ kind, name, amount }) => (name === address ? [[kind, amount]] : []))

  test('gets it at once, and pays for the newest, which is drawn meanwhile', async () => {
    const { images, asked, spent } = setUp()
    const graphId = await newGraph()
    const bytes = Buffer.from('older')
    const older = { bytes, etag: '"e"', createdAt: new Date() }
    await opened.store.artifacts.put({ graphId, version: 1 }, variantOf(wide), older)
    await opened.store.graphs.replace(graphRecord(graphId), emptyFigure, 1)
    expect(await images.get(graphId, wide, { stale: true, address })).toMatchObject({
      record: { version: 1 },
      artifact: { bytes },
    })
    await begun(asked, 1)
    expect(asked[0]?.job).toMatchObject({ version: 2, look: { width: 900 } })
    expect(ofAddress(spent)).toEqual([['address', expect.any(Number)]])
    asked[0]?.finish('newest')
    await eventually('its bytes are paid', () => ofAddress(spent).length === 2)
    expect(ofAddress(spent)[1]).toEqual(['bytes', 'png newest'.length])
  })
})

describe('a graph that is deleted', () => {
  test('while its render runs: whoever waits hears that there is none, and nothing stays in memory', async () => {
    const { images, asked } = setUp()
    const graphId = await newGraph()
    const waiting = images.get(graphId, png)
    await begun(asked, 1)
    await opened.store.graphs.remove(graphId)
    images.evict(graphId)
    await expect(waiting).rejects.toThrow()
    expect(asked[0]?.cancelled).toBe(true)
    await expect(images.get(graphId, png)).rejects.toMatchObject({ code: 'graph_not_found' })
  })
})

describe('a render that ends in an error', () => {
  test('the library refused the figure: the same answer again, without another try', async () => {
    const { images, asked } = setUp()
    const graphId = await newGraph()
    const first = images.get(graphId, png)
    await begun(asked, 1)
    await opened.store.graphs.setRendering(
      { graphId, version: 1 },
      { status: 'failed', error: 'no such subplot', omitted: [] },
    )
    asked[0]?.fail(renderFailed('no such subplot'))
    await expect(first).rejects.toEqual(renderFailed('no such subplot'))
    await expect(images.get(graphId, png)).rejects.toEqual(renderFailed('no such subplot'))
    await expect(images.get(graphId, { ...png, width: 300 })).rejects.toEqual(renderFailed('no such subplot'))
    expect(asked).toHaveLength(1)
  })

  test('the store tells of a refusal that another process saw: the same answer, without a try', async () => {
    const { images, asked } = setUp()
    const graphId = await newGraph()
    await opened.store.graphs.setRendering(
      { graphId, version: 1 },
      { status: 'failed', error: 'no such subplot', omitted: [] },
    )
    await expect(images.get(graphId, png)).rejects.toEqual(renderFailed('no such subplot'))
    expect(asked).toHaveLength(0)
  })

  test('no place came free: the next request tries again', async () => {
    const { images, asked } = setUp()
    const graphId = await newGraph()
    const first = images.get(graphId, png)
    await begun(asked, 1)
    asked[0]?.fail(overloaded('no place'))
    await expect(first).rejects.toMatchObject({ code: 'overloaded' })
    const second = images.get(graphId, png)
    await begun(asked, 2)
    asked[1]?.finish('now')
    expect(Buffer.from((await second).artifact.bytes).toString()).toBe('png now')
  })
})

describe('a figure in quarantine', () => {
  test('is not tried again, whatever the size, until the moment to come back; each time that is later', async () => {
    const { images, asked } = setUp()
    const quarantine = createQuarantine(opened.store)
    const graphId = await newGraph()
    const waits: number[] = []
    for (let time = 0; time < 3; time++) {
      const told = await quarantine.strike(`${graphId}@1`, defaultLook, renderTimeout('not drawn'))
      waits.push(told.retryAfter ?? 0)
    }
    expect(waits).toEqual([60, 300, 1800])
    for (const spec of [png, { ...png, width: 300 }, { ...png, scale: 10 }]) {
      await expect(images.get(graphId, spec)).rejects.toMatchObject({
        code: 'render_timeout',
        status: 504,
        retryAfter: 1800,
      })
    }
    await expect(images.resume({ graphId, accountId: accountIdOf('a'), version: 1 })).rejects.toMatchObject({
      code: 'render_timeout',
    })
    expect(asked).toHaveLength(0)
    await quarantine.clear(`${graphId}@1`, defaultLook)
    const waiting = images.get(graphId, png)
    await begun(asked, 1)
    asked[0]?.finish('now')
    await expect(waiting).resolves.toBeDefined()
  })

  test('that met the deadline at a size is drawn at smaller ones, which end no rest of larger ones', async () => {
    const { images, asked } = setUp()
    const graphId = await newGraph()
    const huge = { ...png, width: 6000, height: 6000 }
    const quarantine = createQuarantine(opened.store)
    await quarantine.strike(`${graphId}@1`, huge, renderTimeout('not drawn'))
    for (const [index, spec] of [png, { ...png, width: 1200, scale: 2 }].entries()) {
      const waiting = images.get(graphId, spec)
      await begun(asked, index + 1)
      asked[index]?.finish('drawn')
      await expect(waiting).resolves.toBeDefined()
      await quarantine.clear(`${graphId}@1`, spec)
    }
    for (const spec of [huge, { ...huge, width: 5000, format: 'webp' as const }])
      await expect(images.get(graphId, spec)).rejects.toMatchObject({
        code: 'render_timeout',
        retryAfter: 60,
      })
  })
})

describe('a caller that hangs up', () => {
  test('takes its render along', async () => {
    const { images, asked } = setUp()
    const graphId = await newGraph()
    const caller = new AbortController()
    const waiting = images.get(graphId, { ...png, width: 300 }, { signal: caller.signal })
    await begun(asked, 1)
    caller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    expect(asked).toMatchObject([{ cancelled: true }])
  })

  test('leaves a render that others wait for, or that is being drawn', async () => {
    const { images, asked } = setUp()
    const graphId = await newGraph()
    const [first, second] = [new AbortController(), new AbortController()]
    const leaving = images.get(graphId, png, { signal: first.signal })
    const staying = images.get(graphId, png, { signal: second.signal })
    await joined(asked, ['png'])
    first.abort()
    await expect(leaving).rejects.toMatchObject({ code: 'cancelled' })
    expect(asked).toMatchObject([{ cancelled: false }])
    asked[0]!.begun = true
    second.abort()
    await expect(staying).rejects.toMatchObject({ code: 'cancelled' })
    asked[0]?.finish('kept')
    expect(Buffer.from((await images.get(graphId, png)).artifact.bytes).toString()).toBe('png kept')
  })

  test('leaves the first files of a new graph to be made when there is time', async () => {
    const { images, asked } = setUp()
    const graphId = await prerendered({ images, asked })
    const caller = new AbortController()
    const waiting = images.get(graphId, png, { signal: caller.signal })
    await joined(asked, ['png'])
    caller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    expect(asked.map(({ priority, cancelled }) => ({ priority, cancelled }))).toEqual([
      { priority: 'background', cancelled: true },
      { priority: 'background', cancelled: false },
    ])
    expect(asked[1]?.job.formats).toEqual(['png', 'svg'])
  })
})

describe('sizes other than the stored one', () => {
  const large: ImageSpec = { ...png, width: 6000, height: 6000 }
  // What comes back of a budget meanwhile is up to the machine: none does.
  beforeAll(() => {
    jest.spyOn(performance, 'now').mockReturnValue(performance.now())
  })
  afterAll(() => {
    jest.restoreAllMocks()
  })

  /** Why one more render was refused; null when it was asked for. */
  async function refusal(asked: readonly Asked[], request: () => Promise<unknown>): Promise<string | null> {
    const before = asked.length
    let code: string | null = null
    request().catch(error => {
      code = error.code
    })
    await eventually('it is refused or asked for', () => code !== null || asked.length > before)
    return code
  }

  test('have a budget for each graph, and what is stored costs nothing', async () => {
    const { images, asked } = setUp()
    const graphId = await newGraph()
    const refused: (string | null)[] = []
    for (let at = 0; at < 20; at++) {
      const spec = { ...large, width: 5900 + at }
      refused.push(await refusal(asked, () => images.get(graphId, spec, { address: `10.0.0.${at}` })))
    }
    expect(asked.length).toBeGreaterThan(2)
    const rest = 20 - asked.length
    expect(refused.slice(-rest)).toEqual(Array(rest).fill('overloaded'))
    const own = images.get(graphId, png)
    await begun(asked, 21 - rest)
    asked.at(-1)?.finish('own')
    await expect(own).resolves.toBeDefined()
  })

  test('have a budget for each address, and what was not begun is given back', async () => {
    const { images, asked } = setUp()
    const refused: (string | null)[] = []
    for (let at = 0; at < 40; at++) {
      const graphId = await newGraph()
      refused.push(await refusal(asked, () => images.get(graphId, large, { address: '10.1.0.1' })))
    }
    const rest = 40 - asked.length
    expect(rest).toBeGreaterThan(10)
    expect(refused.slice(-rest)).toEqual(Array(rest).fill('rate_limited'))

    for (let at = 0; at < 40; at++) {
      const caller = new AbortController()
      const asker = { address: '10.1.0.2', signal: caller.signal }
      const waiting = images.get(await newGraph(), large, asker)
      await begun(asked, 41 - rest + at)
      caller.abort()
      await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
    }
  })
})
